import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { operations, pathOf, peerDocument, webhooks } from './documents.ts';
import { finding, type Peer } from './peer.ts';
import type { RecordedCall, RecordedDelivery, Recording } from './recording.ts';

const execute = promisify(execFile);
const bin = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');

/** A problem of `redocly drift --format json`, as far as it is read. */
interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly path: string;
  readonly operationId?: string;
  readonly target?: 'request' | 'response';
  readonly dataPath?: string;
  readonly status: number;
  readonly details?: { readonly keyword?: string };
}

/** Checks an HTTP archive by the command, which the makers call experimental. */
export const redoclyPeer: Peer = {
  name: 'Redocly drift',
  packages: ['@redocly/cli'],
  settings:
    'its default rules, with the headers `x-*` and `transfer-encoding` ignored; findings about our own requests are left out',
  check: async (recording) => {
    const folder = await mkdtemp(join(tmpdir(), 'idvkit-peers-'));
    const [api, har, report] = ['api.json', 'traffic.har', 'report.json'].map((name) => join(folder, name));
    if (api === undefined || har === undefined || report === undefined) throw new Error('Three files');
    try {
      await writeFile(api, JSON.stringify(peerDocument));
      await writeFile(har, JSON.stringify(archiveOf(recording)));
      const args = [
        'drift',
        har,
        '--api',
        api,
        '--match-mode',
        'basepath',
        '--ignore-headers',
        'x-*,transfer-encoding',
        '--format',
        'json',
        '--output',
        report,
      ];
      // It ends with 1 if it finds something.
      await execute(process.execPath, [bin, ...args], { env: { ...process.env, REDOCLY_TELEMETRY: 'off' } }).catch(
        () => undefined,
      );
      const { problems } = JSON.parse(await readFile(report, 'utf8')) as { readonly problems: readonly Problem[] };
      return new Set(problems.filter(isAboutService).map(findingOf));
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

/** The requests of a run are wrong on purpose. A delivery is a request of the service. */
function isAboutService({ target, path }: Problem): boolean {
  return target === 'response' || [...webhooks.keys()].some((name) => path === pathOf(name));
}

function findingOf({ operationId = 'no operation', status, ruleId, message, details, dataPath = '' }: Problem): string {
  return finding(operationId, status, ruleId, details?.keyword ?? message, dataPath);
}

function archiveOf({ calls, deliveries }: Recording): object {
  const entries = [...calls.map(callEntry), ...deliveries.map(deliveryEntry)];
  return { log: { version: '1.2', creator: { name: 'idvkit', version: '1' }, entries } };
}

function callEntry({ operation, url, status, headers, body }: RecordedCall): object {
  const method = operations.get(operation)?.method ?? '';
  const content = { size: -1, mimeType: headers['content-type'] ?? '', ...textOf(body) };
  return entryOf({ method, url, headers: [] }, { status, headers: listOf(headers), content });
}

function deliveryEntry({ webhook, method, headers, body }: RecordedDelivery): object {
  const postData = { mimeType: headers['content-type'] ?? '', ...textOf(body) };
  // The archive has no secret, and the document asks for one.
  const sent = listOf({ ...headers, authorization: 'Bearer secret' });
  const url = `https://receiver.example${pathOf(webhook)}`;
  return entryOf({ method, url, headers: sent, postData }, { status: 200, headers: [], content: {} });
}

function entryOf(request: object, response: object): object {
  return { startedDateTime: '2026-01-05T03:00:00.000Z', time: 1, request, response, timings: {} };
}

function listOf(headers: Readonly<Record<string, string>>): readonly object[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

function textOf(body: unknown): object {
  return body === undefined ? {} : { text: typeof body === 'string' ? body : JSON.stringify(body) };
}
