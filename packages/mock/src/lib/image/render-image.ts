import type { ImageRenderer, ImageSubject } from '../service/hosted-form.ts';
import { draw } from './draw.ts';
import { face } from './face.ts';
import { encodePng, type Raster } from './png.ts';
import { rectangle, type Colour, type Shape } from './shape.ts';
import { text, textWidth } from './text.ts';

const PAPER: Colour = [246, 248, 250];
const TABLE: Colour = [74, 84, 96];
const BAND: Colour = [11, 97, 88];
const INK: Colour = [120, 134, 150];
const FAINT: Colour = [205, 213, 222];
const WHITE: Colour = [255, 255, 255];
const ROOM: Colour = [236, 240, 244];

/** How far the head is turned in each frame of a liveness try; further frames look straight on again. */
const TURNS = [0, 0.9] as const;

const drawn = new Map<string, Uint8Array>();

/**
 * Draws the image behind a signed URL: a specimen document, its portrait, or a frame of a liveness try. All of them are
 * plainly synthetic and show nobody; the same subject always gives the same bytes.
 */
export const renderImage: ImageRenderer = (subject) => {
  const name = JSON.stringify([subject.kind, subject.attempt, subject.frame]);
  const bytes = drawn.get(name) ?? encodePng(rasterOf(subject));
  drawn.set(name, bytes);
  return { contentType: 'image/png', bytes };
};

function rasterOf({ kind, attempt, frame }: ImageSubject): Raster {
  switch (kind) {
    case 'document':
      return draw({ width: 400, height: 270, ground: TABLE }, documentCard(attempt));
    case 'portrait':
      return draw({ width: 160, height: 200, ground: ROOM }, [
        ...face({ x: 0, y: 0, width: 160, height: 200, turn: 0 }),
        ...caption('SPECIMEN', { width: 160, y: 180, dot: 2, colour: WHITE }),
      ]);
    case 'liveness':
      break;
  }
  return draw({ width: 240, height: 320, ground: ROOM }, [
    ...face({ x: 10, y: 20, width: 220, height: 300, turn: TURNS[frame - 1] ?? 0 }),
    ...caption(attempt > 0 ? `TEST ${attempt} ${frame}` : 'TEST', { width: 240, y: 10, dot: 2, colour: INK }),
  ]);
}

function documentCard(attempt: number): readonly Shape[] {
  const [x, y, width, height] = [20, 15, 360, 240];
  const line = (top: number, length: number, colour: Colour): Shape =>
    rectangle({ x: x + 136, y: y + top, width: length, height: 8, radius: 4 }, colour);
  return [
    rectangle({ x, y, width, height, radius: 16 }, PAPER),
    rectangle({ x: x + 16, y: y + 16, width: width - 32, height: 30, radius: 8 }, BAND),
    ...text('SPECIMEN DOCUMENT', { x: x + 28, y: y + 24, dot: 2 }, WHITE),
    rectangle({ x: x + 16, y: y + 60, width: 104, height: 130, radius: 8 }, FAINT),
    ...face({ x: x + 16, y: y + 60, width: 104, height: 130, turn: 0 }),
    ...[
      [66, 150, INK],
      [88, 190, FAINT],
      [110, 120, INK],
      [132, 170, FAINT],
      [154, 90, INK],
      [176, 140, FAINT],
    ].map(([top, length, colour]) => line(Number(top), Number(length), colour as Colour)),
    ...text(`TEST<<${attempt}<<<<<<<<<<<<<<<<<<<`, { x: x + 18, y: y + 208, dot: 2 }, INK),
  ];
}

function caption(
  written: string,
  at: { readonly width: number; readonly y: number; readonly dot: number; readonly colour: Colour },
): readonly Shape[] {
  return text(written, { x: Math.round((at.width - textWidth(written, at.dot)) / 2), y: at.y, dot: at.dot }, at.colour);
}
