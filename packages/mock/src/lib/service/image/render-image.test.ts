import { describe, expect, it } from 'vitest';

import type { ImageSubject } from '../../behaviour/hooks/behaviour.ts';
import { renderImage } from './render-image.ts';

const subjects: readonly ImageSubject[] = [
  { kind: 'document', attempt: 0, frame: 1 },
  { kind: 'document', attempt: 1, frame: 1 },
  { kind: 'portrait', attempt: 0, frame: 1 },
  { kind: 'liveness', attempt: 0, frame: 1 },
  { kind: 'liveness', attempt: 1, frame: 1 },
  { kind: 'liveness', attempt: 1, frame: 2 },
];

function sizeOf(bytes: Uint8Array): readonly [number, number] {
  const file = Buffer.from(bytes);
  return [file.readUInt32BE(16), file.readUInt32BE(20)];
}

describe('renderImage()', () => {
  it('gives small PNGs', () => {
    for (const subject of subjects) {
      const { contentType, bytes } = renderImage(subject);
      expect(contentType).toBe('image/png');
      expect(Buffer.from(bytes.subarray(1, 4)).toString()).toBe('PNG');
      expect(bytes.length).toBeLessThan(8_192);
    }
  });

  it('draws documents across, portraits and frames upright', () => {
    expect(subjects.map((subject) => sizeOf(renderImage(subject).bytes))).toEqual([
      [400, 270],
      [400, 270],
      [160, 200],
      [240, 320],
      [240, 320],
      [240, 320],
    ]);
  });

  it('tells kinds, attempts and frames apart', () => {
    const all = subjects.map((subject) => Buffer.from(renderImage(subject).bytes).toString('base64'));
    expect(new Set(all).size).toBe(subjects.length);
  });

  it('gives the same bytes for the same subject', () => {
    for (const subject of subjects) {
      expect(renderImage({ ...subject }).bytes).toEqual(renderImage(subject).bytes);
    }
  });

  it('draws frames and attempts beyond those that it knows', () => {
    expect(sizeOf(renderImage({ kind: 'liveness', attempt: 40, frame: 9 }).bytes)).toEqual([240, 320]);
  });
});
