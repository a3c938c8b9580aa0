import { at, type JsonObject, type JsonPath, objectAt } from '@idvkit/json';
import { knownAnswers } from '@idvkit/schema';

import { has, isScalar } from '../../observe/json.ts';
import type { Exchange, Observation } from '../../observe/observation.ts';
import { createdSlug } from '../../observe/timeline.ts';
import { passIf, type Judgement } from '../rule/judgement.ts';
import { payloadOf } from '../rule/payload.ts';
import { defineRule, type JudgingContext, type RuleOf } from '../rule/rule.ts';
import { readBody } from './application-reads.ts';

/** A create validates types, so an accepted value has the declared one. */
export const inputParametersReturned: RuleOf<'timeline'> = defineRule('answers.input-parameters.returned', {
  scope: 'timeline',
  needs:
    'A declared input parameter (fixtures.inputParameters), an operator that submits the application, and a receiver for its webhook.',
  *judge({ exchanges, deliveries }, { inputParameters }): Generator<Judgement> {
    const create = exchanges.find((exchange) => createdSlug(exchange) !== undefined);
    const given = objectAt(create?.request.body.json, 'answers');
    if (create === undefined || given === undefined) return;
    const submits = exchanges.filter(({ condition }) => condition.endpoint === 'submit');
    for (const delivery of deliveries) {
      const { json } = delivery.request.body;
      const answers = objectAt(json, 'answers');
      if (at(json, 'event', 'type') !== 'submit_form' || answers === undefined) continue;
      for (const key of Object.keys(inputParameters)) {
        const value = at(given, key);
        if (!isScalar(value)) continue;
        const returned = at(answers, key, 'value');
        // A submit call may give the parameter again; only the last value can come back.
        const values = [value, ...submits.map(({ request }) => at(request.body.json, 'answers', key))];
        yield passIf(isScalar(returned) && values.includes(returned), delivery, {
          message: 'An input parameter that was given at create does not come back in the answers',
          path: ['answers', key],
          expected: value,
          actual: returned,
          also: [create],
        });
      }
    }
  },
});

export const undeclaredDiscarded: RuleOf<'timeline'> = defineRule('answers.undeclared.discarded', {
  scope: 'timeline',
  needs: 'An application created with a key that the form does not know, and a later read or delivery.',
  *judge({ exchanges, observations }, context): Generator<Judgement> {
    const create = exchanges.find((exchange) => createdSlug(exchange) !== undefined);
    if (create?.condition.body !== 'undeclared-key') return;
    const keys = undeclaredKeys(create, context);
    if (keys.length === 0) return;
    for (const observation of observations) {
      const persisted = persistedAnswers(observation);
      if (persisted === undefined) continue;
      const back = keys.find((key) => has(persisted.answers, key));
      yield passIf(back === undefined, observation, {
        message: 'A key that is neither a field of the form nor declared came back',
        path: [...persisted.path, back ?? ''],
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
  const info = observation.kind === 'exchange' ? readBody(observation, 'info') : undefined;
  const open = objectAt(info, 'data', 'data');
  return open === undefined ? undefined : { answers: open, path: ['data', 'data'] };
}
