const PREFIX = 'COK00';

/**
 * Writes the human-readable number of an application.
 *
 * @param id Internal application id, not negative.
 * @param options `padWidth`: digits that the id is padded to with zeros. The specification does not state a width; default:
 *   no padding.
 * @returns `COK00` and the zero-padded id.
 * @throws {RangeError} if `id` is not a safe integer of 0 or more.
 * @see Specification, "Application"
 *
 * @example
 * applicationNumber(4711, { padWidth: 7 }) // 'COK000004711'
 */
export function applicationNumber(id: number, { padWidth = 0 }: { readonly padWidth?: number } = {}): string {
  if (!Number.isSafeInteger(id) || id < 0) throw new RangeError('An application id is an integer of 0 or more');
  return `${PREFIX}${String(id).padStart(padWidth, '0')}`;
}

/**
 * Reads the id of an application from its human-readable number, whatever width it was padded to.
 *
 * @returns The internal application id.
 * @throws {RangeError} if `no` is not `COK00` followed by digits that read as an id.
 * @see Specification, "Application"
 *
 * @example
 * parseApplicationNumber('COK000004711') // 4711
 */
export function parseApplicationNumber(no: string): number {
  const id = /^COK00\d+$/.test(no) ? Number(no.slice(PREFIX.length)) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw new RangeError('An application number is COK00 followed by the digits of an id');
  return id;
}
