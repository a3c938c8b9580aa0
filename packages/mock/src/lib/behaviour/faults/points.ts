import type { AnsweredCall, Draft, Overrides, PayloadSubject } from '../hooks/behaviour.ts';
import type { AnswerCondition, Call, Refusal } from '../hooks/call.ts';
import { removeAt, replaceAt } from '../hooks/document.ts';

type PayloadTest = (subject: PayloadSubject) => boolean;

/** Everywhere that a payload goes. */
const always: PayloadTest = () => true;

/** Overrides that change what is at a path of payloads, where something is, of those that `where` picks. */
export function changingPayload(
  path: string,
  change: (value: unknown, subject: PayloadSubject) => unknown,
  where: PayloadTest = always,
): Overrides {
  return settingInPayload(path, (value, subject) => (value === undefined ? undefined : change(value, subject)), where);
}

/** Overrides that set what is at a path of payloads, whether something is there or not, of those that `where` picks. */
export function settingInPayload(
  path: string,
  change: (value: unknown, subject: PayloadSubject) => unknown,
  where: PayloadTest = always,
): Overrides {
  return {
    payload: (document, subject) =>
      where(subject) ? replaceAt(document, path, (value) => change(value, subject)) : document,
  };
}

/** Overrides that leave out what is at a path of payloads, of those that `where` picks. */
export function leavingOut(path: string, where: PayloadTest = always): Overrides {
  return { payload: (document, subject) => (where(subject) ? removeAt(document, path) : document) };
}

/** Overrides that give refusals of a condition another status; their bodies follow it. */
export function refusingWith(status: number, applies: (refusal: Refusal, call: Call) => boolean): Overrides {
  return {
    refusals: (refusals, call) =>
      refusals.map((refusal) => (applies(refusal, call) ? { ...refusal, status } : refusal)),
  };
}

/** Overrides that take refusals away: the call goes on as if nothing was wrong. */
export function notRefusing(applies: (refusal: Refusal, call: Call) => boolean): Overrides {
  return { refusals: (refusals, call) => refusals.filter((refusal) => !applies(refusal, call)) };
}

/** Overrides that refuse calls which are in order. */
export function refusing(refusal: Refusal, applies: (call: Call) => boolean): Overrides {
  return { refusals: (refusals, call) => (applies(call) ? [...refusals, refusal] : refusals) };
}

/** Overrides that rewrite the answers given under a condition. */
export function answering(
  condition: AnswerCondition,
  rewrite: (draft: Draft, call: AnsweredCall) => Draft,
  applies: (call: AnsweredCall) => boolean = () => true,
): Overrides {
  return {
    respond: (draft, call) => (call.condition === condition && applies(call) ? rewrite(draft, call) : draft),
  };
}

/** Overrides that change what is at a path of the JSON answers given under a condition. */
export function changingAnswer(
  condition: AnswerCondition,
  path: string,
  change: (value: unknown, call: AnsweredCall) => unknown,
  applies: (call: AnsweredCall) => boolean = () => true,
): Overrides {
  return answering(
    condition,
    (draft, call) => ({ ...draft, body: replaceAt(draft.body, path, (value) => change(value, call)) }),
    applies,
  );
}

/** A time as the service writes it. */
export function timestampOf(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}+00:00`;
}

/** Moves a date-time that the service wrote. */
export function moved(text: unknown, bySeconds: number): string {
  return timestampOf(Date.parse(String(text)) + bySeconds * 1_000);
}

/** Turns the last digit of a text into another. */
export function miscounted(text: unknown): string {
  return String(text).replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
}
