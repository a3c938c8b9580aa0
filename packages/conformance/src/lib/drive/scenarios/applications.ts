import { stringAt } from '@idvkit/json';

import type { Condition } from '../../observe/condition.ts';
import type { Exchange } from '../../observe/observation.ts';
import type { CallBody } from '../calls/call-body.ts';
import type { Presented } from '../calls/credentials.ts';
import type { Ledger } from '../calls/ledger.ts';
import type { ServiceCalls, ApplicationSubject, FormSubject } from '../calls/service-calls.ts';
import type { Call } from '../calls/service-client.ts';

/** A create call as a scenario wants it. */
export interface CreateCall {
  readonly form: FormSubject;
  readonly body?: CallBody;
  readonly lang?: string;
  readonly credential?: Presented;
  readonly credit?: Condition['credit'];
  readonly method?: string;
  readonly revise?: Call['revise'];
}

/** What came of a create call. */
export interface Created {
  /** Absent where the budget is used up. */
  readonly exchange?: Exchange;
  /** Absent where none was created. */
  readonly application?: ApplicationSubject;
}

/** Creates applications within the budget of the run. */
export class Applications {
  readonly #ledger: Ledger;
  readonly #known = new Map<string, ApplicationSubject>();
  readonly #spare: ApplicationSubject[] = [];

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** Why nothing more is created, where that is so. */
  get closed(): string | undefined {
    return this.#ledger.closed;
  }

  /** How many more applications the run may create. */
  get remaining(): number {
    return this.#ledger.remaining;
  }

  /** Tells whether `slug` is one that this run created or was given. */
  knows(slug: string): boolean {
    return this.#known.has(slug);
  }

  /** Takes note of an application that the run did not create itself, or of the state that one is in now. */
  adopt(application: ApplicationSubject): void {
    // It counts as the latest then.
    this.#known.delete(application.slug);
    this.#known.set(application.slug, application);
  }

  /** Takes no further interest in an application. */
  forget(slug: string): void {
    this.#known.delete(slug);
  }

  /** Applications that the run created or was given, in the state last noted, in the order of these notes. */
  get all(): readonly ApplicationSubject[] {
    return [...this.#known.values()];
  }

  /** Leaves an open application to whoever needs one. */
  release(application: ApplicationSubject): void {
    this.#spare.push(application);
  }

  /** Takes an open application that nobody else uses: one that was left over, or a new one. */
  async take(calls: ServiceCalls, form: FormSubject): Promise<ApplicationSubject | undefined> {
    const index = this.#spare.findIndex((spare) => spare.form.slug === form.slug);
    const [spare] = index < 0 ? [] : this.#spare.splice(index, 1);
    return spare ?? (await this.create(calls, { form })).application;
  }

  /** Makes a create call, unless the budget is used up. A 461 where credit was expected ends creating. */
  async create(calls: ServiceCalls, call: CreateCall): Promise<Created> {
    if (!(await this.#ledger.reserve())) return {};
    let made: Parameters<Ledger['settle']>[0];
    try {
      const exchange = await calls.call({ endpoint: 'create', ...call });
      const status = exchange.response?.status ?? 0;
      const application = createdBy(exchange, call.form);
      if (status >= 200 && status < 300) made = { slug: application?.slug, form: call.form.slug };
      if (application !== undefined) this.#known.set(application.slug, application);
      if (status === 461 && call.credit !== 'too-little') this.#ledger.close('The workspace ran out of credit (461)');
      return application === undefined ? { exchange } : { exchange, application };
    } finally {
      await this.#ledger.settle(made);
    }
  }
}

/** Reads what a create call created, whichever 2xx it was answered with. */
function createdBy({ response }: Exchange, form: FormSubject): ApplicationSubject | undefined {
  if (response === undefined || response.status < 200 || response.status > 299) return undefined;
  const { json } = response.body;
  const slug = stringAt(json, 'detail', 'slug');
  if (slug === undefined || slug === '') return undefined;
  const formUrl = stringAt(json, 'form_url');
  const infoUrl = stringAt(json, 'info');
  return {
    form,
    slug,
    state: 'open',
    ...(formUrl === undefined ? {} : { formUrl }),
    ...(infoUrl === undefined ? {} : { infoUrl }),
  };
}
