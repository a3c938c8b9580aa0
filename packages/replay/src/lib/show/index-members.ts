import { createHash, type Hash } from 'node:crypto';

import { JsonScanner, JsonTextError, type ValueKind } from '@idvkit/json';

import type { BodySource, ByteSpan } from './body-source.ts';

/** A value of a body: where it stands, and the hash of its bytes. */
export interface Member extends ByteSpan {
  readonly kind: ValueKind;
  readonly hash: string;
}

/** Members of one container that are looked at. */
const MAX_MEMBERS = 2_000_000;

/**
 * Finds a value of a body and its direct members. The second of a repeated key is named with `#2` after it.
 * @throws {JsonTextError} if it is not JSON; `too-long` if a container has more than two million members.
 */
export async function indexMembers(
  source: BodySource,
  span: ByteSpan,
): Promise<{ readonly self: Member; readonly members: ReadonlyMap<string, Member> }> {
  const members = new Map<string, Member>();
  const repeats = new Map<string, number>();
  let self: Member | undefined;
  let whole: { start: number; hash: Hash } | undefined;
  let member: { name: string; start: number; hash: Hash } | undefined;
  let chunk: Uint8Array = new Uint8Array();
  let base = span.start;
  /** Feeds the bytes up to an offset that a hash was not fed yet. */
  const feed = (hashed: { start: number; hash: Hash }, end: number): Hash =>
    hashed.hash.update(chunk.subarray(Math.max(hashed.start - base, 0), Math.max(end - base, 0)));
  const scanner: JsonScanner = new JsonScanner({
    begin: (_kind, at) => {
      const start = span.start + at;
      const depth = scanner.path.length;
      if (depth === 0) whole = { start, hash: createHash('sha1') };
      if (depth !== 1) return;
      if (members.size === MAX_MEMBERS) {
        throw new JsonTextError('too-long', `A container has more than ${MAX_MEMBERS} members`, at);
      }
      member = { name: freeName(String(scanner.path[0]), members, repeats), start, hash: createHash('sha1') };
    },
    end: (kind, at) => {
      const end = span.start + at;
      const depth = scanner.path.length;
      if (depth === 1 && member) {
        members.set(member.name, { kind, start: member.start, end, hash: feed(member, end).digest('base64') });
        member = undefined;
      }
      if (depth === 0 && whole) {
        self = { kind, start: whole.start, end, hash: feed(whole, end).digest('base64') };
        whole = undefined;
      }
    },
  });
  try {
    for await (const part of await source.read(span)) {
      chunk = part;
      scanner.write(part);
      const end = base + part.length;
      if (member) feed(member, end);
      if (whole) feed(whole, end);
      base = end;
    }
    chunk = new Uint8Array();
    scanner.end();
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const what = error.message.replace(/ at byte \d+$/, '');
    throw new JsonTextError(error.problem, `${what} in capture ${source.capture}`, span.start + error.offset);
  }
  // A scan that ended in order came across a value.
  return { self: self ?? { ...span, kind: 'null', hash: '' }, members };
}

function freeName(name: string, members: ReadonlyMap<string, unknown>, repeats: Map<string, number>): string {
  if (!members.has(name)) return name;
  let count = repeats.get(name) ?? 2;
  while (members.has(`${name}#${count}`)) count += 1;
  repeats.set(name, count + 1);
  return `${name}#${count}`;
}
