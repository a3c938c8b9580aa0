/** Largest distance of a meant word, as a share of its length. */
const TOLERANCE = 0.4;

/** Shortest beginning of a word that means this word. */
const MIN_PREFIX = 3;

/** Returns the known words closest to a word, or that begin with it: best first, at most `limit`; none if nothing is close. */
export function closest(word: string, known: readonly string[], limit = 1): readonly string[] {
  const lower = word.toLowerCase();
  return known
    .map((candidate) => ({ candidate, distance: editDistance(lower, candidate.toLowerCase()) }))
    .filter(
      ({ candidate, distance }) =>
        distance <= Math.max(1, TOLERANCE * Math.min(word.length, candidate.length)) ||
        (word.length >= MIN_PREFIX && candidate.toLowerCase().startsWith(lower)),
    )
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/** Counts the characters to add, drop, replace or swap to turn one word into the other. */
export function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped && row > 1 && column > 1 ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, next];
  }
  return last[other.length] ?? 0;
}
