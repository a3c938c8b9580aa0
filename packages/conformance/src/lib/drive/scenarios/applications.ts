import { stringAt } from '@idvkit/json';

import type { Condition } from '../../observe/condition.ts';
import type { Exchange } from '../../observe/observation.ts';
import type { CallBody } from '../calls/call-body.ts';
import type { Presented } from '../calls/credentials.ts';
import type { Ledger } from '../calls/ledger.ts';
import type { ServiceCalls, ApplicationSubject, FormSubject } from '../calls/service-calls.ts';
import type { Call } from '../calls/service-client.ts';

export interface CreateCall {
  readonly form: FormSubject;
  readonly body?: CallBody;
  readonly lang?: string;
  readonly credential?: Presented;
  readonly credit?: Condition['credit'];
  readonly method?: string;
  readonly revise?: Call['revise'];
}

export interface Created {
  readonly exchange?: Exchange;
  readonly application?: ApplicationSubject;
}

export class Applications {
  readonly #ledger: Ledger;
  /** Locale of applications whose form an applicant opens. Default: any. */
  readonly #formLang: string | undefined;
  readonly #known = new Map<string, ApplicationSubject>();
  readonly #spare: ApplicationSubject[] = [];

  constructor(ledger: Ledger, formLang?: string) {
    this.#ledger = ledger;
    this.#formLang = formLang;
  }

  get closed(): string | undefined {
    return this.#ledger.closed;
  }

  get remaining(): number {
    return this.#ledger.remaining;
  }

  knows(slug: string): boolean {
    return this.#known.has(slug);
  }

  find(slug: string | undefined): ApplicationSubject | undefined {
    return slug === undefined ? undefined : this.#known.get(slug);
  }

  /** Adds an application that the run did not create, or updates its state. */
  adopt(application: ApplicationSubject): void {
    // It becomes the latest.
    this.#known.delete(application.slug);
    this.#known.set(application.slug, application);
  }

  forget(slug: string): void {
    this.#known.delete(slug);
  }

  /** Applications of the run in their last known state, in the order of updates. */
  get all(): readonly ApplicationSubject[] {
    return [...this.#known.values()];
  }

  release(application: ApplicationSubject): void {
    this.#spare.push(application);
  }

  /**
   * Returns an open application that nothing else uses.
   * @param wanted Locale: `any` if no applicant will open its form. Body: that of the create call, for a new application. Default: any body.
   */
  async take(
    calls: ServiceCalls,
    form: FormSubject,
    { locale = 'readable', body }: { readonly locale?: 'any' | 'readable'; readonly body?: CallBody } = {},
  ): Promise<ApplicationSubject | undefined> {
    const lang = locale === 'any' ? undefined : this.#formLang;
    const isUsable = (spare: ApplicationSubject): boolean =>
      spare.form.slug === form.slug && (lang === undefined || spare.lang === lang);
    const index = body === undefined ? this.#spare.findIndex(isUsable) : -1;
    const [spare] = index < 0 ? [] : this.#spare.splice(index, 1);
    const call = { form, ...(lang !== undefined && { lang }), ...(body && { body }) };
    return spare ?? (await this.create(calls, call)).application;
  }

  /** Makes a create call, unless the budget is used up. An unexpected 461 ends creating. */
  async create(calls: ServiceCalls, call: CreateCall): Promise<Created> {
    if (!(await this.#ledger.reserve())) return {};
    let made: Parameters<Ledger['settle']>[0];
    try {
      const exchange = await calls.call({ endpoint: 'create', ...call });
      const status = exchange.response?.status ?? 0;
      const application = createdBy(exchange, call.form);
      if (status >= 200 && status < 300) made = { slug: application?.slug, form: call.form.slug };
      if (application !== undefined) this.#known.set(application.slug, application);
      if (status === 461 && (call.credit ?? 'enough') === 'enough')
        this.#ledger.close('The workspace ran out of credit (461)');
      return application === undefined ? { exchange } : { exchange, application };
    } finally {
      await this.#ledger.settle(made);
    }
  }
}

function createdBy({ response, lang }: Exchange, form: FormSubject): ApplicationSubject | undefined {
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
    ...(lang !== undefined && { lang }),
    ...(formUrl === undefined ? {} : { formUrl }),
    ...(infoUrl === undefined ? {} : { infoUrl }),
  };
}
