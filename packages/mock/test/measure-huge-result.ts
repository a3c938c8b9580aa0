/** Reads a result of 40 MB from a mock in this process, and prints its bytes and the most memory that was held meanwhile. */
import { createMock } from '@idvkit/mock';

import { ServiceClient } from './service-client.ts';

const mock = createMock();
const { url } = await mock.listen();
const slug = await new ServiceClient((wanted) => fetch(wanted), url).createSlug();
mock.portal.submit(slug, { aml: 'huge', amlBytes: 40_000_000 });
const response = await fetch(`${url}/en/api/forms/kyc-camera/applied-forms/${slug}/result/`, {
  headers: { authorization: 'Bearer idv_test_token' },
});

function held(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
const before = held();
let [bytes, peak, next] = [0, 0, 0];
for await (const chunk of response.body ?? []) {
  bytes += chunk.byteLength;
  if (bytes < next) continue;
  peak = Math.max(peak, held() - before);
  next += 10_000_000;
}
await mock.close();
process.stdout.write(JSON.stringify({ bytes, peak }));
