import { edited, type JsonPath } from '@idvkit/json';

/** A change to a document, which stays as it is. */
export type Change = (body: unknown) => unknown;

/** Reads `a.0.b` as keys and indices. */
function pathOf(text: string): JsonPath {
  const parts = text === '' ? [] : text.split('.');
  return parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** Puts `value` at `path`. */
export function put(path: string, value: unknown): Change {
  return (body) => edited(body, pathOf(path), () => value);
}

/** Removes what stands at `path`. */
export function drop(path: string): Change {
  return (body) => edited(body, pathOf(path), () => undefined);
}

/** Adds to the array at `path`. */
export function append(path: string, make: (last: unknown) => unknown): Change {
  return (body) => edited(body, pathOf(path), (old) => (Array.isArray(old) ? [...old, make(old.at(-1))] : old));
}

/** Adds members to the object at `path`. */
export function add(path: string, members: object): Change {
  return (body) => edited(body, pathOf(path), (old) => (typeof old === 'object' ? { ...old, ...members } : old));
}

/** Puts another text in place of a part of the text at `path`. */
export function edit(path: string, from: string | RegExp, to: string): Change {
  return (body) => edited(body, pathOf(path), (old) => (typeof old === 'string' ? old.replace(from, to) : old));
}

/** Makes several changes, one after the other. */
export function all(...changes: readonly Change[]): Change {
  return (body) => changes.reduce((changed, change) => change(changed), body);
}

/** Changes nothing. */
export const none: Change = (body) => body;

/** The one screening run of a submission. */
export const RUN = 'extra.identity_aml.watchdog.0';
/** Its first entry, which found someone; the second found nobody. */
export const ENTRY = `${RUN}.output.watchdog.0`;
/** The tries of the two camera checks. */
export const SCANS = 'extra.ekyc.identity_document.attempts';
export const TRIES = 'extra.ekyc.liveness.attempts';
/** The URL of the best frame. */
export const BEST_FRAME = 'extra.ekyc.liveness.url';

/** Makes a submission one with a passport, its national id left in. */
export const withPassport: Change = all(
  put('answers.ekyc_document_type.value', 'passport'),
  put('extra.ekyc.identity_document.type', 'passport'),
);
