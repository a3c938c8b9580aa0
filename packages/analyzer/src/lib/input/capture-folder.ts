import { readArchive } from '@idvkit/archive';

import type { InputSource } from './input-source.ts';

/** The deliveries of a capture archive, and what was left out of it. */
export interface CaptureFolder {
  readonly sources: readonly InputSource[];
  /** One sentence for each kind of thing that was left out. */
  readonly notes: readonly string[];
}

/**
 * Finds the deliveries of a capture archive. Each is one input; its body is checked against its hash while it is read.
 *
 * @throws {CliError} `archive-malformed`.
 */
export function readCaptureFolder(path: string, name: string): CaptureFolder {
  const { captures, erased } = readArchive(path, { name });
  const whole = captures.filter(({ body }) => body.complete);
  const left: readonly (readonly [number, string])[] = [
    [captures.length - whole.length, 'whose body broke off'],
    [erased, 'that were erased'],
  ];
  return {
    sources: whole.map(({ id, body }) => ({
      kind: 'capture',
      name: `${name}#${id}`,
      body: { archive: path, id, body },
      bytes: body.bytes,
      lines: false,
    })),
    notes: left.flatMap(([count, which]) =>
      count === 0 ? [] : [`${name}: left out ${count} of the captures, ${which}.`],
    ),
  };
}
