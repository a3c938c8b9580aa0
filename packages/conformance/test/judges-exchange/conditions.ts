import { ENDPOINTS } from '@idvkit/schema';
import { condition as schema } from '@idvkit/schema/formats';

import { isServiceEndpoint, type Condition } from '../../src/lib/observe/condition.ts';

/** A call with nothing wrong: the endpoint's own method, the token, an open application of a camera flow. */
export function ordinaryCall(condition: Partial<Condition> & Pick<Condition, 'endpoint'>): Condition {
  const { endpoint } = condition;
  return {
    method: isServiceEndpoint(endpoint) ? ENDPOINTS[endpoint].method : 'GET',
    locale: 'platform',
    credential: 'valid',
    application: endpoint === 'create' ? 'none' : 'open',
    flow: 'camera',
    body: endpoint === 'create' ? 'valid-answers' : 'absent',
    credit: 'enough',
    ...condition,
  };
}

const { shape } = schema;
const CALLED = shape.endpoint.exclude(['receiver']).options;
const LOCALES = shape.locale.exclude(['none']).options;

let conditions: readonly Condition[] | undefined;

/** Every condition that there is, with some methods standing for all. */
export function allConditions(): readonly Condition[] {
  conditions ??= CALLED.flatMap((endpoint) =>
    ['GET', 'POST', 'DELETE'].flatMap((method) =>
      LOCALES.flatMap((locale) =>
        shape.credential.options.flatMap((credential) => ofCall({ endpoint, method, locale, credential })),
      ),
    ),
  );
  return conditions;
}

function ofCall(call: Pick<Condition, 'endpoint' | 'method' | 'locale' | 'credential'>): readonly Condition[] {
  const isCreate = call.endpoint === 'create';
  const states = isCreate ? (['none'] as const) : shape.application.options;
  const credits = isCreate ? shape.credit.options : (['enough'] as const);
  return states.flatMap((application) =>
    shape.flow.options.flatMap((flow) =>
      shape.body.options.flatMap((body) => credits.map((credit) => ({ ...call, application, flow, body, credit }))),
    ),
  );
}
