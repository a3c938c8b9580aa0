import { formatPointer, type JsonPath } from '@idvkit/json';
import { signedImageUrl } from '@idvkit/schema';
import {
  fitsPrivacy,
  isKeyOfThing,
  PRIVACY_ROOT,
  privacyBelow,
  type FieldPrivacy,
  type PrivacyClass,
  type PrivacyNode,
} from '@idvkit/schema/privacy';

import { isPlainName } from './plain-names.ts';

/** Paths of values that a user says are about nobody; `*` is any step. */
export type KeptPaths = readonly (readonly string[])[];

/** What a value is taken for, which says how it is replaced. Reports count by it. */
export type Kind =
  | 'name'
  | 'national-id'
  | 'document-number'
  | 'date'
  | 'address'
  | 'slug'
  | 'identifier'
  | 'image-url'
  | 'text'
  | 'number'
  | 'flag'
  | 'key';

/** What scrubbing does with each class: values that fit it stay, or all are replaced as a kind. */
export const SCRUBBED_AS: Readonly<Record<PrivacyClass, 'stays' | Kind>> = {
  public: 'stays',
  enum: 'stays',
  term: 'stays',
  trait: 'stays',
  flag: 'stays',
  time: 'stays',
  count: 'stays',
  link: 'image-url',
  slug: 'slug',
  random: 'identifier',
  wording: 'text',
  person: 'text',
};

const PERSON: FieldPrivacy = { class: 'person' };

/** A position whose values stay as they are, at every depth: what a user declared to be about nobody. */
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
  return SCRUBBED_AS[privacy] === 'stays' && fitsPrivacy(text, node.privacy ?? PERSON);
}

/** Returns as what a value that does not stay is replaced. */
export function kindAt(node: PrivacyNode): Kind {
  const { class: privacy, kind } = node.privacy ?? PERSON;
  if (kind !== undefined) return kind;
  if (privacy === 'flag') return 'flag';
  if (privacy === 'count') return 'number';
  const as = SCRUBBED_AS[privacy];
  return as === 'stays' ? 'text' : as;
}

export function nodeAt(path: JsonPath, keep: KeptPaths): PrivacyNode {
  return path.reduce<PrivacyNode>((node, _, at) => nextNode(node, path.slice(0, at + 1), keep), PRIVACY_ROOT);
}

/** Returns the position at a path, from the one above it. */
export function nextNode(above: PrivacyNode, path: JsonPath, keep: KeptPaths): PrivacyNode {
  if (keep.some((pattern) => matchesPath(pattern, path))) return KEPT;
  const step = path.at(-1);
  return step === undefined ? above : privacyBelow(above, step);
}

/** Returns whether a path of values to keep leads to a path; `*` is any step. */
export function matchesPath(pattern: readonly string[], path: JsonPath): boolean {
  return pattern.length === path.length && pattern.every((step, at) => step === '*' || step === String(path[at]));
}

/** Returns whether a key may stay: the specification shows it, or says that such keys name things, or its words are those of fields. */
export function keepsKey(node: PrivacyNode, key: string): boolean {
  return key === '' || node === KEPT || isKeyOfThing(node, key) || isPlainName(key);
}

/** Returns a path of a delivery in which keys that may be somebody's name are `…`. */
export function shownPath(path: JsonPath): JsonPath {
  let node = PRIVACY_ROOT;
  return path.map((step) => {
    const isShown = typeof step === 'number' || keepsKey(node, step);
    node = privacyBelow(node, step);
    return isShown ? step : '…';
  });
}

/** Writes the {@link shownPath} as a JSON pointer. */
export function shownPointer(path: JsonPath): string {
  return formatPointer(shownPath(path));
}

/** Returns whether a text is a signed image URL. @see Specification, "Signed image URL" */
export function isImageUrl(text: string): boolean {
  return signedImageUrl.safeParse(text).success;
}
