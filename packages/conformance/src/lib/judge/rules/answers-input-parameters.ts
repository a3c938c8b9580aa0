import { at, objectAt } from '@idvkit/json';

import { isScalar } from '../../observe/json.ts';
import { createdSlug } from '../../observe/timeline.ts';
import { passIf, type Judgement } from '../rule/judgement.ts';
import { defineRule, type RuleOf } from '../rule/rule.ts';

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
