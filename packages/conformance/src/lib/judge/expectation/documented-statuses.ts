import type { Condition, ServiceEndpoint } from '../../observe/condition.ts';

/** Statuses that each endpoint's section lists, without 429 and 5xx. @see Specification, "Endpoints" */
export const DOCUMENTED_STATUSES: Readonly<Record<ServiceEndpoint, readonly number[]>> = {
  create: [201, 400, 401, 403, 404, 422, 461],
  result: [200, 401, 403, 404],
  info: [200, 400, 404],
  submit: [200, 401, 403, 404, 422],
  resend: [204, 401, 403, 404],
};

/** Checks that the endpoint's own section, or the authentication table, lists a status for a call. */
export function isDocumented(status: number, endpoint: ServiceEndpoint, condition: Condition): boolean {
  if (status === 429 || status >= 500 || DOCUMENTED_STATUSES[endpoint].includes(status)) return true;
  if (status === 302) return condition.locale !== 'platform';
  if (endpoint !== 'info' || (status !== 401 && status !== 403)) return false;
  // Info refuses once submitted; its answer to a bad token before that is not shown.
  const bad = condition.credential !== 'absent' && condition.credential !== 'valid';
  return bad || (condition.application !== 'open' && condition.credential !== 'valid');
}
