import { scriptedDeliveries, scriptFiles, type ExportFormat, type ExportSource } from './exported.ts';

/** Writes a k6 script and the bodies next to it. Secret and address come from `__ENV`. */
export const k6Export: ExportFormat = {
  isFolder: true,
  loses:
    'tags, attempts to send and images are not in it; k6 holds all bodies in memory, once per virtual user; repeated headers are joined; the delivery rules are not kept: k6 does not try again',
  files: (source) => scriptFiles(source, 'script.js', script(source)),
};

function script({ captures, origin }: ExportSource): string {
  const deliveries = scriptedDeliveries(captures);
  return `// k6 run -e TARGET=https://receiver.example -e IDV_WEBHOOK_SECRET script.js
import { check } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';

const target = (__ENV.TARGET || ${JSON.stringify(origin)}).replace(/\\/$/, '');
const secret = __ENV.IDV_WEBHOOK_SECRET;

const deliveries = ${JSON.stringify(deliveries, null, 2)}.map((delivery) => ({ ...delivery, content: open('./' + delivery.body, 'b') }));

export const options = {
  scenarios: { deliveries: { executor: 'shared-iterations', vus: 1, iterations: deliveries.length } },
  thresholds: { checks: ['rate==1'] },
};

export default function () {
  const delivery = deliveries[exec.scenario.iterationInTest % deliveries.length];
  const headers = secret ? { ...delivery.headers, Authorization: 'Bearer ' + secret } : delivery.headers;
  const answer = http.request(delivery.method, target + delivery.path, delivery.content, { headers, timeout: '30s' });
  check(answer, { 'answered 2xx': ({ status }) => status >= 200 && status < 300 });
}
`;
}
