import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTestIo } from '@idvkit/cli-kit/testing';
import type { AnalysisTask } from '@idvkit/schema/formats';
import { arbitraries } from '@idvkit/schema/generators';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { summarize, createCollector } from '../../src/index.ts';
import { gather } from '../../src/lib/input/gather.ts';
import { mergeParts, planTasks, runTask } from '../../src/parts.ts';
import { main } from '../command-line.ts';

const SECRET = 'planted/secret+of/the/storage';
const texts = fc.sample(arbitraries.delivery(), { numRuns: 24, seed: 5 }).map((delivery) => JSON.stringify(delivery));

/** Objects by path. */
const objects = new Map<string, Buffer>();
let requests: string[] = [];
let problems: string[] = [];
let cwd: string;
let origin: string;
const server = createServer((request, response) => answer(request, response));

/** A storage that serves objects with ETag and ranges: `/open/…` as a URL, `/bucket/…` as S3 with signatures. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '', 'http://storage');
  requests.push(
    `${request.method} ${url.pathname}${url.search.replace(/continuation-token=[^&]*/, 'continuation-token=…')} ${request.headers.range ?? ''}`.trim(),
  );
  if (url.pathname.startsWith('/bucket/')) {
    const problem = signatureProblem(request, url);
    if (problem !== undefined) {
      problems.push(problem);
      response.writeHead(403).end();
      return;
    }
    if (url.searchParams.has('list-type')) return void response.end(listing(url.searchParams));
  }
  const body = objects.get(decodeURIComponent(url.pathname));
  if (!body) return void response.writeHead(404).end();
  const [, start = '', end = ''] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const isRange = start !== '' && !url.searchParams.has('no-ranges');
  const part = isRange ? body.subarray(Number(start), Number(end) + 1) : body;
  response.writeHead(isRange ? 206 : 200, {
    etag: `"${createHash('md5').update(body).digest('hex')}"`,
    'content-length': part.length,
    ...(isRange && { 'content-range': `bytes ${start}-${end}/${body.length}` }),
  });
  response.end(part);
}

/** Two keys a page, as ListObjectsV2 answers. */
function listing(query: URLSearchParams): string {
  const prefix = `/bucket/${query.get('prefix')}`;
  const keys = [...objects.keys()].filter((path) => path.startsWith(prefix)).sort();
  const from = Number(query.get('continuation-token') ?? 0);
  const contents = keys.slice(from, from + 2).map((path) => {
    const body = objects.get(path) ?? Buffer.alloc(0);
    const key = encodeURIComponent(path.slice('/bucket/'.length)).replaceAll('%20', '+');
    const etag = createHash('md5').update(body).digest('hex');
    return `<Contents><Key>${key}</Key><ETag>&quot;${etag}&quot;</ETag><Size>${body.length}</Size></Contents>`;
  });
  const next = from + 2 < keys.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult>${next}${contents.join('')}</ListBucketResult>`;
}

