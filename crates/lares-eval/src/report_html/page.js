"use strict";
(() => {
  const rows = JSON.parse(document.getElementById("data").textContent);
  const PAGE = 50;
  const fields = ["search", "result", "fault", "decision", "home", "language", "tag", "category", "quantifier", "turns"];
  const input = Object.fromEntries(fields.map((name) => [name, document.getElementById(name)]));
  const list = document.getElementById("list");
  const more = document.getElementById("more");
  const shown = document.getElementById("shown");
  let found = [];

  // What a name holds is text, never markup.
  function element(tag, className, text) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  const values = {
    fault: (row) => (row.fault ? [row.fault] : []),
    decision: (row) => [row.decision],
    home: (row) => [row.home],
    language: (row) => [row.language],
    tag: (row) => row.tags,
    category: (row) => row.categories,
    quantifier: (row) => row.quantifiers,
    turns: (row) => [String(row.turns.length)],
  };
  for (const [name, of] of Object.entries(values)) {
    const known = new Map();
    for (const row of rows) for (const value of of(row)) known.set(value, (known.get(value) || 0) + 1);
    for (const value of [...known.keys()].sort()) {
      const option = element("option", "", `${value} (${known.get(value)})`);
      option.value = value;
      input[name].append(option);
    }
  }

  const results = {
    exact: (row) => row.exact,
    missed: (row) => !row.exact,
    wrong: (row) => row.wrong > 0,
    sensitive: (row) => row.sensitive > 0,
    needless: (row) => row.needless,
  };

  function matches(row) {
    const wanted = input.search.value.trim().toLowerCase();
    if (wanted) {
      const text = [row.id, ...row.turns, ...row.chosen, ...row.expected].join("\n").toLowerCase();
      if (!text.includes(wanted)) return false;
    }
    const result = results[input.result.value];
    if (result && !result(row)) return false;
    return Object.entries(values).every(([name, of]) => !input[name].value || of(row).includes(input[name].value));
  }

  function pairs(parent, entries) {
    const made = element("dl");
    for (const [name, value] of entries) {
      if (value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) continue;
      made.append(element("dt", "", name));
      const told = element("dd");
      for (const one of [].concat(value)) told.append(element("div", "", one));
      made.append(told);
    }
    parent.append(made);
  }

  const told = (value) => (typeof value === "string" ? value : JSON.stringify(value));

  function table(className, heading, lines) {
    const made = element("table", className);
    const head = made.createTHead().insertRow();
    for (const name of heading) head.append(element("th", "", name));
    const body = made.createTBody();
    for (const line of lines) {
      const row = body.insertRow();
      for (const cell of line) {
        const td = row.insertCell();
        if (cell instanceof Node) td.append(cell);
        else td.textContent = cell;
      }
    }
    const wide = element("div", "wide");
    wide.append(made);
    return wide;
  }

  function detail(row) {
    const made = element("div");
    pairs(made, [
      ["case", `${row.id} · ${row.home} · ${[row.language, ...row.tags].join(", ")}`],
      ["said", row.turns],
      ["in", row.room],
      ["expected", row.expected],
      ["decision", `${row.decision}, confidence ${row.confidence.toFixed(2)}`],
      ["chosen", row.chosen.length ? row.chosen : "nothing"],
      ["wrong", row.fault],
      ["cost", `${row.us} µs, ${row.tokens} tokens of context`],
    ]);
    row.commands.forEach((command, index) => {
      made.append(element("h3", "", `${index + 1}. ${command.said}`));
      pairs(made, [
        ["decision", `${command.decision}, confidence ${command.confidence.toFixed(2)}`],
        ["question", command.question && [command.question.question, ...command.question.options.map((one) => `· ${one.label}`)]],
        ["notes", command.meta && Object.entries(command.meta).map(([name, value]) => `${name} = ${told(value)}`)],
      ]);
      if (command.candidates.length) {
        made.append(table("candidates", ["candidate", "command", "keyword", "vector", "total", "why"], command.candidates.map((one) => [
          [one.name, one.room].filter(Boolean).join(", ") || one.entity_id,
          one.capability_id,
          one.keyword_score.toFixed(2),
          one.vector_score.toFixed(2),
          one.total_score.toFixed(2),
          one.reasons.join(", "),
        ])));
      }
      for (const trace of row.trace.filter((trace) => trace.command === index)) made.append(stages(trace));
    });
    for (const trace of row.trace.filter((trace) => trace.command >= row.commands.length)) made.append(stages(trace));
    return made;
  }

  function stages(trace) {
    return table("stages", ["stage", "in", "out", "what it did"], trace.stages.map((stage) => {
      const notes = element("div");
      for (const [name, value] of Object.entries(stage.notes || {})) notes.append(element("code", "", `${name}: ${told(value)}`), element("br"));
      return [stage.stage, String(stage.input), String(stage.output), notes];
    }));
  }

  function entry(row) {
    const made = element("details", row.wrong ? "wrong" : row.exact ? "exact" : "missed");
    const summary = element("summary");
    summary.append(
      element("span", "mark", row.exact ? "✓" : row.wrong ? "✗" : "–"),
      element("span", "said", row.turns.join(" → ")),
      element("small", "", row.exact ? row.decision : row.fault),
    );
    made.append(summary);
    made.addEventListener("toggle", () => {
      if (made.open && made.childElementCount === 1) made.append(detail(row));
    });
    return made;
  }

  function extend() {
    const from = list.childElementCount;
    list.append(...found.slice(from, from + PAGE).map(entry));
    more.hidden = list.childElementCount >= found.length;
  }

  function apply() {
    find();
    const said = new URLSearchParams();
    for (const name of fields) if (input[name].value) said.set(name, input[name].value);
    history.replaceState(null, "", said.size ? `#${said}` : location.pathname + location.search);
  }

  function find() {
    found = rows.filter(matches);
    const exact = found.filter((row) => row.exact).length;
    const wrong = found.filter((row) => row.wrong).length;
    const share = found.length ? `${((exact * 100) / found.length).toFixed(1)} %` : "–";
    shown.textContent = `${found.length} of ${rows.length} cases, ${exact} exactly right (${share}), ${wrong} with a wrong act`;
    list.replaceChildren();
    extend();
  }

  // A link of a bar, or an address that someone sent: `#tag=bulk&result=missed`.
  function fromAddress(scroll) {
    const said = new URLSearchParams(location.hash.slice(1));
    if (!fields.some((name) => said.has(name))) return;
    for (const name of fields) input[name].value = said.get(name) || "";
    find();
    if (scroll) document.getElementById("cases").scrollIntoView();
  }

  const form = document.getElementById("filters");
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", apply);
  // Not of the search: it changes when it is left, and a click on a case must find that case where it was.
  form.addEventListener("change", (event) => event.target.localName === "select" && apply());
  form.addEventListener("reset", () => setTimeout(apply));
  more.addEventListener("click", extend);
  window.addEventListener("hashchange", () => fromAddress(true));
  document.getElementById("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
  find();
  fromAddress(true);
})();
