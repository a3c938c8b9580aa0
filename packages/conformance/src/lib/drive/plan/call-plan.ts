import { DEFAULT_LOCALE, PLATFORM_LOCALES } from '@idvkit/schema';

import { type Condition, SERVICE_ENDPOINTS, type ServiceEndpoint } from '../../observe/condition.ts';
import type { Observation } from '../../observe/observation.ts';
import type { Coverages, PlanCoverage } from '../calls/plan-coverage.ts';
import { createRandom } from '../calls/random.ts';
import { type CallEffect, effectOf } from './call-effect.ts';
import { CALL_NEEDS, type CallNeedId } from './call-needs.ts';
import { CALL_FACTORS, type CallRow, hidingFactors, isFeasible, rowsOf } from './call-space.ts';
import { CoveringSpace, type Part } from './covering-space.ts';
import { Covering } from './covering.ts';

type Factor = keyof CallRow;

/** Factors that are combined completely if a call has no effect. */
const CROSSED = ['endpoint', 'credential', 'application', 'past', 'flow'] as const satisfies readonly Factor[];

/** Factors that each endpoint meets under less credit. */
const WITH_CREDIT = ['credential', 'body', 'application'] as const satisfies readonly Factor[];

/** Bodies of a create that creates, and whether each locale is due: other scenarios have creates without answers in each. */
const BODIES_THAT_CREATE = [
  ['absent', false],
  ['empty', false],
  ['empty-object', false],
  ['undeclared-key', false],
  ['valid-answers', true],
  ['missing-required', true],
] as const satisfies readonly (readonly [body: CallRow['body'], isInEach: boolean])[];

/** Plan of the calls of a run: what is left to combine after the calls that scenarios made. */
export class CallPlan {
  readonly #seed: number;
  readonly #endpoints: ReadonlySet<ServiceEndpoint>;
  readonly #lacking = new Set<CallNeedId>();
  /** Applications that there are, if known: `plain deleted expiry`. */
  #subjects: ReadonlySet<string> | undefined;
  readonly #seen: Partial<CallRow>[] = [];
  /** Planned calls of other endpoints. */
  readonly #unjudged: CallRow[] = [];
  readonly #coverings = new Map<number, Covering<CallRow>>();

  /** @param endpoints Those whose calls are made: the other calls of the plan show nothing. Default: all. */
  constructor(seed: number, endpoints: ReadonlySet<ServiceEndpoint> = new Set(SERVICE_ENDPOINTS)) {
    this.#seed = seed;
    this.#endpoints = endpoints;
  }

  /** Leaves out calls that need something. */
  lack(...needs: readonly CallNeedId[]): void {
    for (const need of needs) this.#lacking.add(need);
  }

  /** Leaves out calls about applications other than these, by {@link subjectKey}. */
  restrict(subjects: ReadonlySet<string>): void {
    this.#subjects = subjects;
  }

  /** Counts calls that were made anyway. */
  count(observations: readonly Observation[]): void {
    for (const row of rowsOf(observations)) this.#note(row);
  }

