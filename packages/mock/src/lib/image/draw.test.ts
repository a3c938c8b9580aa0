import { describe, expect, it } from 'vitest';

import { draw } from './draw.ts';
import { ellipse, rectangle } from './shape.ts';

const BLACK = [0, 0, 0] as const;
const WHITE = [255, 255, 255] as const;

function rowsOf(size: number, ...shapes: Parameters<typeof draw>[1]): readonly string[] {
  const { pixels } = draw({ width: size, height: size, ground: WHITE }, shapes);
  const shade = (value: number): string => (value === 255 ? '.' : value === 0 ? '#' : '+');
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => shade(pixels[(y * size + x) * 3] ?? 0)).join(''),
  );
}

describe('draw()', () => {
  it('fills rectangles to the pixel, and leaves out what is beyond the edge', () => {
    expect(rowsOf(4, rectangle({ x: 1, y: 2, width: 9, height: 1 }, BLACK))).toEqual(['....', '....', '.###', '....']);
  });

  it('draws one shape over the other', () => {
    const under = rectangle({ x: 0, y: 0, width: 3, height: 3 }, BLACK);
    const over = rectangle({ x: 1, y: 1, width: 1, height: 1 }, WHITE);
    expect(rowsOf(3, under, over)).toEqual(['###', '#.#', '###']);
  });

  it('smooths the edges of what is round', () => {
    const rows = rowsOf(8, ellipse({ x: 0, y: 0, width: 8, height: 8 }, BLACK));
    expect(rows).toEqual(rows.toReversed());
    expect(rows[0]?.[0]).toBe('.');
    expect(rows[1]?.[1]).toBe('+');
    expect(rows[4]).toBe('+######+');
  });
});
