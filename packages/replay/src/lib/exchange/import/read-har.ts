import { ElementError, ElementScanner, type ScannedElement } from '@idvkit/json';
import * as z from 'zod';

import { requestPath } from '../../capture/request-path.ts';
import { bodyOf, ImportProblem, momentOf, type ImportedPart, type ImportReader } from './imported.ts';

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
export const readHar: ImportReader = async function* readHar(input) {
  let read: ScannedElement[] = [];
  let count = 0;
  const scanner = new ElementScanner({
    path: ['log', 'entries'],
    maxBytes: MAX_ENTRY_BYTES,
    onElement: (element) => read.push(element),
  });
  const parts = function* (): Generator<ImportedPart> {
    const elements = read;
    read = [];
    for (const { text } of elements) {
      count += 1;
      yield text === undefined
        ? { kind: 'skipped', why: `entry ${count} is too large` }
        : partOf(JSON.parse(text), count);
    }
  };
  try {
    for await (const chunk of input) {
      scanner.write(chunk);
      yield* parts();
    }
    scanner.end();
  } catch (error) {
    if (!(error instanceof ElementError)) throw error;
    yield* parts();
    throw new ImportProblem(`${error.message} (line ${error.line}, byte ${error.byte})`, { cause: error });
  }
  if (count === 0) yield { kind: 'skipped', why: 'it has no log.entries' };
};

const MAX_ENTRY_BYTES = 512 * 2 ** 20;

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
