import type { AnswerInput } from '@idvkit/schema';

import type { BodyClass } from '../../observe/condition.ts';

/** What a call carries, and what is known of it. */
export interface CallBody {
  readonly kind: BodyClass;
  /** Absent: no body at all, and no Content-Type. */
  readonly bytes?: Uint8Array;
  /** Keys that break their format, or required keys that are missing. */
  readonly badKeys?: readonly string[];
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** No body. */
export const absentBody: CallBody = { kind: 'absent' };

/** A body of no bytes that says it is JSON. */
export const emptyJsonBody: CallBody = { kind: 'empty', bytes: new Uint8Array() };

/** A body that says it is JSON and is not. */
export const notJsonBody: CallBody = { kind: 'not-json', bytes: encode('{"answers": ') };

/** A JSON body. */
export function jsonBody(kind: BodyClass, value: unknown, badKeys?: readonly string[]): CallBody {
  return { kind, bytes: encode(JSON.stringify(value)), ...(badKeys === undefined ? {} : { badKeys }) };
}

/** The body `{ "answers": … }` that create and submit take. */
export function answersBody(kind: BodyClass, answers: AnswerInput, badKeys?: readonly string[]): CallBody {
  return jsonBody(kind, { answers }, badKeys);
}
