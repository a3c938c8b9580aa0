import type { SizeNode } from '@idvkit/schema/formats';

import type { PathStatistics } from '../scan/hits-statistics.ts';
import { MAX_STEPS } from './shape-totals.ts';

/** Most parts of a container that are listed: its largest. */
const MAX_PARTS = 24;
/** Most parts of one document that are listed: its largest. Twice as many are remembered meanwhile. */
export const MAX_NODES = 1_024;

interface Node {
  readonly name: string;
  bytes: number;
  count?: number;
  readonly parts: Node[];
}

/** Adds up which parts of a document take how many bytes. */
export class SizeTree {
  readonly #root: Node = { name: '', bytes: 0, parts: [] };
  readonly #open: Node[] = [];
  #nodes = 0;
  #dropped = 0;

  /** Parts that were left out although their containers had room for them. */
  get dropped(): number {
    return this.#dropped;
  }

  open(name: string): void {
    this.#open.push(this.#open.length === 0 ? this.#root : { name, bytes: 0, parts: [] });
  }

  close(bytes: number): void {
    const node = this.#open.pop();
    if (node === undefined) return;
    node.bytes = bytes;
    this.#keep(this.#open.at(-1), node);
  }

  /** Adds a value that is not a container to the one that is open. */
  scalar(name: string, bytes: number): void {
    const parent = this.#open.at(-1);
    if (parent) this.#keep(parent, { name, bytes, parts: [] });
    else this.#root.bytes = bytes;
  }

  /** Adds the parts of all hits to the array of hits that is open. */
  hits(paths: readonly PathStatistics[]): void {
    const array = this.#open.at(-1);
    if (array === undefined) return;
    const nodes: { readonly node: Node; readonly parent: number; readonly depth: number }[] = [];
    for (const path of paths) {
      const name =
        path.parent < 0 ? (path.path === '' ? '[]' : path.path) : path.key === null ? '{*}' : (path.key ?? '[]');
      const node: Node = { name, bytes: path.bytes, count: occurrencesOf(path), parts: [] };
      // Containers come before what is in them.
      nodes.push({ node, parent: path.parent, depth: (nodes[path.parent]?.depth ?? -1) + 1 });
    }
    const tops: Node[] = [];
    for (const { node, parent, depth } of nodes) {
      const container = nodes[parent]?.node;
      if (!container) tops.push(node);
      else if (depth <= MAX_STEPS) insert(container, node);
    }
    for (const node of tops) {
      this.#nodes += partsIn(node).length;
      this.#keep(array, node);
    }
  }

  result(): SizeNode {
    return this.#root;
  }

  /** Closes what never ended. */
  finish(end: (depth: number) => number): void {
    while (this.#open.length > 0) this.close(end(this.#open.length - 1));
    this.#prune();
  }

  #keep(parent: Node | undefined, node: Node): void {
    if (parent === undefined) return;
    const left = insert(parent, node);
    this.#nodes += 1;
    if (left) this.#nodes -= 1 + partsIn(left).length;
    if (this.#nodes > 2 * MAX_NODES) this.#prune();
  }

  /** Keeps the largest of all parts. Each is smaller than its container, so no container is left out before its parts. */
  #prune(): void {
    // The first that is open is the root.
    const tops = [...new Set([this.#root, ...this.#open])];
    const all = tops.flatMap(partsIn).sort((a, b) => b.bytes - a.bytes);
    const small = new Set(all.splice(MAX_NODES));
    for (const node of [...tops, ...all]) {
      const kept = node.parts.filter((part) => !small.has(part));
      if (kept.length < node.parts.length) node.parts.splice(0, node.parts.length, ...kept);
    }
    this.#dropped += small.size;
    this.#nodes = all.length;
  }
}

/** Adds a part to its container. @returns The smallest part, if there are too many now. */
function insert({ parts }: Node, node: Node): Node | undefined {
  // Of parts of the same size, the earlier stands first.
  const place = parts.findIndex(({ bytes }) => bytes < node.bytes);
  parts.splice(place < 0 ? parts.length : place, 0, node);
  return parts.length > MAX_PARTS ? parts.pop() : undefined;
}

function partsIn({ parts }: Node): Node[] {
  return parts.flatMap((part) => [part, ...partsIn(part)]);
}

/** Returns how many values were seen at a path. */
export function occurrencesOf(path: PathStatistics): number {
  const { nulls, trues, falses, numbers, strings, objects, arrays } = path;
  return nulls + trues + falses + numbers + strings + objects + arrays;
}
