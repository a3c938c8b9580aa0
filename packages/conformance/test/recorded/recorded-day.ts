import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import fc from 'fast-check';

import { writeArchive } from '../../../archive/test/written-archive.ts';
import type { Observation } from '../../src/lib/observe/observation.ts';
import { folderWith } from '../cli/folder.ts';
import { plainHar } from './plain-har.ts';

/** Files of a recording: their names, from the folder that holds them. */
export interface RecordedDay {
  readonly folder: string;
  readonly names: readonly string[];
}

/** Writes observations as two HTTP archives and a folder of captures. `fileOf`: 0 or 1, or 2 for the folder, which holds deliveries. */
export async function recordedDay(
  observations: readonly Observation[],
  fileOf: (index: number) => number,
): Promise<RecordedDay> {
  const folder = await folderWith();
  const files: Observation[][] = [[], []];
  const bodies: string[] = [];
  for (const [index, observation] of observations.entries()) {
    const file = fileOf(index);
    if (file === 2 && observation.kind === 'delivery') {
      bodies.push(new TextDecoder().decode(observation.request.body.bytes));
    } else files[file === 2 ? 1 : file]?.push(observation);
  }
  for (const [file, own] of files.entries()) await writeFile(join(folder, `${file}.har`), plainHar(own));
  await writeArchive(join(folder, 'captures'), bodies);
  return { folder, names: ['0.har', '1.har', 'captures'] };
}

const slug = fc.constantFrom('a-1', 'b-2', 'c-3', '');
const padding = fc.constantFrom('', 'x'.repeat(2000));
const applicationBody = fc.record({
  event: fc.oneof(
    fc.record({ type: fc.constant('submit_form'), nounce: slug, created_at: fc.string() }),
    fc.jsonValue(),
  ),
  application: fc.oneof(fc.record({ slug, id: fc.nat(3), status: fc.string(), form: slug }), fc.jsonValue()),
  answers: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue()),
  padding,
  extra: fc.oneof(fc.record({ ekyc: fc.jsonValue(), identity_aml: fc.jsonValue() }), fc.jsonValue()),
});
const createdBody = fc.record({ detail: fc.record({ slug, form: slug }), form_url: slug, info: fc.webUrl(), padding });
const body = fc.oneof(
  applicationBody,
  createdBody,
  fc.jsonValue(),
  fc.record({ schema_config: fc.jsonValue(), data: fc.jsonValue(), padding }),
);
const endpoint = fc.oneof(
  fc.constantFrom('en', 'th', 'xx').map((lang) => `/${lang}/api/forms/kyc/create/`),
  fc
    .tuple(fc.constantFrom('result', 'info', 'submit', 'hook-submit'), slug)
    .map(([name, of]) => `/en/api/forms/kyc/applied-forms/${of}/${name}/`),
  slug.map((of) => `/api/ekyc/${of}/result/image/?exp=1&q=abcdef`),
);

/** An entry of an HTTP archive that no service would give: any body, status and order. */
const hostileEntry = fc
  .record({
    endpoint,
    isDelivery: fc.boolean(),
    sent: body,
    body,
    status: fc.constantFrom(200, 201, 204, 302, 404, 422, 503),
  })
  .map(({ endpoint: path, isDelivery, sent, body: answered, status }) => ({
    startedDateTime: '2026-01-05T03:00:00.000Z',
    time: 5,
    request: {
      method: isDelivery || !/\/(?:result|info)\//.test(path) ? 'POST' : 'GET',
      url: isDelivery ? 'https://receiver.example/hook' : `https://service.example${path}`,
      headers: [{ name: 'Authorization', value: 'Bearer token-1' }],
      postData: { mimeType: 'application/json', text: JSON.stringify(sent) },
    },
    response: {
      status,
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      content: { mimeType: 'application/json', text: JSON.stringify(answered) },
    },
  }));

/** Texts of HTTP archives with hostile entries. */
export const hostileHars: fc.Arbitrary<readonly string[]> = fc
  .array(fc.array(hostileEntry, { maxLength: 12 }), { minLength: 1, maxLength: 3 })
  .map((files) => files.map((entries) => JSON.stringify({ log: { version: '1.2', entries } })));
