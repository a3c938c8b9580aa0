import { stringAt } from '@idvkit/json';

import { headerOf } from '../../observe/headers.ts';
import type { Exchange } from '../../observe/observation.ts';
import type { Presented } from '../calls/credentials.ts';
import type { ApplicationSubject, FormSubject } from '../calls/service-calls.ts';
import { effectOf } from '../plan/call-effect.ts';
import { subjectKey } from '../plan/call-plan.ts';
import { type CallRow, hidingFactors, methodOf } from '../plan/call-space.ts';
import type { BadBody } from './bad-bodies.ts';
import { arrangeSubject, type CallSubjects } from './call-subjects.ts';
import type { Stage } from './stage.ts';

/** Segments that are not platform locales, one well-formed. */
const UNRECOGNISED = ['xx', 'pt-br'];

/** Applications of a flow that may change by mistake, one after the other, before calls that cause it are left out. */
const MAX_MISTAKEN = 3;

/** Makes planned calls. */
export class PlannedCaller {
  readonly #stage: Stage;
  readonly #subjects: CallSubjects;
  readonly #exposed = new Map<string, ApplicationSubject>();
  readonly #mistaken = new Map<string, number>();
  /** Endpoints and methods for which a redirect led to a success: following others would repeat its effect. */
  readonly #resolved = new Set<string>();
  #credentials = 0;
  #locales = 0;
  /** Applications that no other call is about yet, set while the workspace has less credit, so that nothing can be created. */
  #prepared: ReadonlyMap<string, ApplicationSubject[]> | undefined;

  constructor(stage: Stage, subjects: CallSubjects) {
    this.#stage = stage;
    this.#subjects = subjects;
  }

