import { courseOf } from './checks.ts';
import { FORMS, type Primitive } from './forms.ts';
import { Hooks, type HookSettings } from './hooks.ts';
import { answersFromCamera } from './payload.ts';
import type { Application, Workspace } from './records.ts';
import { ServiceClock } from './service-clock.ts';

export const TOKENS = { good: 'tok-4b7e', revoked: 'tok-gone', poor: 'tok-poor' };

/** All there is to the service, apart from HTTP. */
export class Service {
  readonly clock: ServiceClock = new ServiceClock();
  readonly applications: Map<string, Application> = new Map<string, Application>();
  readonly workspaces: readonly Workspace[] = [
    { tokens: new Set([TOKENS.good]), forms: FORMS, credit: 10_000 },
    { tokens: new Set([TOKENS.poor]), forms: FORMS, credit: 2 },
  ];
  readonly hooks: Hooks;
  origin = '';
  #ids = 77;
  #courses = 0;

  constructor(settings: HookSettings) {
    this.hooks = new Hooks(this.clock, settings, () => this.origin);
  }

  nextId(): number {
    return (this.#ids += 3);
  }

  find(formSlug: string, slug: string | undefined): Application | undefined {
    const application = this.applications.get(slug ?? '');
    return application?.deleted === false && application.form.slug === formSlug ? application : undefined;
  }

  /** The applicant goes through the camera steps, and submits. */
  goThrough(application: Application): void {
    const checks = courseOf(this.#courses++);
    application.checks = checks;
    const now = this.clock.now();
    const captured: Record<string, Primitive> = answersFromCamera(application.id, checks);
    for (const [key, value] of Object.entries(captured)) {
      application.answers.set(key, { value, firstMs: now - 90_000, lastMs: now - 4000 });
    }
    this.complete(application);
  }

  complete(application: Application): void {
    const now = this.clock.now();
    application.state = 'complete';
    application.submittedMs = now;
    application.workspace.credit -= application.form.price;
    const consent = new Date(now).toISOString();
    application.answers.set('consent_date', { value: consent, firstMs: now, lastMs: now });
    if (application.checks !== undefined) application.columns['Watchlist'] = 'Screened';
    this.hooks.fire('submit_form', application);
  }

  expire(application: Application): void {
    application.state = 'expired';
    this.hooks.fire('drop_off', application);
  }

  changeStatus(application: Application): void {
    application.columns['Branch check'] = 'Approved By Hand';
    this.hooks.fire('update_status', application);
  }
}