/** Checks the signature as "Signature Version 4" of AWS describes it. */
function signatureProblem({ method, headers }: IncomingMessage, url: URL): string | undefined {
  const [, date = '', region = '', signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=reader\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const encode = (text: string): string =>
    encodeURIComponent(text).replaceAll(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const path = url.pathname.split('/').map((part) => encode(decodeURIComponent(part)));
  const canonical = [
    method,
    path.join('/'),
    query.join('&'),
    ...signed.split(';').map((name) => `${name}:${String(headers[name])}`),
    '',
    signed,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n');
  const hmac = (key: string | Buffer, value: string): Buffer => createHmac('sha256', key).update(value).digest();
  const key = [date, region, 's3', 'aws4_request'].reduce<Buffer>(hmac, Buffer.from(`AWS4${SECRET}`));
  return hmac(key, text).toString('hex') === signature ? undefined : `wrong signature of ${url.pathname}`;
}

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-remote-'));
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  objects.clear();
  for (const folder of ['/open', '/bucket/2026']) {
    objects.set(`${folder}/lines (1).ndjson`, Buffer.from(texts.slice(0, 20).join('\n')));
    for (const [index, text] of texts.slice(20).entries())
      objects.set(`${folder}/d ${index}+ä.json`, Buffer.from(text));
  }
  [requests, problems] = [[], []];
});

afterAll(async () => {
  server.close();
  await rm(cwd, { recursive: true });
});

const signal = new AbortController().signal;
const s3 = (): Record<string, string> => ({
  AWS_ACCESS_KEY_ID: 'reader',
  AWS_SECRET_ACCESS_KEY: SECRET,
  AWS_REGION: 'eu-central-1',
  AWS_ENDPOINT_URL_S3: origin,
});

async function plan(inputs: string[], env = {}): Promise<AnalysisTask[]> {
  return gather(planTasks(inputs, { io: { cwd, env, signal }, taskBytes: 5_000 }));
}

/** Hits and payloads of all tasks. */
async function run(tasks: AnalysisTask[], env = {}): Promise<object> {
  const parts = await Promise.all(tasks.map((task) => runTask(task, { env, signal })));
  const { corpus } = await mergeParts(parts, { plan: tasks });
  const { payloads, bytes, hits, complete, submissions } = corpus;
  return { payloads, bytes, hits, complete, distinct: submissions.distinct };
}

async function expected(): Promise<object> {
  const collector = createCollector();
  for (const text of texts) collector.add(await summarize([Buffer.from(text)]));
  const { payloads, bytes, hits, complete, submissions } = collector.result();
  return { payloads, bytes, hits, complete, distinct: submissions.distinct };
}

describe('URLs', () => {
  const urls = (signature: string): string[] =>
    [...objects.keys()]
      .filter((path) => path.startsWith('/open'))
      .map((path) => `${origin}${encodeURI(path).replaceAll('+', '%2B')}?signature=${signature}`);

  it('are read in ranges, and the signature changes no id', async () => {
    const tasks = await plan(urls('planted-one'));
    expect(tasks.flatMap(({ sources }) => sources).filter(({ range }) => range).length).toBeGreaterThan(2);
    requests = [];
    expect(await run(tasks)).toEqual(await expected());
    expect(requests.filter((request) => request.includes('bytes=')).length).toBeGreaterThan(2);
    const again = await plan(urls('planted-two'));
    expect(again.map(({ id }) => id)).toEqual(tasks.map(({ id }) => id));
    expect(
      tasks
        .map(({ sources }) => sources.map(({ name }) => name))
        .flat()
        .join(),
    ).not.toContain('planted');
  });

  it('fail a task if they have changed, or if the server sends no ranges', async () => {
    const tasks = await plan(urls('x'));
    objects.set('/open/lines (1).ndjson', Buffer.from(texts.slice(1, 21).join('\n')));
    const [changed] = tasks.filter(({ sources }) => sources.some(({ range }) => range));
    if (!changed) throw new Error('No task has a range');
    await expect(runTask(changed, { env: {}, signal })).rejects.toMatchObject({ code: 'source-changed' });
    const unranged = await plan(urls('x&no-ranges'));
    const [ranged] = unranged.filter(({ sources }) => sources.some(({ range }) => range));
    if (!ranged) throw new Error('No task has a range');
    await expect(runTask(ranged, { env: {}, signal })).rejects.toMatchObject({
      message: expect.stringContaining('the server does not send ranges'),
    });
  });

  it('fail a task if the server is gone, instead of making a part without them', async () => {
    const [task] = await plan(urls('x'));
    objects.clear();
    if (!task) throw new Error('There is no task');
    await expect(runTask(task, { env: {}, signal })).rejects.toMatchObject({ code: 'input-unreadable' });
  });
});

describe('s3://bucket/prefix', () => {
  it('is listed and read with signed requests, without the objects that stand for folders', async () => {
    objects.set('/bucket/2026/', Buffer.alloc(0));
    const tasks = await plan(['s3://bucket/2026/'], s3());
    expect(requests.filter((request) => request.includes('list-type')).length).toBe(3);
    expect(await run(tasks, s3())).toEqual(await expected());
    expect(problems).toEqual([]);
    expect(JSON.stringify(tasks)).not.toContain(SECRET);
  });

  it('is refused with one message if the secret is wrong or missing', async () => {
    const refuse = async (env: Record<string, string>): Promise<string> => {
      const io = createTestIo({ cwd, env });
      expect(await main(['plan', 's3://bucket/2026/', '--out', 'plan.ndjson'], io)).toBe(2);
      return io.stderrText;
    };
    expect(await refuse({ ...s3(), AWS_SECRET_ACCESS_KEY: 'wrong' })).toContain(
      'Cannot read "s3://bucket/2026/": the server answers with 403.',
    );
    expect(problems).toHaveLength(1);
    expect(await refuse({})).toContain('Cannot read from S3: no credentials are set.');
    await expect(readFile(join(cwd, 'plan.ndjson'))).rejects.toThrow('ENOENT');
  });
});
