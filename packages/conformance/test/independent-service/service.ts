import { checksOf, courseOf } from './checks.ts';
import { FORMS, type Primitive } from './forms.ts';
import { Hooks } from './hooks.ts';
import { answersFromCamera } from './payload.ts';
import type { Application, EventType, Workspace } from './records.ts';
import { ServiceClock } from './service-clock.ts';
import type { Happening, ServiceSettings } from './service-settings.ts';

export const TOKENS = { good: 'tok-4b7e', revoked: 'tok-gone', poor: 'tok-poor' };

const EVENTS: Readonly<Record<Happening, readonly EventType[]>> = {
  submitted: ['submit_form'],
  expired: ['drop_off'],
  changed: ['update_status'],
};

/** All there is to the service, apart from HTTP. */
export class Service {
  readonly clock: ServiceClock;
  readonly applications: Map<string, Application> = new Map<string, Application>();
  readonly workspaces: readonly Workspace[];
  readonly settings: ServiceSettings;
  readonly hooks: Hooks;
  origin = '';
  #ids = 77;
  #courses = 0;

  constructor(settings: ServiceSettings, clock: ServiceClock = new ServiceClock()) {
    this.clock = clock;
    this.settings = settings;
    const { forms = FORMS } = settings;
    this.workspaces = [
      { tokens: new Set([TOKENS.good]), forms, credit: 10_000 },
      { tokens: new Set([TOKENS.poor]), forms, credit: 2 },
    ];
    this.hooks = new Hooks(this.clock, settings, () => this.origin);
  }

  nextId(): number {
    return (this.#ids += 3);
  }

  find(formSlug: string, slug: string | undefined): Application | undefined {
    const application = this.applications.get(slug ?? '');
    return application?.deleted === false && application.form.slug === formSlug ? application : undefined;
  }

  /** The applicant goes through the camera steps, and submits. Each has the next course, unless one is given. */
  goThrough(application: Application, course: number = this.#courses++): void {
    const checks = checksOf(application.form, courseOf(course));
    application.checks = checks;
    const now = this.clock.now();
    const captured: Record<string, Primitive> = answersFromCamera(application.id, checks);
    for (const [key, value] of Object.entries(captured)) {
      const firstMs = application.answers.get(key)?.firstMs ?? now - 90_000;
      application.answers.set(key, { value, firstMs, lastMs: Math.max(firstMs, now - 4000) });
    }
    if (checks.document === 'passport') application.answers.delete('nid');
    this.complete(application);
  }

  complete(application: Application): void {
    const now = this.clock.now();
    application.state = 'complete';
    application.submittedMs = now;
    application.workspace.credit -= application.form.price;
    const consent = new Date(now).toISOString();
    if (!application.answers.has('home_address_country')) {
      application.answers.set('home_address_country', { value: 'THA', firstMs: now, lastMs: now });
    }
    application.answers.set('consent_date', { value: consent, firstMs: now, lastMs: now });
    if (application.checks !== undefined) application.columns['Watchlist'] = 'Screened';
    this.#fire('submitted', application);
  }

  expire(application: Application): void {
    application.state = 'expired';
    this.#fire('expired', application);
  }

  changeStatus(application: Application): void {
    const decision = application.changes % 2 === 0 ? 'Approved By Hand' : 'Sent Back';
    application.changes += 1;
    application.columns['Branch check'] = decision;
    this.#fire('changed', application);
  }

  #fire(happening: Happening, application: Application): void {
    const { eventsOf = (each) => EVENTS[each] } = this.settings;
    for (const type of eventsOf(happening)) this.hooks.fire(type, application);
  }
}
