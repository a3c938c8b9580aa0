import * as z from 'zod';

import { requestPath } from '../../capture/request-path.ts';
import { bodyOf, momentOf, type ImportedPart, type ImportReader } from './imported.ts';
import { readElements } from './read-elements.ts';

const named = z.array(z.object({ name: z.string(), value: z.coerce.string() }));
/** As much of an entry as a delivery needs. */
const entry = z.object({
  startedDateTime: z.unknown().optional(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: named.catch([]),
    postData: z
      .object({ text: z.string().optional(), encoding: z.string().optional(), params: z.unknown().optional() })
      .optional(),
  }),
  response: z.object({ status: z.number().optional() }).optional(),
  _idvkit: z.object({ masked: z.boolean().optional() }).loose().optional(),
});

/** Reads an HTTP archive (HAR 1.2) of any size. Requests with a body are deliveries; `encoding` `base64` is an extension. */
export const readHar: ImportReader = (input) => readElements(input, ['log', 'entries'], partOf);

function partOf(value: unknown, number: number): ImportedPart {
  const read = entry.safeParse(value);
  if (!read.success) return { kind: 'skipped', why: `entry ${number} is not a HAR entry` };
  const { request, response, startedDateTime, _idvkit: own } = read.data;
  const { text, encoding } = request.postData ?? {};
  if (text === undefined) return { kind: 'skipped', why: 'requests without a body' };
  if (own?.masked === true) return { kind: 'skipped', why: 'entries whose values were masked' };
  const isEncoded = encoding?.toLowerCase() === 'base64';
  const status = response?.status;
  return {
    kind: 'delivery',
    delivery: {
      method: request.method.toUpperCase(),
      path: requestPath(request.url),
      headers: request.headers
        .filter(({ name }) => !name.startsWith(':'))
        .map(({ name, value: content }) => [name, content]),
      body: bodyOf(Buffer.from(text, isEncoded ? 'base64' : 'utf8')),
      receivedAt: momentOf(startedDateTime),
      ...(status !== undefined && status >= 100 && { answer: status }),
      fidelity: 'decoded',
    },
  };
}
