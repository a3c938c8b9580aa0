import { type JsonObject, type JsonPath, objectAt } from '@idvkit/json';
import { knownAnswers } from '@idvkit/schema';

import { has } from '../../observe/json.ts';
import type { Exchange, Observation } from '../../observe/observation.ts';
import { createdSlug } from '../../observe/timeline.ts';
import { fail, pass, type Judgement } from '../rule/judgement.ts';
import { payloadOf } from '../rule/payload.ts';
import { defineRule, type JudgingContext, type RuleOf } from '../rule/rule.ts';

export const undeclaredDiscarded: RuleOf<'timeline'> = defineRule('answers.undeclared.discarded', {
  scope: 'timeline',
  needs: 'An application that was created with a key that the form does not know, and a later read or delivery of it.',
  *judge({ exchanges, observations }, context): Generator<Judgement> {
    const create = exchanges.find((exchange) => createdSlug(exchange) !== undefined);
    if (create?.condition.body !== 'undeclared-key') return;
    const keys = undeclaredKeys(create, context);
    if (keys.length === 0) return;
    for (const observation of observations) {
      const persisted = persistedAnswers(observation);
      if (persisted === undefined) continue;
      const back = keys.find((key) => has(persisted.answers, key));
      yield back === undefined
        ? pass(observation, create)
        : fail(observation, {
            message: 'A key that is neither a field of the form nor declared came back',
            path: [...persisted.path, back],
            also: [create],
          });
    }
  },
});

function undeclaredKeys({ condition, request }: Exchange, { inputParameters }: JudgingContext): readonly string[] {
  const given = Object.keys(objectAt(request.body.json, 'answers') ?? {});
  return given.filter(
    (key) =>
      !Object.hasOwn(knownAnswers, key) &&
      !Object.hasOwn(inputParameters, key) &&
      (condition.badKeys?.includes(key) ?? true),
  );
}

/** Returns the stored answers that an observation shows. No answers before submission prove nothing. */
function persistedAnswers(
  observation: Observation,
): { readonly answers: JsonObject; readonly path: JsonPath } | undefined {
  const submitted = objectAt(payloadOf(observation)?.body, 'answers');
  if (submitted !== undefined && Object.keys(submitted).length > 0) return { answers: submitted, path: ['answers'] };
  if (observation.kind !== 'exchange' || observation.condition.endpoint !== 'info') return undefined;
  if (observation.response?.status !== 200) return undefined;
  const open = objectAt(observation.response.body.json, 'data', 'data');
  return open === undefined ? undefined : { answers: open, path: ['data', 'data'] };
}
