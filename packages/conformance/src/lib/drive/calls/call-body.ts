import type { AnswerInput } from '@idvkit/schema';

import type { BodyClass } from '../../observe/condition.ts';

export interface CallBody {
  readonly kind: BodyClass;
  /** If absent, there is no body and no Content-Type. */
  readonly bytes?: Uint8Array;
  /** Keys that break their format, or required keys that are missing. */
  readonly badKeys?: readonly string[];
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

export const absentBody: CallBody = { kind: 'absent' };

/** An empty body with Content-Type application/json. */
export const emptyJsonBody: CallBody = { kind: 'empty', bytes: new Uint8Array() };

export const notJsonBody: CallBody = { kind: 'not-json', bytes: encode('{"answers": ') };

/** JSON, but not an object. */
export const notObjectBody: CallBody = { kind: 'not-object', bytes: encode('[]') };

export function jsonBody(kind: BodyClass, value: unknown, badKeys?: readonly string[]): CallBody {
  return { kind, bytes: encode(JSON.stringify(value)), ...(badKeys === undefined ? {} : { badKeys }) };
}

export function answersBody(kind: BodyClass, answers: AnswerInput, badKeys?: readonly string[]): CallBody {
  return jsonBody(kind, { answers }, badKeys);
}
