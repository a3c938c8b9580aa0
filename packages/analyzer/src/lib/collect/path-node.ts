import type { HitProfile } from '@idvkit/schema/formats';

/** Most distinct paths that are told apart: a hostile document must not fill the memory with them. */
const MAX_PATHS = 4_096;

/**
 * A path within a hit, shared by all hits: what every token needs to know of its path is looked up by one step from the
 * path of its container.
 */
export class PathNode {
  readonly path: string;
  /** Whether the profile counts the values at this path. */
  readonly counted: boolean;
  /** Whether the profile names hits by the text at this path. */
  readonly isLabel: boolean;
  readonly #tree: { readonly profile: HitProfile; size: number };
  readonly #children = new Map<string, PathNode>();
  #element: PathNode | undefined;

  private constructor(path: string, tree: { readonly profile: HitProfile; size: number }) {
    this.path = path;
    this.#tree = tree;
    this.counted = tree.profile.values.includes(path);
    this.isLabel = tree.profile.label === path;
    tree.size += 1;
  }

  /** The path of a hit itself. */
  static root(profile: HitProfile): PathNode {
    return new PathNode('', { profile, size: 0 });
  }

  /** The path of a value under a key. Paths beyond the limit are taken for that of their container. */
  under(key: string): PathNode {
    let child = this.#children.get(key);
    if (child === undefined) {
      if (this.#tree.size >= MAX_PATHS) return this;
      child = new PathNode(this.path === '' ? key : `${this.path}.${key}`, this.#tree);
      this.#children.set(key, child);
    }
    return child;
  }

  /** The path of the elements of an array. */
  element(): PathNode {
    if (this.#element === undefined && this.#tree.size >= MAX_PATHS) return this;
    this.#element ??= new PathNode(`${this.path}[]`, this.#tree);
    return this.#element;
  }
}
