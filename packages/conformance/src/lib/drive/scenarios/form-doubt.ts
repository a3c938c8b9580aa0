import { objectAt } from '@idvkit/json';

import type { Observation } from '../../observe/observation.ts';
import type { OpenTarget } from '../operators/open-target.ts';
import type { Operator } from '../operators/operator.ts';
import type { Stage } from './stage.ts';

/** Checks if the result of a submission shows camera steps, whatever the service answers to submit calls. No person is asked for one. */
export async function submitsWithCamera({
  calls,
  applications,
  arrange,
  target: { operator, form },
}: Pick<Stage, 'calls' | 'applications' | 'arrange'> & { readonly target: OpenTarget }): Promise<boolean> {
  const isArranged = operator.submit !== undefined && operator.asksPerson !== true;
  const given = operator.existing?.('submitted') ?? (isArranged ? await applications.take(calls, form) : undefined);
  if (given === undefined) return false;
  const submitted = given.state === 'submitted' ? given : await arrange.submit(given);
  if (submitted === undefined) return false;
  applications.adopt(submitted);
  const { response } = await calls.call({ endpoint: 'result', application: submitted });
  return objectAt(response?.body.json, 'extra', 'ekyc') !== undefined;
}

/** Takes back that a form has camera steps: rules about them would blame the service for the choice of the form. */
export function withUnknownFlow(observation: Observation): Observation {
  if (observation.kind !== 'exchange' || observation.condition.flow !== 'camera') return observation;
  return { ...observation, condition: { ...observation.condition, flow: 'unknown' } };
}

/** Parts of operators that are about the form that was meant. */
const ABOUT_FORM: ReadonlySet<string> = new Set<keyof Operator>([
  'existing',
  'inputParameters',
  'badAnswers',
  'emptyWorkspace',
  'poorWorkspace',
]);

/** Returns a target without anything that is about the form that was meant. */
export function withUnknownForm(target: OpenTarget): OpenTarget {
  const parts = Object.entries(target.operator).filter(([part]) => !ABOUT_FORM.has(part));
  // Each part is optional.
  const operator = Object.fromEntries(parts) as Operator;
  return { ...target, operator, form: { ...target.form, flow: 'unknown' } };
}
