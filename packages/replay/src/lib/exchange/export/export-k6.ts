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
  return `// k6 run -e TARGET=https://receiver.example -e ALLOW_HOST=receiver.example -e MAX_RATE=50 -e SHARE=1/2 -e IDV_WEBHOOK_SECRET script.js
// Sends each delivery once. Processes share them: each sends those of its SHARE, at its share of MAX_RATE (default 10 a second).
// VUS is the number of deliveries that are under way in parallel (default 1).
import { check, sleep } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';

const target = (__ENV.TARGET || ${JSON.stringify(origin)}).replace(/\\/$/, '');
const secret = __ENV.IDV_WEBHOOK_SECRET;
const maxRate = Number(__ENV.MAX_RATE || 10);
const [index, count, ...rest] = (__ENV.SHARE || '1/1').split('/').map(Number);

function refuse(message) {
  throw new Error('Nothing is sent. ' + message);
}
const [, host] = /^https?:\\/\\/(\\[[^\\]@]*\\]|[^/?#@:]+)(?::\\d+)?(?:\\/[^?#@]*)?$/i.exec(target) || refuse('TARGET is not an address of http or https.');
if (!(__ENV.ALLOW_HOST || '').split(',').includes(host)) refuse('The host is not allowed. Name it with -e ALLOW_HOST=HOST.');
if (!(maxRate > 0) || rest.length > 0 || !(index % 1 === 0 && count % 1 === 0 && index >= 1 && index <= count))
  refuse('SHARE is not of the form 3/8, or MAX_RATE is not above 0.');

const deliveries = ${JSON.stringify(deliveries, null, 2)}
  .filter((_, at) => at % count === index - 1)
  .map((delivery) => ({ ...delivery, content: open('./' + delivery.body, 'b') }));
if (deliveries.length === 0) refuse('SHARE has no delivery.');
const interval = (1000 * count) / maxRate;

export const options = {
  scenarios: {
    deliveries: {
      executor: 'shared-iterations',
      vus: Math.min(Number(__ENV.VUS || 1), deliveries.length),
      iterations: deliveries.length,
      // Each may take as long as it is waited for.
      maxDuration: Math.ceil((deliveries.length * (interval + 30000)) / 1000) + 's',
    },
  },
  thresholds: { checks: ['rate==1'], http_reqs: ['count==' + deliveries.length] },
};

export default function () {
  const number = exec.scenario.iterationInTest;
  const early = exec.scenario.startTime + number * interval - Date.now();
  if (early > 0) sleep(early / 1000);
  const delivery = deliveries[number];
  const headers = secret ? { ...delivery.headers, Authorization: 'Bearer ' + secret } : delivery.headers;
  const answer = http.request(delivery.method, target + delivery.path, delivery.content, { headers, redirects: 0, timeout: '30s' });
  check(answer, { 'answered 2xx': ({ status }) => status >= 200 && status < 300 });
}

export function handleSummary({ metrics }) {
  const sent = metrics.http_reqs ? metrics.http_reqs.values.count : 0;
  return { stdout: JSON.stringify({ planned: deliveries.length, sent, eachOnce: sent === deliveries.length }) + '\\n' };
}
`;
}
