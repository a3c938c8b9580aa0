import type { PayloadBounds } from './bounds.ts';

/** A container of a payload as it is kept in memory: without a prototype, so that no key means anything else. */
export type Container = { [key: string]: unknown } | unknown[];

/** Characters of the longest key that is kept. */
const MAX_KEY_LENGTH = 512;

/** Creates a container that can be put into a skeleton. */
export function createContainer(kind: 'object' | 'array'): Container {
  return kind === 'array' ? [] : (Object.create(null) as Record<string, unknown>);
}

/** A payload without its hits. */
export type PayloadSkeleton = Pick<Skeleton, 'root' | 'dropped' | 'isCut' | 'bytesOf'>;

interface Note {
  /** Members that are kept, and all of them. */
  members: number;
  all: number;
  offset: number;
  bytes: number;
  /** Keys of texts that are not whole, if there are any. */
  cut?: Set<string | number>;
}

/**
 * A payload without its hits: everything else that it holds, as one value in memory. It is small in any real payload, and
 * bounded in every other.
 */
export class Skeleton {
  readonly #bounds: Pick<PayloadBounds, 'values' | 'members'>;
  #root: unknown;
  #values = 0;
  #dropped = 0;
  readonly #notes = new Map<unknown, Note>();

  constructor(bounds: Pick<PayloadBounds, 'values' | 'members'>) {
    this.#bounds = bounds;
  }

  get root(): unknown {
    return this.#root;
  }

  /** Values that are kept. */
  get values(): number {
    return this.#values;
  }

  /** Values that there was no room for; what is in them is not counted. */
  get dropped(): number {
    return this.#dropped;
  }

  /**
   * Puts a value in its place; the root has no parent.
   *
   * @returns `dropped` if there is no room for it, `replaced` if its object had the key already.
   */
  put(value: unknown, parent: Container | undefined, step: string | number): 'added' | 'replaced' | 'dropped' {
    if (parent === undefined) {
      if (this.#values > 0) return 'dropped';
      this.#root = value;
      this.#count(value);
      return 'added';
    }
    const note = this.#notes.get(parent);
    if (note) note.all += 1;
    const fits = this.#values < this.#bounds.values && (typeof step === 'number' || step.length <= MAX_KEY_LENGTH);
    const isNew = typeof step === 'number' || !(step in parent);
    if (note === undefined || !fits || (isNew && note.members >= this.#bounds.members)) {
      this.#dropped += 1;
      if (note && !isNew) {
        // A value replaces this one, and lacks room itself.
        delete (parent as Record<string, unknown>)[step];
        note.members -= 1;
        note.all -= 1;
      }
      return 'dropped';
    }
    if (isNew) note.members += 1;
    else note.all -= 1;
    (parent as Record<string | number, unknown>)[step] = value; // Elements of an array come one after the other.
    this.#count(value);
    return isNew ? 'added' : 'replaced';
  }

  #count(value: unknown): void {
    this.#values += 1;
    if (typeof value === 'object' && value !== null)
      this.#notes.set(value, { members: 0, all: 0, offset: 0, bytes: 0 });
  }

  /** Marks a value as the beginning of a longer text. */
  markCut(parent: Container | undefined, step: string | number): void {
    const note = this.#notes.get(parent);
    if (note) (note.cut ??= new Set()).add(step);
  }

  isCut(parent: unknown, step: string | number): boolean {
    return this.#notes.get(parent)?.cut?.has(step) ?? false;
  }

  close(container: Container | undefined, start: number, end: number): void {
    const note = this.#notes.get(container);
    if (note) [note.offset, note.bytes] = [start, end - start];
  }

  /** Members or elements of a container, those that were left out included. */
  countOf(container: unknown): number {
    return this.#notes.get(container)?.all ?? 0;
  }

  /** Bytes from the start of the document to a container; 0 where it did not end. */
  offsetOf(container: unknown): number {
    return this.#notes.get(container)?.offset ?? 0;
  }

  /** Bytes of a container's JSON text; 0 where it did not end. */
  bytesOf(container: unknown): number {
    return this.#notes.get(container)?.bytes ?? 0;
  }
}
