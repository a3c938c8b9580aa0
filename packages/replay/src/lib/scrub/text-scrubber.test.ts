import { describe, expect, it } from 'vitest';

import { bestProcessorMs } from '../../../../../tools/testing/processor-time.ts';
import { ScrubKey } from './scrub-key.ts';
import { TextScrubber } from './text-scrubber.ts';

const scrubber = new TextScrubber(ScrubKey.of('5c'.repeat(32)));

describe('TextScrubber', () => {
  it('replaces the digits of an id alike, whatever stands between them', () => {
    const plain = scrubber.text('1101700230708');
    for (const between of ['.', ' ', ', ', ' - ', '_', '–', '\u200b', '•']) {
      const made = scrubber.text(Array.from('1101700230708').join(between));
      expect(made).toBe(Array.from(plain).join(between));
    }
    expect(scrubber.text('1.1017.00230.70:8').replaceAll(/\D/g, '')).toBe(plain);
  });

  it('has no table for digits that stand apart', () => {
    const made = ['1 2 3 4 5 6', '1 2 3 4 5 7', '1 2 3 4 6 5', '7 2 3 4 5 6'].map((text) => scrubber.text(text));
    expect(new Set(made.map((text) => text.split(' ').slice(1, 4).join(' '))).size).toBeGreaterThan(1);
    expect(scrubber.text('1 0 0 0 0 2')).not.toMatch(/0 0 0 0/);
  });

  it('gives a mobile number the same with its country, without, and in groups', () => {
    const [international, national, grouped] = ['+66812345678', '0812345678', '081-234-5678'].map((text) =>
      scrubber.text(text),
    );
    expect(international).toMatch(/^\+66\d{9}$/);
    expect(national).toBe(`0${international?.slice(3) ?? ''}`);
    expect(grouped?.replaceAll('-', '')).toBe(national);
    expect(national).not.toBe('0812345678');
  });

  it('replaces encoded text by text that can stand there', () => {
    for (const text of [encodeURIComponent('สมชาย'), '&#83;&#111;&#109;', String.raw`\u0e2a\u0e21`])
      expect(scrubber.text(text)).toMatch(/^[a-z]{5,}$/);
    expect(scrubber.text('50% of it, R&D')).toMatch(/^\d\d% [a-z]{2} [a-z]{2}, [A-Z]&[A-Z]$/);
  });

  it('takes time in proportion to long texts', () => {
    const times = [1, 8].map((factor) => {
      const texts = [
        '1'.repeat(20_000 * factor),
        '1 '.repeat(10_000 * factor),
        'a.'.repeat(10_000 * factor) + '%41',
        ':'.repeat(20_000 * factor),
      ];
      return bestProcessorMs(() => texts.map((text) => scrubber.text(text)), 2);
    }) as [number, number];
    expect(times[1]).toBeLessThan(20 * times[0] + 200);
  });
});
