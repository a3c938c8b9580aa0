import { clipped, ellipse, rectangle, type Colour, type Shape } from './shape.ts';

const SKIN: Colour = [214, 220, 228];
const SHADE: Colour = [188, 197, 208];
const MARK: Colour = [92, 106, 122];
const CLOTHES: Colour = [124, 140, 158];

/**
 * Draws a face placeholder: a mannequin in greys, nobody's face.
 *
 * @param options.turn How far the head is turned, from -1 (its right) to 1 (its left).
 * @param options.box Where to draw; shoulders are cut off at its edges.
 */
export function face(options: {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly turn: number;
}): readonly Shape[] {
  const { x, y, width, height, turn } = options;
  const headWidth = width * 0.5;
  const headHeight = height * 0.56;
  const headX = x + (width - headWidth) / 2;
  const headY = y + height * 0.1;
  const middle = x + width / 2 + turn * headWidth * 0.2;
  const eye = headWidth * 0.1;
  const eyeY = headY + headHeight * 0.42;
  const gap = headWidth * 0.2 * (1 - Math.abs(turn) * 0.25);
  const box = [x, y, x + width, y + height] as const;
  const dot = (centre: number): Shape =>
    ellipse({ x: centre - eye / 2, y: eyeY - eye / 2, width: eye, height: eye }, MARK);
  return [
    ellipse({ x: x + width * 0.06, y: y + height * 0.74, width: width * 0.88, height: height * 0.6 }, CLOTHES),
    rectangle(
      { x: x + width * 0.41, y: y + height * 0.58, width: width * 0.18, height: height * 0.26, radius: width * 0.08 },
      SHADE,
    ),
    ellipse({ x: headX, y: headY, width: headWidth, height: headHeight }, SKIN),
    dot(middle - gap),
    dot(middle + gap),
    rectangle(
      {
        x: middle - headWidth * 0.03 + turn * headWidth * 0.06,
        y: eyeY + headHeight * 0.06,
        width: headWidth * 0.06,
        height: headHeight * 0.17,
        radius: headWidth * 0.03,
      },
      SHADE,
    ),
    rectangle(
      {
        x: middle - headWidth * 0.13,
        y: headY + headHeight * 0.73,
        width: headWidth * 0.26,
        height: headHeight * 0.04,
        radius: headHeight * 0.02,
      },
      MARK,
    ),
  ].map((shape) => clipped(shape, box));
}
