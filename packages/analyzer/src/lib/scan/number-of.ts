/** Returns the number that a text is in JSON; `NaN` if it is something else. */
export function numberOf(text: string): number {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
}
