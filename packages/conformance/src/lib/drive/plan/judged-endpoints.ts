import type { Rule } from '../../judge/rule/rule.ts';
import { SERVICE_ENDPOINTS, type ServiceEndpoint } from '../../observe/condition.ts';

/** A rule of a run, as far as it decides which calls are made. */
export type ChosenRule = Pick<Rule, 'id' | 'scope'>;

/** Areas of rules about the answers of every endpoint. */
const EVERYWHERE = ['auth', 'error', 'locale'];

/**
 * Lists the endpoints whose planned calls show something about rules. Others would only cost time: scenarios make the calls that
 * a rule compares with, such as a result before and after.
 */
export function judgedEndpoints(rules: readonly ChosenRule[]): ReadonlySet<ServiceEndpoint> {
  return new Set(rules.flatMap(endpointsOf));
}

function endpointsOf({ id, scope }: ChosenRule): readonly ServiceEndpoint[] {
  const [area = ''] = id.split('.');
  const own = SERVICE_ENDPOINTS.find((endpoint) => endpoint === area);
  // What a call must not change shows in the result.
  if (own !== undefined) return scope === 'timeline' ? [own, 'result'] : [own];
  if (scope === 'payload') return ['result'];
  return EVERYWHERE.includes(area) ? SERVICE_ENDPOINTS : ['create', 'result', 'info'];
}
