import type { JsonPath } from '@idvkit/json';
import { signedImageUrl } from '@idvkit/schema';

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

/** What becomes of a value: it stays, where it has the shape that says nothing about anybody, or is replaced as a kind. */
export interface Treatment {
  readonly kind: Kind;
  /** Whether a text stays as it is. Default: never. */
  readonly keepsText?: (text: string) => boolean;
  /** Whether texts that stay are of no closed list, so that an original may be among them. Default: no. */
  readonly isOpen?: boolean;
  /** Whether numbers, `true` and `false` stay. Default: no. */
  readonly keepsNumbers?: boolean;
  readonly keepsFlags?: boolean;
}

/** A place in a body: what becomes of a value there, and which places are below it. */
export interface PolicyNode {
  readonly treatment: Treatment;
  /** Members by their key. */
  readonly members?: Readonly<Record<string, PolicyNode>>;
  /** All other members. Default: personal. */
  readonly others?: PolicyNode;
  /** Elements of an array. Default: personal. */
  readonly elements?: PolicyNode;
  /**
   * Whether the keys of the other members name things of the client's or the provider's, as the specification says of questions,
   * status columns and providers. Default: no; a key may be somebody's name.
   */
  readonly namesThings?: boolean;
}

/** What names of things look like: flows, questions, events. */
export const IDENTIFIER: RegExp = /^[A-Za-z][A-Za-z\d_.-]{0,63}$/;

/** Everything that is not named below: whoever wrote it, it may be about somebody. */
export const personal: PolicyNode = { treatment: { kind: 'text' } };

/** A value of a kind. */
export function leaf(kind: Kind, kept: Omit<Treatment, 'kind'> = {}): PolicyNode {
  return { treatment: { kind, ...kept } };
}

/** A text that stays where it looks the way it should. */
export function textLike(kept: (text: string) => boolean): PolicyNode {
  return leaf('text', { keepsText: kept });
}

/** A name of something that stays where it looks like one. */
export function nameLike(pattern: RegExp): PolicyNode {
  return leaf('text', { keepsText: (text) => pattern.test(text), isOpen: true });
}

/** An object of which the members are known, and what becomes of all others. */
export function object(members: Readonly<Record<string, PolicyNode>>, others?: PolicyNode): PolicyNode {
  return { treatment: { kind: 'text' }, members, ...(others !== undefined && { others }) };
}

/** A map of which the specification says what its keys name, but not which keys there are. */
export function named(others: PolicyNode, members: Readonly<Record<string, PolicyNode>> = {}): PolicyNode {
  return { ...object(members, others), namesThings: true };
}

/** An array of values that are all treated alike. */
export function array(elements: PolicyNode): PolicyNode {
  return { treatment: { kind: 'text' }, elements };
}

/** The node below another that a step of a path leads to. */
export function below(node: PolicyNode, step: string | number): PolicyNode {
  if (typeof step === 'number') return node.elements ?? personal;
  const member = node.members !== undefined && Object.hasOwn(node.members, step) ? node.members[step] : undefined;
  return member ?? node.others ?? personal;
}

/** A node whose values stay as they are, at every depth: what a user declared to be about nobody. */
export const kept: { -readonly [Member in keyof PolicyNode]: PolicyNode[Member] } = {
  treatment: { kind: 'text', keepsText: () => true, keepsNumbers: true, keepsFlags: true },
};
kept.others = kept;
kept.elements = kept;

/** The node at a path, from the node at its beginning. */
export function nodeAt(root: PolicyNode, path: JsonPath, keep: KeptPaths): PolicyNode {
  return path.reduce<PolicyNode>((node, step, at) => nextNode(node, step, path.slice(0, at + 1), keep), root);
}

/** The node at a path, from the node above it. */
export function nextNode(above: PolicyNode, step: string | number, path: JsonPath, keep: KeptPaths): PolicyNode {
  return keep.some((pattern) => matchesPath(pattern, path)) ? kept : below(above, step);
}

/** Whether a path of values to keep leads to a path; `*` is any step. */
export function matchesPath(pattern: readonly string[], path: JsonPath): boolean {
  return pattern.length === path.length && pattern.every((step, at) => step === '*' || step === String(path[at]));
}

/**
 * Tells whether a key may stay: the specification shows it there, or says that such keys name things, or it is made of words of
 * fields alone. Any other may be somebody's.
 */
export function keepsKey({ members, namesThings }: PolicyNode, key: string): boolean {
  if (key === '' || (members !== undefined && Object.hasOwn(members, key))) return true;
  return (namesThings === true && IDENTIFIER.test(key)) || isPlainName(key);
}

/** Tells whether a text is a signed image URL. @see Specification, "Signed image URL" */
export function isImageUrl(text: string): boolean {
  return signedImageUrl.safeParse(text).success;
}
