import { printable, counted, countText, sizeText } from '@idvkit/cli-kit';
import type { HitShape } from '@idvkit/schema/formats';

import type { ShapeChange } from '../shape/compare-shapes.ts';
import { foldShape, percent, ShapePaths, timesSeen, typesOf } from '../shape/shape-paths.ts';
import type { TerminalPage } from './terminal-page.ts';

/** Paths that are printed; the JSON Schema has all. */
const MAX_PATHS = 200;

/** Draws the shape of a provider's hits for a terminal: what is where, how often, and how large it is. */
export function terminalShape(provider: string, learned: HitShape, { paint, columns }: TerminalPage): string {
  const shape = foldShape(learned);
  const paths = new ShapePaths(shape);
  const rows = shape.paths.slice(0, MAX_PATHS).map((path) => ({
    path: path.path === '' ? '(hit)' : path.path,
    types: typesOf(path).join(' | '),
    presence: presenceText(paths.presenceOf(path)),
    size: `${sizeText(path.bytes / Math.max(1, timesSeen(path)))}, at most ${sizeText(path.maxBytes)}`,
    elements:
      path.arrays === 0
        ? ''
        : `${(path.elements / path.arrays).toFixed(1)} elements, at most ${countText(path.maxElements)}`,
  }));
  const width = (of: (row: (typeof rows)[number]) => string, most: number): number =>
    Math.min(most, Math.max(0, ...rows.map((row) => of(row).length)));
  const [pathWidth, typeWidth] = [
    width(({ path }) => path, Math.max(20, columns - 44)),
    width(({ types }) => types, 18),
  ];
  const lines = rows.map(({ path, types, presence, size, elements }) => {
    const name = printable(path, pathWidth).padEnd(pathWidth);
    return `${name}  ${paint('cyan', types.padEnd(typeWidth))}  ${presence.padStart(5)}  ${size}${paint('dim', elements && `, ${elements}`)}`;
  });
  const head = `Hits of ${printable(provider, 60)}: ${countText(shape.hits)} seen, ${countText(shape.paths.length)} paths${shape.exact ? '' : ', and more that are not told apart'}`;
  const left = shape.paths.length - rows.length;
  return [
    paint('bold', head),
    '',
    ...lines,
    ...(left > 0 ? [`and ${countText(left)} more paths: see --json`] : []),
    '',
  ].join('\n');
}

const SIGNS: Readonly<Record<ShapeChange['kind'], string>> = {
  added: '+',
  removed: '-',
  types: '~',
  presence: '~',
  bytes: '~',
  elements: '~',
};

/** Draws what changed between two shapes of a provider's hits. */
export function terminalShapeChanges(
  provider: string,
  changes: readonly ShapeChange[],
  { paint }: TerminalPage,
): string {
  if (changes.length === 0) return `The hits of ${printable(provider, 60)} have the shape that they had.\n`;
  const lines = changes.map(({ path, kind, before, after }) => {
    const colour = kind === 'added' ? 'green' : kind === 'removed' ? 'red' : 'yellow';
    const told = before === '' ? after : after === '' ? before : `${before} → ${after}`;
    return `${paint(colour, SIGNS[kind])} ${printable(path === '' ? '(hit)' : path, 120)}  ${kind}: ${printable(told, 120)}`;
  });
  const head = `Hits of ${printable(provider, 60)}: ${counted(changes.length, 'change')}`;
  return [paint('bold', head), '', ...lines, ''].join('\n');
}

function presenceText(share: number | undefined): string {
  return share === undefined ? '' : percent(share);
}
