import { type Answer, missing } from './answering.ts';
import type { Application } from './records.ts';
import type { Service } from './service.ts';

/** Where the back office is, beside the service. */
export const BACK_OFFICE = '/back-office';

const ACTION = /^\/back-office\/(submit|expire|delete|status)\/([^/]+)$/;
const PASS = /^\/back-office\/pass\/(\d+)$/;

/** What an operator can do, one POST each; every answer waits until the deliveries that follow are made. */
export async function answerOperator(service: Service, method: string, path: string): Promise<Answer> {
  const { hooks, clock, workspaces } = service;
  if (path === `${BACK_OFFICE}/credit`) return { status: 200, json: workspaces[0]?.credit };
  if (method !== 'POST') return missing();
  const [, ms] = PASS.exec(path) ?? [];
  if (ms !== undefined) {
    await clock.pass(Number(ms), () => hooks.caughtUp());
    return { status: 204 };
  }
  const [, action, slug] = ACTION.exec(path) ?? [];
  const application = service.applications.get(decodeURIComponent(slug ?? ''));
  if (application === undefined || application.deleted) return missing();
  const isOpen = application.state === 'incomplete';
  if (action === 'submit' && isOpen) submit(service, application);
  else if (action === 'expire' && isOpen) service.expire(application);
  else if (action === 'status' && application.state === 'complete') service.changeStatus(application);
  else if (action === 'delete') application.deleted = true;
  else return { status: 409, json: 'Not in this state.' };
  await hooks.caughtUp();
  return { status: 204 };
}

/** Applicants take their time, and may come too late. */
function submit(service: Service, application: Application): void {
  const { submitsAfterMs } = service.settings;
  if (submitsAfterMs === undefined) return service.goThrough(application);
  service.clock.after(submitsAfterMs, () => {
    if (application.state === 'incomplete') service.goThrough(application);
  });
}
