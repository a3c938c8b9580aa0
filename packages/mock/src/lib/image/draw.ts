import type { Raster } from './png.ts';
import type { Colour, Shape } from './shape.ts';

/** Draws shapes one over the other, with smooth edges. */
export function draw(
  size: { readonly width: number; readonly height: number; readonly ground: Colour },
  shapes: readonly Shape[],
): Raster {
  const { width, height, ground } = size;
  const pixels = new Uint8Array(width * height * 3);
  for (let index = 0; index < pixels.length; index += 1) pixels[index] = ground[index % 3] ?? 0;
  for (const shape of shapes) paint({ width, height, pixels }, shape);
  return { width, height, pixels };
}

function paint({ width, height, pixels }: Raster, { box, colour, distance }: Shape): void {
  const [left, top] = [Math.max(0, Math.floor(box[0])), Math.max(0, Math.floor(box[1]))];
  const [right, bottom] = [Math.min(width, Math.ceil(box[2])), Math.min(height, Math.ceil(box[3]))];
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const covered = Math.min(1, Math.max(0, 0.5 - distance(x + 0.5, y + 0.5)));
      if (covered === 0) continue;
      const at = (y * width + x) * 3;
      for (const channel of [0, 1, 2] as const) {
        const under = pixels[at + channel] ?? 0;
        pixels[at + channel] = Math.round(under + (colour[channel] - under) * covered);
      }
    }
  }
}
