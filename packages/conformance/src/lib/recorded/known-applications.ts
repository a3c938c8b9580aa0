import { arrayAt, stringAt } from '@idvkit/json';

import { STATUS_STATES, type ApplicationState, type Flow } from '../observe/condition.ts';
import type { RecognisedCall } from './known-tokens.ts';
import type { RecordingFacts } from './recording-facts.ts';

export interface PlacedCall extends RecognisedCall {
  readonly formSlug?: string;
  readonly slug?: string;
}

export interface SeenDelivery {
  readonly at: number;
  readonly json: unknown;
}

interface Read {
  /** Place of the call in the recording. */
  readonly place: number;
  readonly from: number;
  readonly until: number;
  readonly status: string | undefined;
}

interface Facts {
  /** Result calls answered with 200. */
  readonly reads: Read[];
  /** Time from which it is known to exist, or to be submitted. */
  existsFrom: number;
  /** Form under whose path it is known to exist. */
  form?: string | undefined;
  submittedFrom: number;
}

/** Starts and durations are rounded apart: the call after another one may seem to start before that one ends. */
const ROUNDED_MS = 1;
/** A start and a duration may both be rounded down. */
const CERTAIN_MS = 2 * ROUNDED_MS;

/** True if what had ended by `time` was over when a call began. Closer together, they may have overlapped, or be the same call. */
function isPast(time: number, at: number): boolean {
  return time + CERTAIN_MS <= at;
}

/** Infers the state of an application at a call. It needs evidence on both sides: actions of people are not recorded. */
export class KnownApplications {
  readonly #bySlug = new Map<string, Facts>();
  readonly #flows = new Map<string, Flow>();
  readonly #places: ReadonlyMap<PlacedCall, number>;
  readonly #unknown: ReadonlySet<string>;
  readonly #deletions: ReadonlyMap<string, Deletion>;

  /** @param known `cameraForm`: form known to have a document-scan or liveness step. */
  constructor(
    calls: readonly PlacedCall[],
    deliveries: readonly SeenDelivery[],
    {
      cameraForm,
      deletedSlugs = new Set(),
      unknownSlugs = new Set(),
    }: RecordingFacts & { readonly cameraForm?: string | undefined } = {},
  ) {
    this.#places = new Map(calls.map((call, place) => [call, place]));
    for (const call of calls) this.#learn(call);
    this.#unknown = unknownSlugs;
    this.#deletions = new Map([...deletedSlugs].map((slug) => [slug, deletionOf(slug, calls)]));
    for (const { at, json } of deliveries) {
      if (stringAt(json, 'event', 'type') !== 'submit_form') continue;
      const slug = stringAt(json, 'application', 'slug');
      const facts = slug === undefined ? undefined : this.#bySlug.get(slug);
      if (facts !== undefined) facts.submittedFrom = Math.min(facts.submittedFrom, at);
      this.#learnFlow(json);
    }
    if (cameraForm !== undefined) this.#flows.set(cameraForm, 'camera');
  }

