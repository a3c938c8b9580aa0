import type { DocumentSummary, EntrySummary, RunSummary } from '@idvkit/schema/formats';

import type { ScalarKind, ScanHandler, Wish } from '../scan/scan-handler.ts';
import { warningsOf } from '../summary/warnings.ts';
import { HitsCollector, type HitsOptions } from './hits-collector.ts';
import { PathNode } from './path-node.ts';
import { placeOf, type Place } from './place.ts';

type Frame = {
  readonly place: Place;
  readonly kind: 'object' | 'array';
  readonly offset: number;
  /** Path within the hit, for a hit and what is inside one. */
  readonly path: PathNode | undefined;
  elements: number;
  key: string;
};

type Entry = Omit<EntrySummary, 'hits'> & { hits: HitsCollector };
type Run = Omit<RunSummary, 'entries'> & { entries: Entry[] };

const shownOfEvent = ['type', 'version', 'created_at'];
const shownOfApplication = ['form', 'status', 'submitted_at'];
const shownOfFaceCompare = ['score', 'status'];
/** Names of flags; others are not kept, so that a hostile document cannot fill the memory with them. */
const flag = /^is_(?:(?:all|any)_)?(?:found|in_(?:pep|warnings|sanctions|adverse_media|fitness_probity))$/;
/** Names that a `values_list` can hold in a payload that keeps its rules, several times over. */
const MAX_VALUES_LIST = 32;
const measured: readonly Place[] = ['event', 'application', 'section', 'extra', 'ekyc', 'aml', 'runs'];

/** Sums up one payload from its tokens. What it keeps does not grow with the number of hits. */
export class PayloadCollector implements ScanHandler {
  readonly #options: HitsOptions;
  readonly #hitPath: PathNode;
  readonly #frames: Frame[] = [];
  readonly #steps: (string | number)[] = [];
  readonly #event: DocumentSummary['event'] = {};
  readonly #application: DocumentSummary['application'] = {};
  readonly #ekyc: DocumentSummary['ekyc'] = {};
  readonly #sections: { path: string; bytes: number }[] = [];
  readonly #providers: { name: string; runs: Run[] }[] = [];
  #label: string | undefined;
  #start: number | undefined;
  #end = 0;

  constructor(options: HitsOptions) {
    this.#options = options;
    this.#hitPath = PathNode.root(options.profile);
  }

