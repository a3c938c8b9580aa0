/** Returns a number of a column, which has one at each index that a caller asks for. */
export function numberAt(column: Float64Array, index: number): number {
  return column[index] ?? Number.NaN;
}
