import type { ValueKind } from '@idvkit/json';

import type { BodySource, ByteSpan } from './body-source.ts';
import { indexMembers, type Member } from './index-members.ts';

export interface DiffSide {
  readonly kind: ValueKind;
  /** Length of the value's JSON text. */
  readonly bytes: number;
  /** The text, up to {@link SHOWN_BYTES} of it; of a container nothing. */
  readonly text: string;
}

export interface BodyDifference {
  /** Keys and indices; the second value of a repeated key has `#2` at the end of its key. */
  readonly path: readonly string[];
  readonly before?: DiffSide;
  readonly after?: DiffSide;
  /** True where both say the same in different bytes: `70.0` and `70`, `"\u00e9"` and `"é"`. */
  readonly isSameValue?: boolean;
}

/** Bytes of a value that are kept of a difference. */
const SHOWN_BYTES = 400;

/**
 * Compares two bodies value by value, by path and index; order of keys and white space do not count.
 * Memory grows with the members of one container, not with the bodies. @throws {JsonTextError} if a body is not JSON.
 */
export async function* diffBodies(
  before: BodySource,
  after: BodySource,
): AsyncGenerator<BodyDifference, void, undefined> {
  yield* diffSpans(before, after, { path: [], spans: [whole(before), whole(after)] });
}

async function* diffSpans(
  before: BodySource,
  after: BodySource,
  { path, spans: [one, other] }: { readonly path: readonly string[]; readonly spans: readonly [ByteSpan, ByteSpan] },
): AsyncGenerator<BodyDifference, void, undefined> {
  const [left, right] = [await indexMembers(before, one), await indexMembers(after, other)];
  if (left.self.hash === right.self.hash) return;
  if (left.self.kind !== right.self.kind || !isContainer(left.self)) {
    yield await changed(path, [before, left.self], [after, right.self]);
    return;
  }
  for (const [name, member] of left.members) {
    const counterpart = right.members.get(name);
    const at = [...path, name];
    if (!counterpart) yield { path: at, before: await sideOf(before, member) };
    else if (counterpart.hash === member.hash) continue;
    else if (counterpart.kind === member.kind && isContainer(member)) {
      yield* diffSpans(before, after, { path: at, spans: [member, counterpart] });
    } else yield await changed(at, [before, member], [after, counterpart]);
  }
  for (const [name, member] of right.members) {
    if (!left.members.has(name)) yield { path: [...path, name], after: await sideOf(after, member) };
  }
}

const TIME = /^"\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:\d\d)"$/;

/** Returns whether both sides are times, which nearly always differ. */
export function isTimeChange({ before, after }: BodyDifference): boolean {
  return before !== undefined && after !== undefined && TIME.test(before.text) && TIME.test(after.text);
}

function whole({ bytes }: BodySource): ByteSpan {
  return { start: 0, end: bytes };
}

function isContainer({ kind }: Member): boolean {
  return kind === 'object' || kind === 'array';
}

async function changed(
  path: readonly string[],
  [before, one]: readonly [BodySource, Member],
  [after, other]: readonly [BodySource, Member],
): Promise<BodyDifference> {
  const [left, right] = [await sideOf(before, one), await sideOf(after, other)];
  const isSameValue = valueOf(left) !== undefined && valueOf(left) === valueOf(right);
  return { path, before: left, after: right, ...(isSameValue && { isSameValue }) };
}

async function sideOf(source: BodySource, member: Member): Promise<DiffSide> {
  const { kind, start, end } = member;
  if (isContainer(member)) return { kind, bytes: end - start, text: '' };
  const parts: Uint8Array[] = [];
  for await (const part of await source.read({ start, end: Math.min(end, start + SHOWN_BYTES) })) parts.push(part);
  return { kind, bytes: end - start, text: Buffer.concat(parts).toString() };
}

/** Returns the value of a complete text, as a text that can be compared. */
function valueOf({ kind, bytes, text }: DiffSide): string | undefined {
  if (Buffer.byteLength(text) !== bytes || kind === 'object' || kind === 'array') return undefined;
  // Beyond this, numbers that differ could read as the same.
  if (kind === 'number' && /\d{16}/.test(text.replace('.', ''))) return undefined;
  return JSON.stringify(JSON.parse(text));
}
