/** Names one capture: by number, by the hash of its body, or as the latest one. */
export type CaptureReference =
  | { readonly kind: 'number'; readonly id: number }
  | { readonly kind: 'hash'; readonly prefix: string }
  | { readonly kind: 'latest'; readonly type?: string };

/**
 * Reads a reference: `12` or `#12`, `latest`, `latest:submit_form` for the latest of an event type, or the beginning of a
 * body's SHA-256, of six hexadecimal digits or more: `7a0c0d` or `sha256:7a0c`.
 *
 * @returns `undefined` if it is none of these.
 */
export function parseCaptureReference(text: string): CaptureReference | undefined {
  const [, number] = /^#?(\d{1,15})$/.exec(text) ?? [];
  if (number !== undefined) return { kind: 'number', id: Number(number) };
  const [, latest, type] = /^(latest)(?::(.+))?$/.exec(text) ?? [];
  if (latest !== undefined) return { kind: 'latest', ...(type !== undefined && { type }) };
  const [, named, bare] = /^(?:sha256:([\da-f]{4,64})|([\da-f]{6,64}))$/.exec(text) ?? [];
  const prefix = named ?? bare;
  return prefix === undefined ? undefined : { kind: 'hash', prefix };
}
