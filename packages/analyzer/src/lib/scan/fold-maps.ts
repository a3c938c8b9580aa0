/** A step of a path within hits: a key, `null` for elements of an array, `true` for the members of a map. */
export type Step = string | true | null;

/** A path, all that was counted there, and the paths in it. */
export interface PathNode<Counts> {
  readonly steps: readonly Step[];
  counts: Counts | undefined;
  readonly inner: Map<Step, PathNode<Counts>>;
}

/**
 * Puts counts of paths together: those of the same path, and those of all members of a map.
 *
 * @param isMap Returns true for an object whose keys are data. A path that has members of a map is one anyway.
 * @returns Paths with steps of a map for its keys; containers come before what is in them.
 */
export function foldMaps<Counts>(
  paths: Iterable<readonly [steps: readonly Step[], counts: Counts]>,
  merge: (a: Counts, b: Counts) => Counts,
  isMap: (node: PathNode<Counts>) => boolean = () => false,
): PathNode<Counts>[] {
  const add = (to: PathNode<Counts>, counts: Counts): void => {
    to.counts = to.counts === undefined ? counts : merge(to.counts, counts);
  };
  const innerOf = (node: PathNode<Counts>, step: Step): PathNode<Counts> => {
    let inner = node.inner.get(step);
    if (!inner) node.inner.set(step, (inner = { steps: [...node.steps, step], counts: undefined, inner: new Map() }));
    return inner;
  };
  const move = (from: PathNode<Counts>, to: PathNode<Counts>): void => {
    if (from.counts !== undefined) add(to, from.counts);
    for (const [step, inner] of from.inner) move(inner, innerOf(to, step));
  };
  const root: PathNode<Counts> = { steps: [], counts: undefined, inner: new Map() };
  for (const [steps, counts] of paths) {
    let node = root;
    for (const step of steps) node = innerOf(node, step);
    add(node, counts);
  }
  const found: PathNode<Counts>[] = [];
  const visit = (node: PathNode<Counts>): void => {
    if (node.inner.has(true) || isMap(node)) {
      for (const [step, inner] of node.inner) {
        if (typeof step !== 'string') continue;
        node.inner.delete(step);
        move(inner, innerOf(node, true));
      }
    }
    found.push(node);
    for (const inner of node.inner.values()) visit(inner);
  };
  visit(root);
  return found;
}

/** Returns how many keys an object has that has no members of a map yet. */
export function keysOf(node: PathNode<unknown>): number {
  return node.inner.size - Number(node.inner.has(null));
}
