/**
 * Returns true if `text` is a Thai national id: 13 digits, the last of them the check digit of the others.
 *
 * @example
 * isNationalId('1101700230708') // true
 * @see Specification, "Answer"
 */
export function isNationalId(text: string): boolean {
  return /^\d{13}$/.test(text) && nationalIdCheckDigit(text.slice(0, 12)) === Number(text[12]);
}

/**
 * Computes the check digit of a Thai national id.
 *
 * @param digits The first 12 digits.
 * @returns A digit from 0 to 9.
 * @throws {RangeError} if `digits` is not 12 digits.
 */
export function nationalIdCheckDigit(digits: string): number {
  if (!/^\d{12}$/.test(digits)) throw new RangeError('A national id starts with 12 digits');
  let sum = 0;
  for (let place = 0; place < 12; place += 1) sum += Number(digits[place]) * (13 - place);
  return (11 - (sum % 11)) % 10;
}
