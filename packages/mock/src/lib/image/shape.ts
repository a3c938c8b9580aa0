/** A colour: red, green, blue from 0 to 255. */
export type Colour = readonly [number, number, number];

/** Something to draw: how far each point is from its edge (negative inside), and its colour. */
export interface Shape {
  /** Left, top, right, bottom: nothing is drawn outside. */
  readonly box: readonly [number, number, number, number];
  readonly colour: Colour;
  readonly distance: (x: number, y: number) => number;
}

interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A rectangle with round corners of `radius` pixels; a capsule or a circle where that is half its height. */
export function rectangle(bounds: Bounds & { readonly radius?: number }, colour: Colour): Shape {
  const { x, y, width, height, radius = 0 } = bounds;
  const [centreX, centreY] = [x + width / 2, y + height / 2];
  const [halfWidth, halfHeight] = [width / 2 - radius, height / 2 - radius];
  return {
    box: [x, y, x + width, y + height],
    colour,
    distance: (px, py) => {
      const dx = Math.abs(px - centreX) - halfWidth;
      const dy = Math.abs(py - centreY) - halfHeight;
      return Math.sqrt(Math.max(dx, 0) ** 2 + Math.max(dy, 0) ** 2) + Math.min(Math.max(dx, dy), 0) - radius;
    },
  };
}

/** An ellipse that fills its bounds. */
export function ellipse({ x, y, width, height }: Bounds, colour: Colour): Shape {
  const [rx, ry] = [width / 2, height / 2];
  const [centreX, centreY] = [x + rx, y + ry];
  return {
    box: [x, y, x + width, y + height],
    colour,
    // Not the true distance, but near enough to it along the edge.
    distance: (px, py) => (Math.sqrt(((px - centreX) / rx) ** 2 + ((py - centreY) / ry) ** 2) - 1) * Math.min(rx, ry),
  };
}

/** The part of a shape that lies in a box: left, top, right, bottom. */
export function clipped(shape: Shape, to: Shape['box']): Shape {
  const [left, top, right, bottom] = shape.box;
  return {
    ...shape,
    box: [Math.max(left, to[0]), Math.max(top, to[1]), Math.min(right, to[2]), Math.min(bottom, to[3])],
  };
}
