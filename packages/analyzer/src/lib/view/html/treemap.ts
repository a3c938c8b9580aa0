import { html, type Html } from '@idvkit/cli-kit/html';
import { countText, sizeText } from '@idvkit/cli-kit/text';
import type { SizeNode } from '@idvkit/schema/formats';
import { hierarchy, treemap, treemapSquarify, type HierarchyRectangularNode } from 'd3-hierarchy';

/** A part of a payload as the map draws it. */
interface Part {
  /** From the root: `extra.identity_aml`. */
  readonly path: string;
  /** Text on its tile. */
  readonly name: string;
  readonly bytes: number;
  readonly count: number | undefined;
  readonly parts: readonly Part[];
}

/** Sizes of the map in pixels: for a wide screen and for a phone. */
const SHAPES = [
  { className: 'wide', width: 1024, height: 440 },
  { className: 'narrow', width: 328, height: 420 },
] as const;
const HUES = 6;
/** A part with a larger share of its container than this stands for it. */
const ALL_BUT_ALL = 0.97;
/** Tiles below this many square pixels are not drawn. */
const SMALLEST_TILE = 20;
const HEADING_HEIGHT = 18;
const CHARACTER_WIDTH = 6.6;

/**
 * Draws what takes the bytes of a payload, a tile for each part, as large as its share. Each tile is a link to the row of the
 * table that says the same.
 */
export function sizeMap(tree: SizeNode, rowOf: (path: string) => string | undefined): Html {
  const root = toPart(tree, '');
  return html`${SHAPES.map(({ className, width, height }) => {
    const drawn = treemap<Part>()
      .tile(treemapSquarify.ratio(1.4))
      .size([width, height])
      .paddingInner(2)
      .paddingOuter(3)
      .paddingTop((node) => (hasHeading(node) ? HEADING_HEIGHT + 3 : 3))
      .round(true)(hierarchy(root, ({ parts }) => [...parts]).sum(ownBytes));
    const hues = new Map(coloured(drawn).map((node, index) => [node.data.path, index % HUES]));
    const hueOf = (node: HierarchyRectangularNode<Part>): number | undefined =>
      node
        .ancestors()
        .map(({ data }) => hues.get(data.path))
        .find((hue) => hue !== undefined);
    const tiles = drawn
      .descendants()
      .filter((node) => node.depth > 0 && areaOf(node) >= SMALLEST_TILE)
      .map((node) => tile(node, { whole: tree.bytes, hue: hueOf(node), target: rowOf(node.data.path) }));
    return html`<svg
      class="map ${className}"
      viewBox="0 0 ${width} ${height}"
      width="${width}"
      height="${height}"
      role="group"
      aria-label="Parts of the payload by size"
    >
      ${tiles}
    </svg>`;
  })}`;
}

function tile(
  node: HierarchyRectangularNode<Part>,
  {
    whole,
    hue,
    target,
  }: { readonly whole: number; readonly hue: number | undefined; readonly target: string | undefined },
): Html {
  const { path, name, bytes, count } = node.data;
  const { x0, x1, y0, y1 } = node;
  const [width, height] = [x1 - x0, y1 - y0];
  const size = sizeText(bytes);
  const times = count === undefined ? '' : ` in ${countText(count)}`;
  const told = `${path}: ${size}${times}, ${shareText(bytes, whole)}`;
  const isLeaf = node.children === undefined || node.children.every((child) => areaOf(child) < SMALLEST_TILE);
  const label = isLeaf || hasHeading(node) ? fitted(name, width - 10) : '';
  const hasSize =
    label !== '' && (isLeaf ? height >= 38 && fits(size, width - 10) : fits(`${label} ${size}`, width - 18));
  return html`<a
    class="${hue !== undefined && `hue${hue} `}${isLeaf ? 'leaf' : 'group'} depth${Math.min(node.depth, 4)}"
    ${target !== undefined && html` href="#${target}"`}
    ><title>${told}</title
    ><rect x="${x0}" y="${y0}" width="${width}" height="${height}" rx="3"></rect
    >${label !== '' && height >= HEADING_HEIGHT && html`<text x="${x0 + 5}" y="${y0 + 14}">${label}</text>`}${hasSize && isLeaf && html`<text class="size" x="${x0 + 5}" y="${y0 + 30}">${size}</text>`}${hasSize && !isLeaf && html`<text class="size" x="${x1 - 5}" y="${y0 + 14}" text-anchor="end">${size}</text>`}</a
  >`;
}

function hasHeading({ depth, x0, x1, y0, y1 }: HierarchyRectangularNode<Part>): boolean {
  return depth > 0 && x1 - x0 >= 56 && y1 - y0 >= 48;
}

function areaOf({ x0, x1, y0, y1 }: HierarchyRectangularNode<Part>): number {
  return (x1 - x0) * (y1 - y0);
}

/** The parts that have a colour of their own: the largest is taken apart until a few can be told from each other. */
function coloured(root: HierarchyRectangularNode<Part>): readonly HierarchyRectangularNode<Part>[] {
  let nodes = root.children ?? [];
  const share = ({ data }: HierarchyRectangularNode<Part>): number => data.bytes / Math.max(1, root.data.bytes);
  while (nodes.filter((node) => share(node) > 0.02).length < HUES - 2) {
    const [largest] = nodes
      .filter(({ children }) => children !== undefined)
      .toSorted((a, b) => b.data.bytes - a.data.bytes);
    if (!largest || share(largest) < 0.2) break;
    nodes = nodes.flatMap((node) => (node === largest ? (node.children ?? []) : [node]));
  }
  return nodes.toSorted((a, b) => b.data.bytes - a.data.bytes);
}

/** Bytes that no part of it accounts for: keys, punctuation, white space. */
function ownBytes({ bytes, parts }: Part): number {
  return Math.max(0, bytes - parts.reduce((sum, part) => sum + part.bytes, 0));
}

/** Leaves out containers that hold hardly anything but one part: that part is what there is to see. */
function toPart(node: SizeNode, container: string): Part {
  let path = pathTo(container, node.name);
  let name = node.name;
  let inner = node;
  for (let only = mainPartOf(inner); only; only = mainPartOf(inner)) {
    path = pathTo(path, only.name);
    name = only.name;
    inner = only;
  }
  return {
    path,
    name: name.startsWith('[') ? tailOf(path) : name,
    bytes: node.bytes,
    count: inner.count,
    parts: inner.parts.map((part) => toPart(part, path)),
  };
}

function mainPartOf({ bytes, parts }: SizeNode): SizeNode | undefined {
  const [first, second] = parts;
  const isMain = first && (first.bytes > bytes * ALL_BUT_ALL || (first.name === '[]' && second === undefined));
  return isMain ? first : undefined;
}

/** Joins a path and a name: keys by dots, indices as they are. */
export function pathTo(container: string, name: string): string {
  return container === '' || name.startsWith('[') ? container + name : `${container}.${name}`;
}

function tailOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** Writes a share for people: `97.3 %`, `0.02 %`. */
export function shareText(part: number, whole: number): string {
  const share = whole === 0 ? 0 : (part / whole) * 100;
  return `${share === 0 || share >= 99.95 ? share.toFixed(0) : share.toPrecision(share < 1 ? 1 : 3)} %`;
}

function fits(text: string, width: number): boolean {
  return text.length * CHARACTER_WIDTH <= width;
}

function fitted(text: string, width: number): string {
  const room = Math.floor(width / CHARACTER_WIDTH);
  return text.length <= room ? text : room < 4 ? '' : `${text.slice(0, room - 1)}…`;
}
