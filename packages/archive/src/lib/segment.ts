import { closeSync, constants, existsSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { systemErrorCode } from '@idvkit/cli-kit';
import type { SegmentRange } from '@idvkit/schema/formats';

/** Small bodies that arrive in parallel and share a file. Fewer have a file each: making files costs most of a capture's time. */
export const MIN_SEGMENT_BODIES = 8;

/** Where a segment is in a folder of bodies. */
export function segmentPath(bodies: string, name: string): string {
  return join(bodies, name.slice(0, 2), `${name}.segment`);
}

/** Writes a body to its place in a segment that is damaged or missing, without syncing it. */
export function restoreInSegment(path: string, { start }: SegmentRange, bytes: Uint8Array): void {
  if (!existsSync(dirname(path))) mkdirSync(dirname(path), { mode: 0o700 });
  withFile(path, constants.O_RDWR | constants.O_CREAT, (file) => writeAt(file, bytes, start));
}

/** Overwrites a body with zeros, without syncing them. @returns false if there is no segment. */
export function eraseInSegment(path: string, range: SegmentRange): boolean {
  const erase = (file: number): boolean => {
    writeAt(file, Buffer.alloc(bytesIn(file, range)), range.start);
    return true;
  };
  return unlessMissing(() => withFile(path, constants.O_RDWR, erase));
}

/** Checks whether anything is left of a body that was overwritten. */
export function isInSegment(path: string, range: SegmentRange): boolean {
  const look = (file: number): boolean => {
    const content = Buffer.alloc(bytesIn(file, range));
    readSync(file, content, 0, content.length, range.start);
    return content.some((byte) => byte !== 0);
  };
  return unlessMissing(() => withFile(path, constants.O_RDONLY, look));
}

/**
 * Finds parts of segments that share bytes but are not the same, which no capture writes.
 *
 * @returns pairs, in the order of their starts. Each such part is in one of them, or an equal part is.
 */
export function findOverlaps<Part extends { readonly segment: SegmentRange }>(
  parts: readonly Part[],
): readonly (readonly [earlier: Part, later: Part])[] {
  const pairs: [Part, Part][] = [];
  for (const group of Map.groupBy(parts, ({ segment }) => segment.name).values()) {
    let widest: Part | undefined;
    for (const part of group.toSorted((one, other) => one.segment.start - other.segment.start)) {
      if (widest !== undefined && isOverlap(widest.segment, part.segment)) pairs.push([widest, part]);
      if (widest === undefined || part.segment.end > widest.segment.end) widest = part;
    }
  }
  return pairs;
}

/** Checks whether two ranges share bytes, but are not the same. */
export function isOverlap(one: SegmentRange, other: SegmentRange): boolean {
  const isSame = one.start === other.start && one.end === other.end;
  return one.name === other.name && !isSame && Math.max(one.start, other.start) < Math.min(one.end, other.end);
}

/** Bytes of a range that a file has. */
function bytesIn(file: number, { start, end }: SegmentRange): number {
  return Math.max(0, Math.min(end, fstatSync(file).size) - start);
}

function writeAt(file: number, bytes: Uint8Array, start: number): void {
  for (let at = 0; at < bytes.byteLength;) at += writeSync(file, bytes, at, bytes.byteLength - at, start + at);
}

function withFile<Result>(path: string, flags: number, act: (file: number) => Result): Result {
  const file = openSync(path, flags | constants.O_NOFOLLOW, 0o600);
  try {
    return act(file);
  } finally {
    closeSync(file);
  }
}

function unlessMissing(act: () => boolean): boolean {
  try {
    return act();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
