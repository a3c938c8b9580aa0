import type { components } from './generated/openapi-typescript.ts';

type Schemas = components['schemas'];

/** Returns what a screening found, by the types that openapi-typescript writes. */
export function totalHitsOf(submission: Schemas['SubmitFormDelivery']): number[] {
  return Object.entries(submission.extra?.identity_aml ?? {}).flatMap(([provider, runs]) =>
    runs.flatMap((run) => {
      const output = run.output?.[provider];
      // The type names the entries among what an output may hold.
      const entries = Array.isArray(output) ? (output satisfies Schemas['AmlEntry'][] | unknown[]) : [];
      return entries.map((entry) => (entry as Schemas['AmlEntry']).result?.total_hits ?? 0);
    }),
  );
}

/** Objects are open, and their keys optional. */
export const shortest: Schemas['SubmitFormDelivery'] = {
  event: { type: 'submit_form', added_later: 1 },
  application: { slug: 'k3v9', status: 'archived' },
};
// @ts-expect-error: a slug is a text.
export const refused: Schemas['SubmitFormDelivery'] = { event: { type: 'submit_form' }, application: { slug: 3 } };
