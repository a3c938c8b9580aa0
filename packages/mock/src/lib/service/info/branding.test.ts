import { describe, expect, it } from 'vitest';

import { branding, type Palette } from './branding.ts';

/** Contrast of two colours as WCAG 2.2 defines it. */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

type Pair = readonly [keyof Palette, keyof Palette];

/** What is written on what. */
const texts: readonly Pair[] = [
  ['text', 'ground'],
  ['text', 'surface'],
  ['text', 'accent_soft'],
  ['text', 'notice_soft'],
  ['text', 'danger_soft'],
  ['muted', 'ground'],
  ['muted', 'surface'],
  ['on_accent', 'accent'],
  ['accent', 'accent_soft'],
  ['danger', 'surface'],
  ['danger', 'danger_soft'],
  ['danger', 'notice_soft'],
  ['notice', 'notice_soft'],
];

/** Edges and marks by which a control is made out, and what is around them. */
const marks: readonly Pair[] = [
  ['control', 'surface'],
  ['control', 'notice_soft'],
  ['accent', 'ground'],
  ['accent', 'surface'],
  ['accent', 'notice_soft'],
];

describe('branding', () => {
  it.each(Object.keys(branding.palettes) as (keyof typeof branding.palettes)[])(
    'has contrast enough when %s',
    (scheme) => {
      const palette = branding.palettes[scheme];
      const below = (pairs: readonly Pair[], least: number): readonly string[] =>
        pairs.filter(([one, other]) => contrast(palette[one], palette[other]) < least).map((pair) => pair.join(' on '));
      expect(below(texts, 4.5)).toEqual([]);
      expect(below(marks, 3)).toEqual([]);
    },
  );
});
