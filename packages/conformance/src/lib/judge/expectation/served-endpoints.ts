import type { Condition } from '../../observe/condition.ts';
import { exchangesOf, type Exchange, type Observation } from '../../observe/observation.ts';
import { slugOf } from '../../observe/timeline.ts';
import { hasShape } from './answer-shape.ts';
import { expectedAnswers } from './expected-answers.ts';

type Run = readonly Observation[];

/** Derives something from a run once: many rules ask for it for every call. */
function oncePerRun<Value extends object>(derive: (run: Run) => Value): (run: Run) => Value {
  const known = new WeakMap<Run, Value>();
  return (run) => {
    const value = known.get(run) ?? derive(run);
    known.set(run, value);
    return value;
  };
}

/** Lists the endpoints that served an authorised call: only there does a refusal prove anything. */
export const servedEndpoints: (run: Run) => ReadonlySet<Condition['endpoint']> = oncePerRun((run) => {
  const served = exchangesOf(run).filter((exchange) => isServed(exchange, run));
  return new Set(served.map(({ condition }) => condition.endpoint));
});

function isServed({ condition, response, slug }: Exchange, run: readonly Observation[]): boolean {
  if (response === undefined || (condition.credential !== 'valid' && condition.endpoint !== 'info')) return false;
  const first = expectedAnswers(condition)?.find(({ certain }) => certain);
  if (first === undefined || response.status !== first.status) return false;
  // A camera flow cannot be submitted over JSON: its 422 with the missing keys is the best answer the endpoint has.
  const offers = first.status < 300 || (condition.endpoint === 'submit' && first.body === 'messages');
  if (first.body === 'empty' && !seenApplications(run).has(slug)) return false;
  return offers && hasShape(response, first.body);
}

/** Lists the applications that were created or shown: only for these does an empty answer prove something. */
export const seenApplications: (run: Run) => ReadonlySet<string | undefined> = oncePerRun(
  (run) => new Set(run.filter(showsApplication).flatMap((observation) => slugOf(observation) ?? [])),
);

function showsApplication(observation: Observation): boolean {
  if (observation.kind !== 'exchange') return observation.kind === 'delivery';
  const { condition, response } = observation;
  if (response === undefined || response.status >= 300) return false;
  if (condition.endpoint === 'create') return hasShape(response, 'created');
  return condition.endpoint === 'result' && hasShape(response, 'result');
}
