import type { InputSource } from '../input/input-source.ts';
import { cutLines, type LineRange } from '../input/line-ranges.ts';

/** Most inputs of one task, so that a thread is asked seldom. */
const MAX_SOURCES = 256;
/** Tasks for each thread, so that no thread waits long for the others at the end. */
const TASKS_PER_THREAD = 16;

/** A share of the work on a corpus, for one thread. Plain data. */
export interface CorpusTask {
  /** Tasks are numbered in the order of the inputs. */
  readonly number: number;
  readonly sources: readonly InputSource[];
  /** Lines of the only source that are to be read; all of it if left out. */
  readonly range?: LineRange;
}

/** Shares inputs out among threads: some inputs together, or a range of the lines of one. */
export class CorpusTasks {
  readonly #sources: readonly InputSource[];
  readonly #threads: number;
  #next = 0;
  #number = 0;
  #ranges: Generator<LineRange> | undefined;

  constructor(sources: readonly InputSource[], threads: number) {
    this.#sources = sources;
    this.#threads = threads;
  }

  /** Inputs that were not shared out to their end. */
  get waiting(): number {
    return this.#sources.length - this.#next;
  }

  /** Returns the next task; `undefined` if there is none. */
  next(): CorpusTask | undefined {
    const source = this.#sources[this.#next];
    if (source === undefined) return undefined;
    const number = this.#number++;
    if (this.#threads === 1) {
      this.#next += 1;
      return { number, sources: [source] };
    }
    if (source.lines) return this.#nextRange(source, number) ?? this.next();
    const most = Math.ceil(this.waiting / (this.#threads * TASKS_PER_THREAD));
    const sources: InputSource[] = [];
    for (let at = this.#next; sources.length < Math.min(most, MAX_SOURCES); at += 1) {
      const each = this.#sources[at];
      if (each === undefined || each.lines) break;
      sources.push(each);
    }
    this.#next += sources.length;
    return { number, sources };
  }

  #nextRange(source: InputSource, number: number): CorpusTask | undefined {
    const isFirst = this.#ranges === undefined;
    const { value: range } = (this.#ranges ??= cutLines(source)).next() as IteratorResult<LineRange, undefined>;
    if (range) return { number, sources: [source], range };
    this.#ranges = undefined;
    this.#next += 1;
    return isFirst ? { number, sources: [source] } : undefined;
  }
}
