import { createHash } from 'node:crypto';

/** A body of an exact size, made as it is read. */
export interface SizedBody {
  readonly bytes: number;
  /** Bytes before the first hit; a fresh delivery changes none after them. */
  readonly headBytes: number;
  parts(): Generator<Buffer>;
}

const HEAD =
  '{"event":{"type":"submit_form","version":1,"nounce":"n1","created_at":"2026-01-05T03:00:00+00:00"},"extra":{"identity_aml":{"a":[';
const END = ']}}}';
const PART_BYTES = 2 ** 20;

/**
 * Makes a delivery of that size: JSON that looks like hits of a screening. Below the size of the smallest such it is a number
 * of so many digits.
 */
export function sizedBody(bytes: number): SizedBody {
  const hits = Array.from(
    { length: PART_BYTES / 64 },
    (_, index) => `{"score": 70.${String(index).padStart(5, '0')}, "name": "\u0e2a\\u0e21 ${'x'.repeat(20)}"},\n`,
  );
  const block = Buffer.from(hits.join(''));
  return {
    bytes,
    headBytes: HEAD.length,
    *parts() {
      const room = bytes - HEAD.length - END.length - 1;
      if (room < 0) {
        yield Buffer.alloc(bytes, '7');
        return;
      }
      yield Buffer.from(HEAD);
      let left = room;
      for (; left >= block.length; left -= block.length) yield block;
      // A last element, which takes what is left.
      yield Buffer.from(`0${' '.repeat(left)}`);
      yield Buffer.from(END);
    },
  };
}

/** SHA-256 of all bytes, and of those after the head. */
export function hashesOf(body: SizedBody): { readonly whole: string; readonly rest: string } {
  const [whole, rest] = [createHash('sha256'), createHash('sha256')];
  let at = 0;
  for (const part of body.parts()) {
    whole.update(part);
    rest.update(part.subarray(Math.max(0, body.headBytes - at)));
    at += part.length;
  }
  return { whole: whole.digest('hex'), rest: rest.digest('hex') };
}
