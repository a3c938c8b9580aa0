import { objectAt } from '@idvkit/json';

import type { ConformanceRun } from '../../drive/calls/conformance-run.ts';
import type { Observation } from '../../observe/observation.ts';
import { slugOf } from '../../observe/timeline.ts';
import { Knowledge } from './knowledge.ts';
import { Masker } from './masker.ts';

/** Creates a masker that knows the secrets, slugs and bodies of a run. `key`: default, that of the run. */
export function createMasker(run: ConformanceRun, options: { readonly key?: string } = {}): Masker {
  const knowledge = new Knowledge(options.key ?? run.fingerprintKey);
  for (const secret of run.secrets) knowledge.learnSecret(secret);
  for (const slug of run.created) knowledge.learnSlug(slug);
  // Readable parts of addresses come first: they are not personal in bodies either.
  learnDeclared(run, knowledge);
  for (const observation of run.observations) {
    const slug = slugOf(observation);
    if (slug !== undefined) knowledge.learnSlug(slug);
    if (observation.kind === 'exchange') knowledge.learnUrl(observation.request.url);
    for (const body of bodiesOf(observation)) knowledge.learnBody(body);
  }
  return new Masker(knowledge);
}

function bodiesOf(observation: Observation): readonly unknown[] {
  if (observation.kind === 'delivery') return [observation.request.body.json];
  return observation.kind === 'exchange' ? [observation.request.body.json, observation.response?.body.json] : [];
}

/** Targets that get only our own calls: their requests hold no foreign words. */
const OWN_CALLS: ReadonlySet<ConformanceRun['target']['kind']> = new Set(['embedded-mock', 'mock', 'live']);

/** Learns what the configuration and our own calls make public; nothing from answers or deliveries. */
function learnDeclared({ target, context, observations }: ConformanceRun, knowledge: Knowledge): void {
  const [host = '', ...path] = /^[a-z][a-z\d+.-]{0,31}:\/\/([^?#]*)/i.exec(target.baseUrl)?.[1]?.split('/') ?? [];
  knowledge.learnHost(host.replace(/^.*@/s, ''));
  for (const segment of [target.formSlug, ...path]) if (segment !== '') knowledge.learnSegment(segment);
  for (const key of Object.keys(context?.inputParameters ?? {})) knowledge.learnKey(key);
  for (const observation of observations) {
    if (observation.kind !== 'exchange') continue;
    if (observation.formSlug !== undefined) knowledge.learnSegment(observation.formSlug);
    if (observation.lang !== undefined) knowledge.learnSegment(observation.lang);
    if (!OWN_CALLS.has(target.kind)) continue;
    const sent = Object.keys(objectAt(observation.request.body.json, 'answers') ?? {});
    for (const key of [...sent, ...(observation.condition.badKeys ?? [])]) knowledge.learnKey(key);
  }
}
