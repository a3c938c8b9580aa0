import { rectangle, type Colour, type Shape } from './shape.ts';

/** Seven rows of five dots per letter, each row a number in base 32 with its leftmost dot first. */
const GLYPHS: Readonly<Record<string, string>> = {
  A: 'ehhvhhh',
  C: 'ehggghe',
  D: 'uhhhhhu',
  E: 'vgguggv',
  I: 'e44444e',
  L: 'ggggggv',
  M: 'hrllhhh',
  N: 'hhpljhh',
  O: 'ehhhhhe',
  P: 'uhhuggg',
  R: 'uhhukih',
  S: 'fgge11u',
  T: 'v444444',
  U: 'hhhhhhe',
  V: 'hhhhha4',
  '0': 'ehjlphe',
  '1': '4c4444e',
  '2': 'eh1248v',
  '3': 'v2421he',
  '4': '26aiv22',
  '5': 'vgu11he',
  '6': '68guhhe',
  '7': 'v124888',
  '8': 'ehhehhe',
  '9': 'ehhf12c',
  '<': '248g842',
};

const ROWS = 7;
const COLUMNS = 5;

/** Width in pixels of a text whose dots are `dot` pixels wide. */
export function textWidth(text: string, dot: number): number {
  return Math.max(0, text.length * (COLUMNS + 1) - 1) * dot;
}

/** Writes text in dots, each `dot` pixels wide; a character without a glyph is left blank. */
export function text(
  written: string,
  at: { readonly x: number; readonly y: number; readonly dot: number },
  colour: Colour,
): readonly Shape[] {
  return written.split('').flatMap((character, index) =>
    (GLYPHS[character] ?? '')
      .split('')
      .slice(0, ROWS)
      .flatMap((row, line) =>
        Array.from({ length: COLUMNS }, (_, column) => column)
          .filter((column) => (Number.parseInt(row, 32) >> (COLUMNS - 1 - column)) & 1)
          .map((column) =>
            rectangle(
              {
                x: at.x + (index * (COLUMNS + 1) + column) * at.dot,
                y: at.y + line * at.dot,
                width: at.dot,
                height: at.dot,
              },
              colour,
            ),
          ),
      ),
  );
}
