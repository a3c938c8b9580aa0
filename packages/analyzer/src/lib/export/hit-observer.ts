import { roleOf, type ContainerRole } from '../collect/container-role.ts';
import type { HitBatch, HitsStatistics } from '../scan/hits-statistics.ts';
import type { ScalarKind, ScanHandler, VisitMode } from '../scan/scan-handler.ts';
import type { HitLocation } from './exported-hit.ts';

/** What to do with hits that go by. */
export interface HitObserverOptions {
  /** The input, as the command calls it. */
  readonly source: string;
  /** Which document of the input, 0-based. */
  readonly document: number;
  /** Bytes from the start of the input to the document. */
  readonly offset: number;
  readonly onHit: (hit: HitLocation) => void;
  /** Hears what the scan tells, too, and decides what it wants to hear. */
  readonly inner?: ScanHandler;
}

interface Frame {
  readonly role: ContainerRole;
  readonly kind: 'object' | 'array';
  elements: number;
  key: string;
}

/** Tells of every hit of a document where it is, while somebody else may listen to the same scan. */
export class HitObserver implements ScanHandler {
  readonly #options: HitObserverOptions;
  readonly #frames: Frame[] = [];
  readonly #steps: (string | number)[] = [];
  #keepFrom = Number.POSITIVE_INFINITY;
  #hasEnded = false;

  constructor(options: HitObserverOptions) {
    this.#options = options;
  }

  /** From which byte of the document on a hit may be told yet; infinite outside of arrays of hits. */
  get keepFrom(): number {
    return this.#keepFrom;
  }

  /** Whether the document was read to its end. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  open(kind: 'object' | 'array', offset: number): VisitMode {
    const parent = this.#frames.at(-1);
    const step = stepInto(parent);
    const provider = this.#steps[2];
    const role = parent ? roleOf(parent.role, step, provider === undefined ? undefined : String(provider)) : 'root';
    if (parent) this.#steps.push(step);
    this.#frames.push({ role, kind, elements: 0, key: '' });
    if (role === 'hits') this.#keepFrom = offset;
    const own =
      role === 'elsewhere' || role === 'opaque' ? 'skip' : role === 'hits' && kind === 'array' ? 'hits' : 'tokens';
    return this.#options.inner?.open(kind, offset) ?? own;
  }

  close(end: number): void {
    const frame = this.#frames.pop();
    this.#steps.pop();
    if (frame?.role === 'hits') this.#keepFrom = Number.POSITIVE_INFINITY;
    if (this.#frames.length === 0) this.#hasEnded = true;
    this.#options.inner?.close(end);
  }

  key(text: string, offset: number): void {
    const frame = this.#frames.at(-1);
    if (frame) frame.key = text;
    this.#options.inner?.key(text, offset);
  }

  wantsText(): boolean {
    return this.#options.inner?.wantsText() ?? false;
  }

  scalar(kind: ScalarKind, text: string, offset: number, end: number): void {
    stepInto(this.#frames.at(-1));
    this.#options.inner?.scalar(kind, text, offset, end);
  }

  hits(batch: HitBatch): void {
    const { source, document, offset: base, onHit } = this.#options;
    const [provider, run, entry] = [String(this.#steps[2]), Number(this.#steps[3]), Number(this.#steps[6])];
    for (let at = 0; at < batch.count; at += 1) {
      const offset = batch.offsets[at] ?? 0;
      const bytes = batch.bytes[at] ?? 0;
      const location = { source, document, provider, run, entry, index: batch.first + at };
      onHit({ ...location, offset: base + offset, bytes, label: batch.label(at) });
      this.#keepFrom = offset + bytes;
    }
    this.#options.inner?.hits?.(batch);
  }

  hitsEnd(statistics: HitsStatistics): void {
    this.#options.inner?.hitsEnd?.(statistics);
  }
}

/** Key or index of the value that begins now; counts the elements of an array. */
function stepInto(frame: Frame | undefined): string | number {
  if (frame?.kind !== 'array') return frame?.key ?? '';
  frame.elements += 1;
  return frame.elements - 1;
}
