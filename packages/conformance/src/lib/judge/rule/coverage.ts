/** How many missing parts a note names before it only counts them. */
const NAMED_PARTS = 8;

/**
 * Says which parts of a rule's coverage were not seen, as one sentence, or nothing where all were.
 *
 * @example
 * coverageNote(['create', 'submit'], new Set(['create'])) // 'Not seen for: submit.'
 */
export function coverageNote(
  coverage: readonly string[] | undefined,
  covered: ReadonlySet<string>,
): string | undefined {
  const missing = (coverage ?? []).filter((part) => !covered.has(part));
  if (missing.length === 0) return undefined;
  const more = missing.length - NAMED_PARTS;
  return `Not seen for: ${missing.slice(0, NAMED_PARTS).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