  stateOf(call: PlacedCall): ApplicationState {
    const { endpoint, slug, at, durationMs, answer } = call;
    if (endpoint === 'create') return 'none';
    if (slug !== undefined && this.#unknown.has(slug)) return 'unknown-slug';
    const deletion = slug === undefined ? undefined : this.#deletions.get(slug);
    if (deletion !== undefined && isPast(deletion.until, at)) return 'deleted';
    if (deletion !== undefined && at >= deletion.from) return answer?.status === 404 ? 'deleted' : 'unknown';
    const facts = slug === undefined ? undefined : this.#bySlug.get(slug);
    // Under the path of another form, there may be none.
    if (facts === undefined || (facts.form ?? call.formSlug) !== call.formSlug) return 'unknown';
    const ended = at + durationMs;
    const isServed = answer !== undefined && answer.status >= 200 && answer.status < 300;
    const place = this.#places.get(call) ?? Infinity;
    // Of calls that follow each other at once, a recorder writes the earlier one first.
    const isNext = (read: Read): boolean => read.place > place && read.from >= ended - ROUNDED_MS;
    const later = facts.reads.filter((read) => isPast(ended, read.from) || isNext(read));
    const own = endpoint === 'result' && answer?.status === 200 ? statusIn(answer.body?.json) : undefined;
    if (isPast(facts.submittedFrom, at)) return isServed || later.length > 0 ? 'submitted' : 'unknown';
    if (own !== undefined) return STATUS_STATES.get(own) ?? 'unknown';
    if (facts.existsFrom > at + ROUNDED_MS) return 'unknown';
    if (later.some(({ status }) => status === 'incomplete')) return 'open';
    if (endpoint === 'submit' && answer?.status === 200) return 'open';
    const wasExpired = facts.reads.some(({ until, status }) => isPast(until, at) && status === 'expired');
    return wasExpired && later.some(({ status }) => status === 'expired') ? 'expired' : 'unknown';
  }

  flowOf({ formSlug }: PlacedCall): Flow {
    return (formSlug === undefined ? undefined : this.#flows.get(formSlug)) ?? 'unknown';
  }

  #learn(call: PlacedCall): void {
    const { endpoint, slug, formSlug, at, durationMs, answer, method } = call;
    const json = answer?.body?.json;
    const until = at + durationMs;
    const created = createdBy(call);
    if (created !== undefined) this.#exists(created, until).form ??= formSlug;
    if (slug === undefined) return;
    if (endpoint === 'result' && answer?.status === 200) {
      const status = statusIn(json);
      const facts = this.#exists(slug, until);
      facts.form ??= formSlug;
      facts.reads.push({ place: this.#places.get(call) ?? -1, from: at, until, status });
      if (status === 'complete') facts.submittedFrom = Math.min(facts.submittedFrom, until);
      this.#learnFlow(json);
    } else if (endpoint === 'submit' && method === 'POST' && answer?.status === 200) {
      const facts = this.#exists(slug, until);
      facts.submittedFrom = Math.min(facts.submittedFrom, until);
      if (formSlug !== undefined) this.#flow(formSlug, 'plain');
    }
  }

  #exists(slug: string, from: number): Facts {
    const facts = this.#bySlug.get(slug) ?? { reads: [], existsFrom: Infinity, submittedFrom: Infinity };
    facts.existsFrom = Math.min(facts.existsFrom, from);
    this.#bySlug.set(slug, facts);
    return facts;
  }

  #learnFlow(json: unknown): void {
    const form = stringAt(json, 'application', 'form');
    const hasCamera = ['liveness', 'identity_document'].some(
      (check) => (arrayAt(json, 'extra', 'ekyc', check, 'attempts')?.length ?? 0) > 0,
    );
    if (form !== undefined && hasCamera) this.#flow(form, 'camera');
  }

  /** Evidence for both kinds proves neither. */
  #flow(form: string, flow: Flow): void {
    const known = this.#flows.get(form);
    this.#flows.set(form, known === undefined || known === flow ? flow : 'unknown');
  }
}

/** Time of the call that showed that an application is gone. */
interface Deletion {
  readonly from: number;
  readonly until: number;
}

/** Returns the first 404 of an application, or the time before any call if its create was not recorded. */
function deletionOf(slug: string, calls: readonly PlacedCall[]): Deletion {
  if (!calls.some((call) => createdBy(call) === slug)) return { from: -Infinity, until: -Infinity };
  const gone = calls.filter((call) => call.slug === slug && call.answer?.status === 404);
  return {
    from: Math.min(...gone.map(({ at }) => at)),
    until: Math.min(...gone.map(({ at, durationMs }) => at + durationMs)),
  };
}

function createdBy({ endpoint, answer }: PlacedCall): string | undefined {
  return endpoint === 'create' && answer?.status === 201 ? stringAt(answer.body?.json, 'detail', 'slug') : undefined;
}

function statusIn(json: unknown): string | undefined {
  return stringAt(json, 'application', 'status');
}
