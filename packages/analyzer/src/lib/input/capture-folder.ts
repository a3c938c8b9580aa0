import { readArchive } from '@idvkit/archive/read';

import type { InputSource } from './input-source.ts';

/** The deliveries of a capture archive, and what was left out of it. */
export interface CaptureFolder {
  readonly sources: readonly InputSource[];
  /** One sentence for each kind of thing that was left out. */
  readonly notes: readonly string[];
}

/**
 * Finds the deliveries of a capture archive. Each is one input; its body is checked against the journal while it is read.
 *
 * @throws {CliError} `archive-malformed`, with the line of the journal that cannot be believed.
 */
export async function readCaptureFolder(path: string, name: string): Promise<CaptureFolder> {
  const { captures, erased, torn } = await readArchive(path, { name });
  const whole = captures.filter(({ captured }) => captured.body.complete);
  const left: readonly (readonly [number, string])[] = [
    [captures.length - whole.length, 'whose body broke off'],
    [erased, 'that were erased'],
    [torn, 'whose line in the journal a crash tore off'],
  ];
  return {
    sources: whole.map(
      ({
        captured: {
          id,
          body: { bytes },
        },
        body,
      }) => ({
        kind: 'capture',
        name: `${name}#${id}`,
        body,
        bytes,
        lines: false,
      }),
    ),
    notes: left.flatMap(([count, which]) =>
      count === 0 ? [] : [`${name}: left out ${count} of the captures, ${which}.`],
    ),
  };
}
