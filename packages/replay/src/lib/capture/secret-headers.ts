import type { HeaderField } from '@idvkit/delivery';

type Difference = readonly [position: number, replaced: 0 | 1, name: string, value: string];

/**
 * Describes the headers of a delivery that an archive does not keep: Authorization and redacted values.
 * The text has secrets, for memory only, and is the same for deliveries of one sender.
 * @param rawHeaders Names and values in turn, as they came.
 * @param kept The same headers as the archive has them.
 */
export function describeSecretHeaders(rawHeaders: readonly string[], kept: readonly HeaderField[]): string {
  const differences: Difference[] = [];
  let next = 0;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    const field = kept[next];
    const isOmitted = field === undefined || (name.toLowerCase() === 'authorization' && field[0] !== name);
    if (isOmitted) differences.push([at / 2, 0, name, value]);
    else {
      if (field[0] !== name || field[1] !== value) differences.push([at / 2, 1, name, value]);
      next += 1;
    }
  }
  return JSON.stringify(differences);
}

/** Puts back what {@link describeSecretHeaders} described, and returns the headers as they came. */
export function restoreSecretHeaders(kept: readonly HeaderField[], described: string): HeaderField[] {
  const fields = [...kept];
  // Written by `describeSecretHeaders` in this process.
  for (const [at, replaced, name, value] of JSON.parse(described) as readonly Difference[]) {
    fields.splice(at, replaced, [name, value]);
  }
  return fields;
}
