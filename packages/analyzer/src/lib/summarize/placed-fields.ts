import type { JsonPath } from '@idvkit/json';
import type { HitProfile } from '@idvkit/schema/formats';

import { placedTextsAt, stepsOf } from '../collect/hit-text.ts';
import { createContainer, type Container } from '../collect/skeleton.ts';
import type { ScalarKind, ScanHandler, VisitMode } from '../scan/scan-handler.ts';
import { createScanner } from '../scan/wasm/wasm-scanner.ts';

/** Place of a value in the input. */
export interface FieldPlace {
  readonly offset: number;
  readonly bytes: number;
}

/** Text of a field of a hit, and its place. */
export interface PlacedText extends Partial<FieldPlace> {
  readonly text: string;
}

/** Containers that lead to the fields of a profile which an evidence card shows: all others are skipped. */
export function containersOf(profile: HitProfile): ReadonlySet<string> {
  const { label, aliases, score, types, matchTypes, birthDates, countries } = profile;
  const compared = withElements([label, ...aliases, ...birthDates, ...countries]);
  const paths = [...compared, ...types, ...matchTypes].concat(score ?? []);
  return new Set(
    paths.flatMap((path) => {
      const steps = stepsOf(path).map(patternOf);
      return steps.map((_, index) => steps.slice(0, index).join('\n'));
    }),
  );
}

/** Returns paths of texts and those of their elements: a provider may write a list where others write one value. */
export function withElements(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => [path, `${path}[]`]);
}

/** An element of an array has the same pattern as all others. */
function patternOf(step: string | number): string {
  return typeof step === 'number' || step.startsWith('[') ? '[]' : step;
}

/**
 * Reads fields of one hit, with their places.
 *
 * @param offset Bytes from the start of the input to the hit.
 * @param containers See {@link containersOf}.
 */
export class PlacedFields implements ScanHandler {
  readonly #containers: ReadonlySet<string>;
  readonly #offset: number;
  readonly #open: { readonly container: Container | undefined; readonly path: JsonPath; next: number | string }[] = [];
  readonly #places = new Map<string, FieldPlace>();
  #root: unknown;

  constructor(json: Uint8Array, { offset, containers }: { offset: number; containers: ReadonlySet<string> }) {
    this.#offset = offset;
    this.#containers = containers;
    const scanner = createScanner(this);
    scanner.write(json);
    scanner.end();
  }

  /** Finds the texts at paths of a profile. */
  textsAt(paths: readonly string[]): PlacedText[] {
    return paths.flatMap((path) =>
      placedTextsAt(this.#root, stepsOf(path)).map((found) => ({
        text: found.text,
        ...this.#places.get(keyOf(found.path)),
      })),
    );
  }

  open(kind: 'object' | 'array'): VisitMode {
    const path = this.#next();
    const isWanted = this.#containers.has(path.map(patternOf).join('\n'));
    const container = isWanted ? createContainer(kind) : undefined;
    // Another container has no texts, and replaces those of a key that is twice.
    this.#put(path, container);
    this.#open.push({ container, path, next: kind === 'array' ? 0 : '' });
    return isWanted ? 'tokens' : 'skip';
  }

  close(): void {
    this.#open.pop();
  }

  key(text: string): void {
    const innermost = this.#open.at(-1);
    if (innermost) innermost.next = text;
  }

  wantsText(): boolean {
    return true;
  }

  scalar(kind: ScalarKind, text: string, start: number, end: number): void {
    const path = this.#next();
    this.#put(path, kind === 'null' ? null : text);
    this.#places.set(keyOf(path), { offset: this.#offset + start, bytes: end - start });
  }

  /** Path of the value that begins. */
  #next(): JsonPath {
    const innermost = this.#open.at(-1);
    if (!innermost) return [];
    const path = [...innermost.path, innermost.next];
    if (typeof innermost.next === 'number') innermost.next += 1;
    return path;
  }

  #put(path: JsonPath, value: unknown): void {
    const [parent, step] = [this.#open.at(-1)?.container, path.at(-1)];
    if (parent === undefined || step === undefined) this.#root = value;
    else (parent as Record<string | number, unknown>)[step] = value; // Elements of an array come one after the other.
  }
}

/** A key may hold any character. */
function keyOf(path: JsonPath): string {
  return JSON.stringify(path);
}