  /** Yields the calls as work to do. */
  *works(rows: Iterable<CallRow>): Generator<() => Promise<void>, void, void> {
    for (const row of rows) {
      if (this.#stage.isSpent()) return;
      yield () => this.make(row);
    }
  }

  /** Makes calls, and then others, while the workspace has less credit. The applications that they need are created before. */
  async withCredit(
    credit: 'too-little' | 'none',
    rows: readonly CallRow[],
    others: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    const { operator } = this.#stage;
    if (operator.setCredit === undefined || rows.length === 0) return;
    const prepared = new Map<string, ApplicationSubject[]>();
    for (const row of rows) {
      const { flow, past } = row;
      const effect = effectOf(row);
      if (effect === 'if-wrong') await this.#newExposed(flow, past);
      if (!mayEnd(row) && !usesUp(row)) continue;
      const subject = await this.#newSubject(row);
      const key = keyOf(row);
      if (subject !== undefined) prepared.set(key, [...(prepared.get(key) ?? []), subject]);
    }
    this.#prepared = prepared;
    await operator.setCredit(credit);
    try {
      for (const row of rows) await this.make(row);
      await others();
    } finally {
      this.#prepared = undefined;
      await operator.setCredit('enough');
    }
  }

  async make(row: CallRow): Promise<void> {
    if (this.#stage.isSpent()) return;
    const effect = effectOf(row);
    if (row.endpoint === 'create') for (const body of this.#bodiesOf(row)) await this.#create(row, body);
    else if (effect === 'if-wrong') await this.#expose(row);
    else if (effect === 'some') await this.#deliver(row);
    else {
      const application = this.#applicationOf(row);
      if (application !== undefined) await this.#call(row, application);
    }
  }

  /** Bodies of a class take turns: if every triple is due, and on a mock those that create, each meets all that does not hide it. */
  #bodiesOf(row: CallRow): readonly BadBody[] {
    const { bodyOf, createBodiesOf } = this.#subjects;
    const { isThorough, guest } = this.#stage;
    const isEach = row.body === 'bad-format' ? isThorough : !guest;
    return isEach && hidingFactors(row).length === 0 ? createBodiesOf(row) : [bodyOf(row)];
  }

  async #create(row: CallRow, body: BadBody): Promise<void> {
    const { applications, calls } = this.#stage;
    const { credit } = row;
    const method = methodOf(row);
    const { credential, form } = this.#callerOf(row);
    if (credential === undefined || form === undefined) return;
    const call = { form, credential, credit, method, lang: this.#langOf(row), ...body };
    const { application, exchange } = await applications.create(calls, call);
    if (exchange !== undefined) await this.#follow(row, exchange, credential);
    if (application !== undefined) applications.release(application);
  }

  /** Makes a call that changes an application only by mistake, on one that nothing depends on, and looks afterwards. */
  async #expose(row: CallRow): Promise<void> {
    const { flow, past } = row;
    const { calls } = this.#stage;
    const application = this.#exposed.get(subjectKey(flow, 'open', past)) ?? (await this.#newExposed(flow, past));
    if (application === undefined) return;
    await this.#call(row, application);
    const after = await calls.call({ endpoint: 'result', application });
    if (stringAt(after.response?.body.json, 'application', 'status') === 'incomplete') return;
    this.#exposed.delete(subjectKey(flow, 'open', past));
    this.#mistaken.set(flow, (this.#mistaken.get(flow) ?? 0) + 1);
  }

  async #newExposed(flow: CallRow['flow'], past: CallRow['past']): Promise<ApplicationSubject | undefined> {
    const known = this.#exposed.get(subjectKey(flow, 'open', past));
    if (known !== undefined || (this.#mistaken.get(flow) ?? 0) >= MAX_MISTAKEN) return known;
    const application = await this.#newSubject({ flow, application: 'open', past });
    if (application === undefined) return undefined;
    await this.#stage.calls.call({ endpoint: 'result', application });
    this.#exposed.set(subjectKey(flow, 'open', past), application);
    return application;
  }

  /** Takes an application in a state to which this has happened, and which no other call is about. */
  async #newSubject(row: Pick<CallRow, 'flow' | 'application' | 'past'>): Promise<ApplicationSubject | undefined> {
    const { flow, past } = row;
    const form = this.#subjects.forms.get(flow);
    if (form === undefined) return undefined;
    if (this.#prepared !== undefined) return this.#prepared.get(keyOf(row))?.shift();
    const { application } = row;
    const state = application === 'expired' || application === 'submitted' ? application : 'open';
    return arrangeSubject(this.#stage, { form, state, past });
  }

  /** Makes a call that has an effect, and waits for its delivery. */
  async #deliver(row: CallRow): Promise<void> {
    const { applications, arrange } = this.#stage;
    const { application: state, flow, past } = row;
    if (mayEnd(row)) {
      const application = await this.#newSubject(row);
      if (application === undefined) return;
      // What follows a submission after the expiry is not shown.
      if (state !== 'open') return void (await this.#call(row, application));
      await arrange.delivering(application, () => this.#call(row, application));
      applications.adopt({ ...application, state: 'submitted' });
      return;
    }
    const application = this.#applicationOf(row);
    if (application === undefined) return;
    if (!isServedResend(row)) return void (await this.#call(row, application));
    await arrange.delivering(application, () => this.#call(row, application));
    if (!usesUp(row)) return;
    // It has now been sent again: the next call needs another one.
    const next = await this.#newSubject(row);
    if (next === undefined) this.#subjects.applications.delete(subjectKey(flow, state, past));
    else {
      applications.adopt(next);
      this.#subjects.applications.set(subjectKey(flow, state, past), next);
    }
  }

  async #call(row: CallRow, application: ApplicationSubject): Promise<Exchange | undefined> {
    const { endpoint } = row;
    const method = methodOf(row);
    const { credential } = this.#callerOf(row);
    if (credential === undefined) return undefined;
    const { body, revise } = this.#subjects.bodyOf(row);
    const { credit } = row;
    const call = { endpoint, method, application, credential, lang: this.#langOf(row), body, credit };
    const exchange = await this.#stage.calls.call({ ...call, ...(endpoint === 'submit' ? {} : revise && { revise }) });
    await this.#follow(row, exchange, credential);
    return exchange;
  }

  /** Follows a redirect on the same host: others must not get the token. */
  async #follow({ endpoint, method, locale }: CallRow, exchange: Exchange, credential: Presented): Promise<void> {
    const key = `${endpoint} ${method}`;
    const location = locationOf(exchange);
    if (locale !== 'unrecognised' || location === undefined || this.#resolved.has(key)) return;
    const { response } = await this.#stage.calls.followLocation(exchange, location, credential);
    if (response !== undefined && response.status < 300) this.#resolved.add(key);
  }

  #applicationOf(row: CallRow): ApplicationSubject | undefined {
    const { flow, application } = row;
    if (application !== 'unknown-slug') return this.#subjects.applications.get(keyOf(row));
    const form = this.#subjects.forms.get(flow);
    return form && { ...this.#stage.unknown, form };
  }

  #callerOf({ credential, credit, flow }: CallRow): {
    readonly credential: Presented | undefined;
    readonly form: FormSubject | undefined;
  } {
    const form = this.#subjects.forms.get(flow);
    const poor = this.#prepared ? undefined : this.#subjects.poor.get(credit);
    if (poor !== undefined) return { credential: poor.credential, form: flow === 'camera' ? poor.form : form };
    const known = this.#subjects.credentials.get(credential) ?? [];
    this.#credentials += 1;
    return { credential: known[this.#credentials % known.length], form };
  }

  #langOf({ locale }: CallRow): string {
    if (locale !== 'unrecognised') return locale;
    this.#locales += 1;
    return UNRECOGNISED[this.#locales % UNRECOGNISED.length] ?? '';
  }
}

/** Checks if a call may complete its application, so that no other call can be about it as it was. */
export function mayEnd(row: CallRow): boolean {
  const { endpoint, method, application } = row;
  const isUnfinished = application === 'open' || application === 'expired';
  return endpoint === 'submit' && method === 'own' && isUnfinished && effectOf(row) === 'some';
}

/** Checks if a call changes the past of its application, so that calls about it as it was need another one. */
function usesUp(row: CallRow): boolean {
  return isServedResend(row) && (row.past === 'nothing' || row.past === 'status change');
}

function isServedResend(row: CallRow): boolean {
  const { endpoint, method, application } = row;
  return endpoint === 'resend' && method === 'own' && application === 'submitted' && effectOf(row) === 'some';
}

function keyOf({ flow, application, past }: Pick<CallRow, 'flow' | 'application' | 'past'>): string {
  return subjectKey(flow, application, past);
}

function locationOf({ request, response }: Exchange): string | undefined {
  if (response === undefined || response.status < 300 || response.status > 399) return undefined;
  const location = headerOf(response.headers, 'location');
  if (location === undefined || !URL.canParse(location, request.url)) return undefined;
  const url = new URL(location, request.url);
  return url.origin === new URL(request.url).origin ? url.href : undefined;
}
