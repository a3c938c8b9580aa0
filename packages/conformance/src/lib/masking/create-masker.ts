import type { ConformanceRun } from '../drive/conformance-run.ts';
import { slugOf } from '../observation/timeline.ts';
import { Knowledge } from './knowledge.ts';
import { Masker } from './masker.ts';

/**
 * Makes a masker that knows everything personal of a run: its secrets, its slugs and what every body held.
 *
 * @param options `key`: key of the fingerprints. Default: a fresh one, so that nobody can try out slugs on a report.
 */
export function createMasker(run: ConformanceRun, options: { readonly key?: string } = {}): Masker {
  const knowledge = new Knowledge(options.key);
  for (const secret of run.secrets) knowledge.learnSecret(secret);
  for (const slug of run.created) knowledge.learnSlug(slug);
  // What is readable in addresses is known before bodies are read: it is nothing personal there either.
  for (const segment of segmentsOf(run)) knowledge.learnSegment(segment);
  for (const observation of run.observations) {
    const slug = slugOf(observation);
    if (slug !== undefined) knowledge.learnSlug(slug);
    if (observation.kind === 'exchange') {
      knowledge.learnUrl(observation.request.url);
      knowledge.learnBody(observation.request.body.json);
      knowledge.learnBody(observation.response?.body.json);
    } else if (observation.kind === 'delivery') knowledge.learnBody(observation.request.body.json);
  }
  return new Masker(knowledge);
}

function* segmentsOf({ target, observations }: ConformanceRun): Generator<string> {
  const [, host = '', path = ''] = /^[a-z][a-z\d+.-]*:\/\/([^/@]*)(.*)$/i.exec(target.baseUrl) ?? [];
  yield* [target.formSlug, host, ...path.split('/')].filter((segment) => segment !== '');
  for (const observation of observations) {
    if (observation.kind !== 'exchange') continue;
    if (observation.formSlug !== undefined) yield observation.formSlug;
    if (observation.lang !== undefined) yield observation.lang;
  }
}
