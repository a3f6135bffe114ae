//! A limit on tokens: how many items may stay, counted with a real tokenizer's vocabulary.

/// The tokens of a text in the o200k vocabulary. Other models count otherwise: leave a margin of a fifth.
///
/// Without the feature `tokens` it counts bytes, of which there are never fewer than tokens.
pub fn count_tokens(text: &str) -> usize {
    #[cfg(feature = "tokens")]
    return bpe_openai::o200k_base().count(text);
    #[cfg(not(feature = "tokens"))]
    return text.len();
}

/// The largest number of items whose text has at most `most_tokens` tokens; 0 where even one is too much. Fewer items
/// never have more tokens, so halving finds it.
pub(super) fn most_items(
    items: usize,
    most_tokens: usize,
    mut text_of: impl FnMut(usize) -> String,
) -> usize {
    let mut fits = |kept: usize| count_tokens(&text_of(kept)) <= most_tokens;
    if fits(items) {
        return items;
    }
    let (mut fitting, mut too_many) = (0, items);
    while too_many - fitting > 1 {
        let middle = fitting + (too_many - fitting) / 2;
        if fits(middle) {
            fitting = middle;
        } else {
            too_many = middle;
        }
    }
    fitting
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_that_fits() {
        let text = |items: usize| "lamp ".repeat(items);
        let tokens = |items: usize| count_tokens(&text(items));
        assert_eq!(most_items(10, 1_000, text), 10);
        assert_eq!(most_items(10, tokens(4), text), 4);
        assert_eq!(most_items(10, 0, text), 0);
        assert_eq!(most_items(0, 0, text), 0);
    }

    #[cfg(feature = "tokens")]
    #[test]
    fn tokens_are_fewer_than_bytes() {
        let text = "把客厅的灯调到一半，再把窗帘拉上";
        let tokens = count_tokens(text);
        assert!(tokens > 0 && tokens < text.len(), "{tokens}");
    }
}
