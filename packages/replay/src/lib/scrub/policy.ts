import { formatPointer, type JsonPath } from '@idvkit/json';
import {
  fitsPrivacy,
  isKeyOfThing,
  isOneOf,
  PRIVACY_ROOT,
  privacyBelow,
  type FieldPrivacy,
  type PrivacyClass,
  type PrivacyNode,
} from '@idvkit/schema/privacy';

import { isPlainName } from './plain-names.ts';

/** Paths of values that a user declares to be about no person; `*` is any step. */
export type KeptPaths = readonly (readonly string[])[];

/** Kind of a value; decides its replacement. Reports count by it. */
export type Kind = NonNullable<FieldPrivacy['kind']> | 'slug' | 'image-url' | 'text' | 'number' | 'flag' | 'key';

/** Classes of which values that fit stay. Of any other class all values are replaced. */
const STAYS: ReadonlySet<PrivacyClass> = new Set(['public', 'enum', 'term', 'trait', 'flag', 'time', 'count'] as const);
const REPLACED_AS: Readonly<Partial<Record<PrivacyClass, Kind>>> = {
  flag: 'flag',
  count: 'number',
  link: 'image-url',
  slug: 'slug',
  random: 'identifier',
};

const PERSON: FieldPrivacy = { class: 'person' };

/** A position whose values stay as they are, at every depth: what a user declared to be about no person. */
export const KEPT: PrivacyNode = (() => {
  const below = new Map<string, PrivacyNode>();
  const node = { below };
  below.set('?', node).set('[]', node);
  return node;
})();

/** Returns whether a value stays: it is of a class that stays, and fits it. Of numbers only counts do, of flags only outcomes. */
export function staysAt(node: PrivacyNode, type: 'string' | 'number' | 'boolean', text: string): boolean {
  if (node === KEPT) return true;
  const { class: privacy } = node.privacy ?? PERSON;
  if (type === 'boolean') return privacy === 'flag';
  if (type === 'number' && privacy !== 'count') return false;
  return STAYS.has(privacy) && fitsPrivacy(text, node.privacy ?? PERSON);
}

/** Returns as what a value that does not stay is replaced. */
export function kindAt(node: PrivacyNode): Kind {
  const { class: privacy, kind } = node.privacy ?? PERSON;
  return kind ?? REPLACED_AS[privacy] ?? 'text';
}

/** Follows the positions of the values of a body while it is read. */
export class Positions {
  readonly #nodes: PrivacyNode[];
  readonly #keep: KeptPaths;

  constructor(root: PrivacyNode, keep: KeptPaths) {
    this.#nodes = [root];
    this.#keep = keep;
  }

  /** Goes to a path, after the one above it. */
  enter(path: JsonPath): void {
    const step = path.at(-1);
    if (step === undefined) return;
    const above = this.at(path.length - 1);
    this.#nodes[path.length] = this.#keep.some((pattern) => matchesPath(pattern, path))
      ? KEPT
      : privacyBelow(above, step);
  }

  at(depth: number): PrivacyNode {
    return this.#nodes[depth] ?? PRIVACY_ROOT;
  }

  /** Returns whether a path of values to keep names a key. Such a key is kept, too. */
  isKeyKept(path: JsonPath): boolean {
    const key = path.at(-1);
    return this.#keep.some((each) => each[path.length - 1] === key && matchesPath(each.slice(0, path.length), path));
  }
}

/** Returns whether a path of values to keep leads to a path; `*` is any step. */
function matchesPath(pattern: readonly string[], path: JsonPath): boolean {
  return pattern.length === path.length && pattern.every((step, at) => step === '*' || step === String(path[at]));
}

/** Returns whether a text that stays is a name that the client, the provider or the service gave. Other names may be a person's. */
export function isGivenName(node: PrivacyNode, text: string): boolean {
  const { class: privacy, values = [] } = node.privacy ?? PERSON;
  return privacy === 'public' && !isOneOf(text, values);
}

/**
 * Returns whether a key stays: `closed` if the specification shows it or its words are those of fields, `given` if keys there name things,
 * such as questions; `undefined` if it may be a person's name.
 */
export function keyAt(node: PrivacyNode, key: string): 'closed' | 'given' | undefined {
  if (key === '' || node === KEPT || node.below.has(key) || isPlainName(key)) return 'closed';
  return isKeyOfThing(node, key) ? 'given' : undefined;
}

/** Returns a path of a delivery in which keys that may be a person's name are `…`. */
export function shownPath(path: JsonPath): JsonPath {
  let node = PRIVACY_ROOT;
  return path.map((step) => {
    const isShown = typeof step === 'number' || keyAt(node, step) !== undefined;
    node = privacyBelow(node, step);
    return isShown ? step : '…';
  });
}

/** Writes the {@link shownPath} as a JSON pointer. */
export function shownPointer(path: JsonPath): string {
  return formatPointer(shownPath(path));
}
