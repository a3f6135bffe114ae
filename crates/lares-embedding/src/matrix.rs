//! Exact search over the vectors of distinct documents.

use std::sync::Arc;

use crate::dot::dot;

/// A document and how near it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// The document's row.
    pub row: usize,
    /// The cosine, -1..1; 0 where either text is blank.
    pub cosine: f32,
}

/// Unit vectors of distinct documents. Rows are shared: two homes with the same command hold one vector.
#[derive(Debug, Clone, Default)]
pub struct VectorMatrix {
    dimensions: usize,
    rows: Vec<Arc<[f32]>>,
}

impl VectorMatrix {
    /// An empty matrix.
    pub fn new(dimensions: usize) -> VectorMatrix {
        VectorMatrix { dimensions, rows: Vec::new() }
    }

    /// Adds a row and returns its number; a row of another length counts as blank.
    pub fn push(&mut self, row: Arc<[f32]>) -> usize {
        self.rows.push(if row.len() == self.dimensions { row } else { Arc::from([]) });
        self.rows.len() - 1
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// It has no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The length of its rows.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The cosine of a row with a unit vector.
    pub fn cosine(&self, row: usize, query: &[f32]) -> f32 {
        self.rows.get(row).map_or(0.0, |vector| dot(vector, query))
    }

    /// The cosines of all rows with a unit vector.
    pub fn cosines(&self, query: &[f32]) -> Vec<f32> {
        self.rows.iter().map(|vector| dot(vector, query)).collect()
    }

    /// The nearest `k` rows among those that `wanted` accepts, nearest first, equals in row order.
    pub fn top_k(&self, query: &[f32], k: usize, wanted: impl Fn(usize) -> bool) -> Vec<Hit> {
        let rows = self.rows.iter().enumerate().filter(|(row, _)| wanted(*row));
        nearest(rows.map(|(row, vector)| Hit { row, cosine: dot(vector, query) }).collect(), k)
    }
}

/// The nearest `k` of some hits, nearest first, equals in row order.
pub fn nearest(mut hits: Vec<Hit>, k: usize) -> Vec<Hit> {
    let nearer = |a: &Hit, b: &Hit| b.cosine.total_cmp(&a.cosine).then(a.row.cmp(&b.row));
    if k == 0 {
        return Vec::new();
    }
    if hits.len() > k {
        hits.select_nth_unstable_by(k - 1, nearer);
        hits.truncate(k);
    }
    hits.sort_unstable_by(nearer);
    hits
}

/// Scales a vector to length 1; a zero or broken one becomes zero.
pub fn normalise(vector: &mut [f32]) {
    let length = dot(vector, vector).sqrt();
    if length > 0.0 && length.is_finite() && vector.iter().all(|x| x.is_finite()) {
        for x in vector {
            *x /= length;
        }
    } else {
        vector.fill(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(values: &[f32]) -> Arc<[f32]> {
        let mut values = values.to_vec();
        normalise(&mut values);
        Arc::from(values)
    }

    #[test]
    fn nearest_first_and_equals_in_row_order() {
        let mut matrix = VectorMatrix::new(3);
        for row in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0], [1.0, 0.0, 0.0]] {
            matrix.push(unit(&row));
        }
        let query = unit(&[1.0, 0.1, 0.0]);
        let rows: Vec<usize> = matrix.top_k(&query, 3, |_| true).iter().map(|hit| hit.row).collect();
        assert_eq!(rows, [0, 3, 2]);
        let rows: Vec<usize> = matrix.top_k(&query, 3, |row| row != 0).iter().map(|hit| hit.row).collect();
        assert_eq!(rows, [3, 2, 1]);
        assert!(matrix.top_k(&query, 0, |_| true).is_empty());
    }

    #[test]
    fn blank_and_broken_vectors_are_near_nothing() {
        let mut matrix = VectorMatrix::new(9);
        matrix.push(Arc::from([0.0; 9]));
        matrix.push(Arc::from([1.0]));
        assert_eq!(matrix.cosines(&[1.0; 9]), [0.0, 0.0]);
        let mut broken = [f32::INFINITY, 1.0];
        normalise(&mut broken);
        assert_eq!(broken, [0.0, 0.0]);
    }
}
