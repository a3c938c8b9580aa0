import * as z from 'zod';

import { requestPath } from '../../capture/request-path.ts';
import { bodyOf, momentOf, type ImportReader } from './imported.ts';
import { readElements } from './read-elements.ts';

/** As much of a request as a delivery needs. */
const entry = z.object({
  method: z.string(),
  url: z.string(),
  content: z.string().nullish(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).catch({}),
  created_at: z.unknown().optional(),
});

/** Reads what webhook.site exports: requests in `data`, each with its body as text. */
export const readWebhookSite: ImportReader = (input) =>
  readElements(input, ['data'], (value, number) => {
    const { data } = entry.safeParse(value);
    if (data === undefined) return { kind: 'skipped', why: `entry ${number} is not a request of webhook.site` };
    if (!data.content) return { kind: 'skipped', why: 'requests without a body' };
    return {
      kind: 'delivery',
      delivery: {
        method: data.method.toUpperCase(),
        path: requestPath(data.url),
        headers: Object.entries(data.headers).flatMap(([name, values]) =>
          [values].flat().map((text): [string, string] => [name, text]),
        ),
        body: bodyOf(Buffer.from(data.content)),
        receivedAt: momentOf(data.created_at),
        fidelity: 'decoded',
      },
    };
  });
