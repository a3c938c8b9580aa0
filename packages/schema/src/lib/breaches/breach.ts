import { readAt, replaceAt } from '@idvkit/json';

import type { RuleId } from '../rules/catalogue.ts';

/** Kind of body, by the name of its schema. `payload` is a delivery of any type, or a result. */
export type BreachKind =
  | 'payload'
  | 'submitFormDelivery'
  | 'lifecycleDelivery'
  | 'resultResponse'
  | 'createResponse'
  | 'infoResponse'
  | 'unauthorizedError'
  | 'forbiddenError'
  | 'notFoundError'
  | 'noCreditError'
  | 'createValidationError'
  | 'submitValidationError'
  | 'resendNotFoundError';

/** A wrong change of a value. */
export interface Edit {
  /** Wrong behaviour of a service, as a clause, if the mock has a fault that does it: "spells genders out". */
  readonly title?: string;
  /** Distinguishes the faults of one rule. */
  readonly variant?: string;
  /** Rules that inevitably break too. */
  readonly alsoBreaks?: readonly RuleId[];
  /** Bodies that it changes. Default: `payload`. */
  readonly kind?: BreachKind;
  /** Which of them. Default: all. */
  readonly when?: (body: unknown) => boolean;
  /** Sets what is missing too. Default: changes only what is there. */
  readonly adds?: boolean;
  /** Returns the wrong value; undefined leaves it out. */
  readonly change: (value: unknown, body: unknown) => unknown;
}

/** One way to break one rule in a valid body, which leaves the rest as it is. */
export interface Breach extends Edit {
  /** Location of what it changes: see {@link replaceAt}. */
  readonly path: string;
}

/** Declares breaches of rules, whose ids stay known to the compiler. */
export function defineBreaches<Id extends RuleId>(
  breaches: Record<Id, readonly Breach[]>,
): Readonly<Record<Id, readonly Breach[]>> {
  return breaches;
}

/** Returns a copy of a body with a breach in it; the body itself if the breach does not apply to it. */
export function breached<Body>(body: Body, { kind = 'payload', when, path, adds = false, change }: Breach): Body {
  if (!isOfKind(body, kind) || when?.(body) === false) return body;
  return replaceAt(body, path, (value) => (value === undefined && !adds ? undefined : change(value, body)));
}

/** Returns breaches that edit one location. */
export type Locate = (path: string, ...edits: readonly Edit[]) => readonly Breach[];

/** Returns what makes breaches of bodies of one kind. */
export function inBody(kind: BreachKind): Locate {
  return (path, ...edits) => edits.map((edit) => ({ kind, ...edit, path }));
}

/** Makes breaches of any payload. */
export const on: Locate = inBody('payload');

/** Returns edits that put some values in place of what is there. */
export function values(...wrong: readonly unknown[]): readonly Edit[] {
  return wrong.map((value) => ({ adds: true, change: () => value }));
}

/** Returns breaches that each leave out what is at one of some locations. */
export function missing(locate: Locate, ...paths: readonly string[]): readonly Breach[] {
  return paths.flatMap((path) => locate(path, { change: gone }));
}

/** Leaves a value out. */
export const gone = (): undefined => undefined;

/** Checks what payloads, and errors with a fixed text, say of themselves; other bodies are known by their call. */
function isOfKind(body: unknown, kind: BreachKind): boolean {
  const type = readAt(body, 'event.type');
  switch (kind) {
    case 'submitFormDelivery':
      return type === 'submit_form';
    case 'lifecycleDelivery':
      return type !== undefined && type !== 'submit_form';
    case 'resultResponse':
      return readAt(body, 'event') === undefined;
    case 'unauthorizedError':
      return readAt(body, 'error.status_code') === 401;
    case 'forbiddenError':
      return readAt(body, 'error.status_code') === 403;
    default:
      return true;
  }
}