  open(kind: 'object' | 'array', offset: number): Wish {
    this.#start ??= offset;
    const parent = this.#frames.at(-1);
    const step = this.#step(parent);
    const place = parent ? placeOf(parent.place, step, this.#providers.at(-1)?.name) : 'root';
    const path = place === 'hit' ? this.#hitPath : place === 'in-hit' && parent ? pathOf(parent) : undefined;
    this.#frames.push({ place, kind, offset, path, elements: 0, key: '' });
    if (parent) this.#steps.push(step);
    if (place === 'runs') this.#providers.push({ name: String(step), runs: [] });
    if (place === 'run') {
      const runs = this.#providers.at(-1)?.runs;
      runs?.push({ index: runs.length, flags: {}, valuesList: [], entries: [] });
    }
    if (place === 'entry') {
      const entries = this.#run()?.entries;
      entries?.push({ index: entries.length, flags: {}, hits: new HitsCollector(this.#options) });
    }
    if (place === 'hit') this.#label = undefined;
    return 'tokens';
  }

  close(end: number): void {
    const frame = this.#frames.pop();
    if (!frame) return;
    if (measured.includes(frame.place)) {
      this.#sections.push({ path: this.#steps.join('.'), bytes: end - frame.offset });
    }
    if (this.#steps.length > 0) this.#steps.pop();
    if (frame.path && frame.kind === 'array') this.#entry()?.hits.addArray(frame.path.path, frame.elements);
    if (frame.place === 'hit') this.#addHit(frame.offset, end);
    this.#end = end;
  }

  key(text: string): void {
    const frame = this.#frames.at(-1);
    if (frame) frame.key = text;
  }

  wantsText(): boolean {
    const frame = this.#frames.at(-1);
    if (!frame) return false;
    switch (frame.place) {
      case 'elsewhere':
      case 'section':
      case 'aml':
      case 'extra':
      case 'root':
        return false;
      case 'hit':
      case 'in-hit': {
        const path = pathOf(frame);
        return path !== undefined && (path.counted || path.isLabel);
      }
      default:
        return true;
    }
  }

  scalar(kind: ScalarKind, text: string, offset: number, end: number): void {
    this.#start ??= offset;
    this.#end = end;
    const frame = this.#frames.at(-1);
    if (!frame) return;
    const step = this.#step(frame);
    const value = kind === 'number' ? Number(text) : kind === 'null' ? null : text;
    switch (frame.place) {
      case 'event':
        if (shownOfEvent.includes(String(step)) && value !== null) this.#event[step] = value;
        break;
      case 'application':
        if (shownOfApplication.includes(String(step))) this.#application[step] = value;
        break;
      case 'other-status':
        if (step === 'ekyc' && value !== null) this.#ekyc['ekyc'] = value;
        break;
      case 'face-compare':
        if (shownOfFaceCompare.includes(String(step)) && value !== null) this.#ekyc[`face_compare.${step}`] = value;
        break;
      case 'run': {
        const run = this.#run();
        if (run && step === 'timestamp') run.timestamp = text;
        break;
      }
      case 'run-flags': {
        const run = this.#run();
        if (run && kind === 'boolean' && flag.test(String(step))) run.flags[step] = text === 'true';
        break;
      }
      case 'values-list': {
        const list = this.#run()?.valuesList;
        if (list && list.length < MAX_VALUES_LIST) list.push(text);
        break;
      }
      case 'entry-flags':
        this.#entryFlag(step, kind, text);
        break;
      case 'entry-output': {
        const entry = this.#entry();
        if (entry && step === 'code' && typeof value === 'number') entry.code = value;
        if (entry && step === 'status') entry.status = text;
        break;
      }
      case 'hits':
        // A hit that is no object is still a hit.
        this.#label = undefined;
        this.#addHit(offset, end);
        break;
      case 'hit':
      case 'in-hit': {
        const path = pathOf(frame);
        if (path?.isLabel) this.#label ??= text;
        if (path?.counted) this.#entry()?.hits.addValue(path.path, text);
        break;
      }
      default:
    }
  }

  result(): DocumentSummary {
    const providers = this.#providers.map(({ name, runs }) => ({
      name,
      runs: runs.map((run) => ({
        ...run,
        entries: run.entries.map((entry) => ({ ...entry, hits: entry.hits.result() })),
      })),
    }));
    const summary = {
      bytes: this.#end - (this.#start ?? 0),
      event: this.#event,
      application: this.#application,
      ekyc: this.#ekyc,
      sections: this.#sections.toSorted((a, b) => b.bytes - a.bytes),
      providers,
    };
    return { ...summary, warnings: warningsOf(summary) };
  }

  /** Key or index of the value that begins now; counts the elements of an array. */
  #step(frame: Frame | undefined): string | number {
    if (frame?.kind !== 'array') return frame?.key ?? '';
    frame.elements += 1;
    return frame.elements - 1;
  }

  #run(): Run | undefined {
    return this.#providers.at(-1)?.runs.at(-1);
  }

  #entry(): Entry | undefined {
    return this.#run()?.entries.at(-1);
  }

  #entryFlag(step: string | number, kind: ScalarKind, text: string): void {
    const entry = this.#entry();
    if (!entry) return;
    if (kind === 'boolean' && flag.test(String(step))) entry.flags[step] = text === 'true';
    else if (step === 'total_hits' && kind === 'number') entry.totalHits = Number(text);
  }

  #addHit(offset: number, end: number): void {
    this.#entry()?.hits.addHit({
      offset,
      bytes: end - offset,
      ...(this.#label !== undefined && { label: this.#label }),
    });
  }
}

/** Path of the value that begins now in a container of a hit. */
function pathOf({ path, kind, key }: Frame): PathNode | undefined {
  return kind === 'array' ? path?.element() : path?.under(key);
}
