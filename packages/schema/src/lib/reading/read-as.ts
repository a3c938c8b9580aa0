import type { PathKey } from '@idvkit/json';

import type { BodyShape, ObjectShape, Shape } from './shape.ts';

/**
 * A difference between a body and the contract:
 *
 * - `missing`: the contract always has this key;
 * - `unknown-value`: a text that the specification does not name; the reader keeps it;
 * - `wrong-type`: a value of another type; the reader leaves it out.
 */
export interface ReadingIssue {
  readonly code: 'missing' | 'unknown-value' | 'wrong-type';
  readonly path: readonly PathKey[];
  /** A sentence with the path, such as `application.status is missing`. It quotes no value. */
  readonly message: string;
}

/** A body as its shape has it, without the parts of another type; or the issue with a part that it needs. */
export type Reading<Body> =
  | { readonly value: Body; readonly issues: readonly ReadingIssue[]; readonly blocker?: never }
  | { readonly value?: never; readonly issues: readonly ReadingIssue[]; readonly blocker: ReadingIssue };

/** Issues that are reported of one body. */
const MAX_ISSUES = 100;
/** Stands for an issue beyond them. */
const UNREPORTED: ReadingIssue = { code: 'wrong-type', path: [], message: '' };

/** A part that cannot be used. */
class Unreadable {
  readonly issue: ReadingIssue;
  constructor(issue: ReadingIssue) {
    this.issue = issue;
  }
}

/**
 * Reads a value as a shape. It does not change the value: parts without issues are shared with it.
 *
 * @param options `expects`: whether to report missing keys that the contract always has. Default: true.
 */
export function readAs<Body>(shape: BodyShape<Body>, value: unknown, { expects = true } = {}): Reading<Body> {
  const issues: ReadingIssue[] = [];
  const path: PathKey[] = [];
  /** Arrays around the current value. */
  let arrays = 0;

  function report(code: ReadingIssue['code'], problem: string): ReadingIssue {
    // No body needs an element of an array, and a hostile one has millions.
    if (issues.length === MAX_ISSUES && arrays > 0) return UNREPORTED;
    const issue = { code, path: [...path], message: `${shownPath(path)} ${problem}` };
    if (issues.length < MAX_ISSUES) issues.push(issue);
    return issue;
  }

  function unreadable(given: unknown, wanted: string): Unreadable {
    return new Unreadable(report('wrong-type', `is ${NAMES[typeOf(given)] ?? 'not JSON'}, not ${wanted}`));
  }

  function read(expected: Shape, given: unknown): unknown {
    if (typeof expected === 'string') {
      const type = typeOf(given);
      const isFine = expected === 'any' || expected === type || expected.split(' | ').includes(type);
      return isFine ? given : unreadable(given, wantedBy(expected));
    }
    if ('fields' in expected) return readObject(expected, given);
    if ('items' in expected)
      return Array.isArray(given) ? readItems(expected.items, given) : unreadable(given, 'an array');
    if (typeof given !== 'string') return unreadable(given, 'a string');
    if (!expected.includes(given)) report('unknown-value', 'has a value that the specification does not name');
    return given;
  }

  function readItems(shape: Shape, given: readonly unknown[]): unknown {
    if (shape === 'any') return given;
    const items: unknown[] = [];
    let isSame = true;
    arrays += 1;
    for (const [index, item] of given.entries()) {
      const result = readAt(index, shape, item);
      isSame &&= result === item;
      if (!(result instanceof Unreadable)) items.push(result);
    }
    arrays -= 1;
    return isSame ? given : items;
  }

  function readObject(shape: ObjectShape, given: unknown): unknown {
    if (typeOf(given) !== 'object') return unreadable(given, 'an object');
    const { fields, others, needed = [], expected = [] } = shape;
    const parts = given as Readonly<Record<string, unknown>>; // An object of JSON.
    const changes = new Map<string, unknown>();
    const take = (key: string, part: Shape): void => {
      const result = readAt(key, part, parts[key]);
      if (result !== parts[key]) changes.set(key, result);
    };
    for (const key of Object.keys(fields)) {
      const part = fields[key] ?? 'any';
      if (Object.hasOwn(parts, key) && parts[key] !== undefined) take(key, part);
      else if (needed.includes(key)) changes.set(key, new Unreadable(reportMissing(key)));
      else if (expects && expected.includes(key)) reportMissing(key);
    }
    if (others !== undefined) {
      for (const key of Object.keys(parts)) if (!Object.hasOwn(fields, key)) take(key, others);
    }
    if (changes.size === 0) return given;
    for (const key of needed) {
      const part = changes.get(key);
      if (part instanceof Unreadable) return part;
    }
    const kept = Object.entries(parts).map(([key, part]) => [key, changes.has(key) ? changes.get(key) : part] as const);
    return Object.fromEntries(kept.filter(([, part]) => !(part instanceof Unreadable)));
  }

  function readAt(key: PathKey, shape: Shape, given: unknown): unknown {
    path.push(key);
    const result = read(shape, given);
    path.pop();
    return result;
  }

  function reportMissing(key: string): ReadingIssue {
    path.push(key);
    const issue = report('missing', 'is missing');
    path.pop();
    return issue;
  }

  const result = read(shape, value);
  // The type is made from the same schema as the shape.
  return result instanceof Unreadable ? { issues, blocker: result.issue } : { value: result as Body, issues };
}

/** Reads a value of which every part must have its type; otherwise it returns undefined. */
export function readWhole<Body>(shape: BodyShape<Body>, value: unknown): Body | undefined {
  const { value: read, issues } = readAs(shape, value, { expects: false });
  return issues.some(({ code }) => code === 'wrong-type') ? undefined : read;
}

/** Writes a path for people, cut if it is long. */
export function shownPath(path: readonly PathKey[]): string {
  if (path.length === 0) return 'the body';
  const keys = path.slice(0, 6).map((key) => (String(key).length > 40 ? `${String(key).slice(0, 40)}…` : String(key)));
  return `${keys.join('.')}${path.length > keys.length ? '…' : ''}`;
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  null: 'null',
  array: 'an array',
  object: 'an object',
  undefined: 'undefined',
};

function wantedBy(types: string): string {
  return types
    .split(' | ')
    .map((type) => NAMES[type] ?? type)
    .join(' or ');
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