  /**
   * Yields calls until each feasible tuple of `strength` values, which calls of this effect can have, had a call.
   * @param credit Credit of the workspace. Default: enough, or that of another workspace.
   */
  *rows(strength: number, effect: CallEffect, credit?: CallRow['credit']): Generator<CallRow, void, void> {
    const isDue = SPACE.rememberedPart(
      (part) =>
        (credit === undefined ? !IS_NEEDED.ownCredit(part) : (creditIn(part) ?? credit) === credit) &&
        this.#isPossible(part, effect),
    );
    for (const row of this.#covering(strength).rows(isDue)) {
      this.#note(row);
      if (this.#endpoints.has(row.endpoint)) yield row;
      else this.#unjudged.push(row);
    }
  }

  /**
   * Yields every combination of endpoint, credential, state and flow: in one locale each, then in the next one.
   * @param options Credit of the workspace: if less than enough, with the valid token only. Rounds: number of locales. Default: all, and enough.
   */
  *product(
    effect: CallEffect,
    options: { readonly rounds?: number; readonly credit?: CallRow['credit'] } = {},
  ): Generator<CallRow, void, void> {
    const { rounds = CALL_FACTORS.locale.length, credit = 'enough' } = options;
    const isSame = (row: Partial<CallRow>): boolean => isPlain(row) && row.credit === credit;
    const seen = new Set(this.#seen.filter(isSame).map(crossedKey));
    const bases = this.#bases(effect, credit);
    const { locale: locales } = CALL_FACTORS;
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, base] of bases.entries()) {
        const row = { ...base, locale: locales[(round + index) % locales.length] ?? '' };
        if (
          !this.#endpoints.has(row.endpoint) ||
          !this.#isPossible(SPACE.partOf(row), effect) ||
          seen.has(crossedKey(row))
        )
          continue;
        this.#note(row);
        yield row;
      }
    }
  }

  /**
   * Yields calls until each endpoint had one with each credential, body and state in each flow under less credit: a pair with the credit says
   * nothing of the endpoints that had none of its calls.
   */
  *acrossEndpoints(effect: CallEffect, credit: CallRow['credit']): Generator<CallRow, void, void> {
    let turn = 0;
    for (const endpoint of this.#endpoints) {
      for (const factor of WITH_CREDIT) {
        for (const value of CALL_FACTORS[factor]) {
          for (const flow of CALL_FACTORS.flow) {
            const wanted = { endpoint, [factor]: value, flow, credit };
            const locale = CALL_FACTORS.locale[turn % PLATFORM_LOCALES.length] ?? '';
            const row = this.#wasSeen(wanted) ? undefined : this.#rowWith(wanted, effect, { locale });
            if (row === undefined) continue;
            turn += 1;
            yield row;
          }
        }
      }
    }
  }

  /**
   * Yields creates with each body that creates in each flow, and of the camera flow with answers in each locale. Only a mock takes so many.
   * @param isThorough Set for each body in each locale.
   */
  *creates(isThorough: boolean): Generator<CallRow, void, void> {
    if (this.#lacking.has('ownMock') || !this.#endpoints.has('create')) return;
    for (const flow of ['camera', 'plain'] as const) {
      for (const [body, isInEach] of BODIES_THAT_CREATE) {
        const isEachDue = isThorough || (isInEach && flow === 'camera');
        for (const locale of isEachDue ? PLATFORM_LOCALES : [DEFAULT_LOCALE]) {
          const row = this.#rowWith({ endpoint: 'create', flow, credit: 'enough', body, locale }, 'some');
          if (row !== undefined) yield row;
        }
      }
    }
  }

  #wasSeen(values: Partial<CallRow>): boolean {
    const shows = SPACE.showing(SPACE.partOf(values));
    const names = Object.keys(values) as Factor[]; // The keys of a row.
    return this.#seen.some((row) => names.every((name) => row[name] === values[name]) && shows(SPACE.partOf(row)));
  }

  /** Returns a row with some values in which nothing hides them, if there is one, and counts it. */
  #rowWith(values: Partial<CallRow>, effect: CallEffect, others: Partial<CallRow> = {}): CallRow | undefined {
    const part = SPACE.partOf(values);
    const shows = SPACE.showing(part);
    const found = SPACE.completion(part, (each) => shows(each) && this.#isPossible(each, effect));
    if (found === undefined) return undefined;
    // Every factor has a value.
    const row = { ...(SPACE.rowOf(found) as CallRow), ...others };
    this.#note(row);
    return row;
  }

  /** Reports which tuples of values the calls of a run had; undefined if the run planned none. */
  coverage(observations: readonly Observation[]): Coverages | undefined {
    if (this.#coverings.size === 0) return undefined;
    const rows = rowsOf(observations);
    const pairs = this.#coverageOf(rows, 2);
    return this.#coverings.has(3) ? { pairs, triples: this.#coverageOf(rows, 3) } : { pairs };
  }

  /** Reports which tuples of values the calls have that were counted or yielded so far. */
  planned(strength: number): PlanCoverage {
    const unjudged: ReadonlySet<Partial<CallRow>> = new Set(this.#unjudged);
    return this.#coverageOf(
      this.#seen.filter((row) => !unjudged.has(row)),
      strength,
    );
  }

  #coverageOf(rows: readonly Partial<CallRow>[], strength: number): PlanCoverage {
    const covering = this.#newCovering(strength);
    for (const row of rows) covering.cover(row);
    const covered = covering.feasible - covering.missing.length;
    const reasons = new Map<string, number>();
    const unjudged = this.#unjudged.reduce((sum, row) => sum + covering.cover(row), 0);
    if (unjudged > 0) reasons.set('Calls that no chosen rule judges (--only, --skip).', unjudged);
    const checks = this.#checks(covering);
    for (const tuple of covering.missing) {
      const reason = checks.find(([isPossible]) => !isPossible(tuple))?.[1] ?? 'More calls or minutes (--budget).';
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    const leftOut = [...reasons].map(([reason, tuples]) => ({ reason, tuples }));
    return {
      feasible: covering.feasible,
      covered,
      leftOut: leftOut.toSorted((one, other) => other.tuples - one.tuples),
    };
  }

  /** Returns why a tuple is left out: the reason of the first check that it fails. */
  #checks(
    covering: Covering<CallRow>,
  ): readonly (readonly [isPossible: (tuple: Partial<CallRow>) => boolean, reason: string])[] {
    const possible = (is: (part: Part) => boolean): ((tuple: Partial<CallRow>) => boolean) =>
      covering.possible(SPACE.rememberedPart(is));
    const needs = [...this.#lacking].map(
      (id) => [possible((part) => !IS_NEEDED[id](part)), CALL_NEEDS[id].what] as const,
    );
    return [
      ...needs,
      [possible((part) => this.#hasSubject(part)), 'An application to which this happened before.'],
      [possible((part) => this.#isPossible(part, 'some')), 'Several of these.'],
      [possible((part) => this.#isPossible(part, 'if-wrong')), 'More applications (--thorough, --budget).'],
    ];
  }

  #isPossible(part: Part, effect: CallEffect): boolean {
    return EFFECTS[effect].includes(effectIn(part)) && this.#hasSubject(part) && !this.#lacks(part);
  }

  #lacks(part: Part): boolean {
    for (const id of this.#lacking) if (IS_NEEDED[id](part)) return true;
    return false;
  }

  #hasSubject(part: Part): boolean {
    const subject = this.#subjects && subjectIn(part);
    return subject === undefined || this.#subjects?.has(subject) === true;
  }

  #covering(strength: number): Covering<CallRow> {
    const known = this.#coverings.get(strength);
    if (known !== undefined) return known;
    const covering = this.#newCovering(strength);
    for (const row of this.#seen) covering.cover(row);
    this.#coverings.set(strength, covering);
    return covering;
  }

  #newCovering(strength: number): Covering<CallRow> {
    return new Covering({ space: SPACE, strength, random: createRandom(this.#seed) });
  }

  #note(row: Partial<CallRow>): void {
    this.#seen.push(row);
    for (const covering of this.#coverings.values()) covering.cover(row);
  }

  #bases(effect: CallEffect, credit: CallRow['credit']): readonly CallRow[] {
    const bases: CallRow[] = [];
    const isEnough = credit === 'enough';
    for (const endpoint of CALL_FACTORS.endpoint) {
      for (const credential of isEnough ? CALL_FACTORS.credential : (['valid'] as const)) {
        for (const application of CALL_FACTORS.application) {
          for (const past of isEnough ? CALL_FACTORS.past : (['nothing', 'resend'] as const)) {
            for (const flow of CALL_FACTORS.flow) {
              const base = { endpoint, credential, application, past, flow, method: 'own', credit } as const;
              const body = BODIES[endpoint].find((each) => {
                const row = { ...base, body: each };
                return isFeasible(row) && this.#isPossible(SPACE.partOf(row), effect);
              });
              if (body !== undefined) bases.push({ ...base, body, locale: '' });
            }
          }
        }
      }
    }
    return bases;
  }
}

/** All runs of a process share what is known of it. */
const SPACE = new CoveringSpace<CallRow>({
  factors: CALL_FACTORS,
  isFeasible,
  hiding: hidingFactors,
  kinds: { locale: (locale) => locale === 'unrecognised' },
});

const effectIn = SPACE.remembered(effectOf);
const creditIn = SPACE.remembered(({ credit }) => credit);
/** The application that a call is about; undefined if it is not known, or there is none. */
const subjectIn = SPACE.remembered(({ flow, application, past }) => {
  if (flow === undefined || past === undefined || application === undefined) return undefined;
  return application === 'none' || application === 'unknown-slug' ? undefined : subjectKey(flow, application, past);
});
// The keys of the table.
const IS_NEEDED = Object.fromEntries(
  Object.entries(CALL_NEEDS).map(([id, { isNeeded }]) => [id, SPACE.remembered(isNeeded)]),
) as Readonly<Record<CallNeedId, (part: Part) => boolean>>;

/** Names an application by what calls about it depend on. */
export function subjectKey(flow: Condition['flow'], state: Condition['application'], past: CallRow['past']): string {
  return `${flow} ${state} ${past}`;
}

/** Effects of calls that are made at each level. */
const EFFECTS: Readonly<Record<CallEffect, readonly CallEffect[]>> = {
  none: ['none'],
  'if-wrong': ['none', 'if-wrong'],
  some: ['none', 'if-wrong', 'some'],
};

/** Bodies for calls that vary something else: the first one whose effect is permitted. */
const BODIES: Readonly<Record<CallRow['endpoint'], readonly CallRow['body'][]>> = {
  create: ['absent', 'bad-format'],
  submit: ['valid-answers', 'missing-required', 'absent'],
  result: ['absent'],
  info: ['absent'],
  resend: ['absent'],
};

function isPlain({ endpoint, method }: Partial<CallRow>): boolean {
  return endpoint !== undefined && method === 'own';
}

function crossedKey(row: Partial<CallRow>): string {
  return [...CROSSED, 'locale' as const].map((name) => row[name]).join(' ');
}
