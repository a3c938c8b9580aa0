import { type JsonObject, objectAt } from '@idvkit/json';

import type { Exchange } from '../../observe/observation.ts';

export const needsCreated: string = 'A create call that returns 201.';

export const needsBadAnswer: string = 'A create call with an answer that breaks its format (fixtures.badAnswers).';

export function isCreate({ condition }: Exchange): boolean {
  return condition.endpoint === 'create' && condition.method === 'POST';
}

export function createdBody(exchange: Exchange): JsonObject | undefined {
  const { response } = exchange;
  if (!isCreate(exchange) || response === undefined || response.status >= 300 || response.body.truncated)
    return undefined;
  return objectAt(response.body.json) ?? {};
}
