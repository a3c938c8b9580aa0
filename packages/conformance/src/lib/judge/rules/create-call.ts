import { type JsonObject, objectAt } from '@idvkit/json';

import type { Exchange } from '../../observe/observation.ts';

/** What rules about creating need where nothing says otherwise. */
export const needsCreated: string = 'A create call that is answered with 201.';

/** What rules about refusing a create need. */
export const needsBadAnswer: string = 'A create call with an answer that breaks its format (fixtures.badAnswers).';

/** Whether a call creates an application. */
export function isCreate({ condition }: Exchange): boolean {
  return condition.endpoint === 'create' && condition.method === 'POST';
}

/** The body of a create that succeeded, whatever 2xx says so. */
export function createdBody(exchange: Exchange): JsonObject | undefined {
  const { response } = exchange;
  if (!isCreate(exchange) || response === undefined || response.status >= 300 || response.body.truncated)
    return undefined;
  return objectAt(response.body.json) ?? {};
}
