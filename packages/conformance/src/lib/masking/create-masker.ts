import type { ConformanceRun } from '../drive/conformance-run.ts';
import { slugOf } from '../observation/timeline.ts';
import { Masker } from './masker.ts';

/** Makes a masker that knows everything personal of a run: its secrets, its slugs and what every body held. */
export function createMasker(run: ConformanceRun, options: { readonly key?: string } = {}): Masker {
  const basePath = /^[a-z][a-z\d+.-]*:\/\/[^/]*(.*)$/i.exec(run.target.baseUrl)?.[1] ?? '';
  const segments = [run.target.formSlug, ...basePath.split('/')];
  const masker = new Masker({ secrets: run.secrets, slugs: run.created, segments, ...options });
  // What is readable in addresses is known before bodies are read: it is nothing personal there either.
  for (const observation of run.observations) {
    if (observation.kind !== 'exchange') continue;
    if (observation.formSlug !== undefined) masker.learnSegment(observation.formSlug);
    if (observation.lang !== undefined) masker.learnSegment(observation.lang);
  }
  for (const observation of run.observations) {
    const slug = slugOf(observation);
    if (slug !== undefined) masker.learnSlug(slug);
    if (observation.kind === 'exchange') {
      masker.learnUrl(observation.request.url);
      masker.learnBody(observation.request.body.json);
      masker.learnBody(observation.response?.body.json);
    } else if (observation.kind === 'delivery') masker.learnBody(observation.request.body.json);
  }
  return masker;
}
