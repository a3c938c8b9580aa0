/** Order of texts by their code units, the same on every machine. */
export function compareTexts(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}
