import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { AnalysisTask } from '@idvkit/schema/formats';
import { arbitraries } from '@idvkit/schema/generators';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { summarize, createCollector } from '../../src/index.ts';
import { mergeParts, planTasks, runTask } from '../../src/index.ts';
import { gather } from '../../src/lib/input/gather.ts';

const texts = fc.sample(arbitraries.delivery(), { numRuns: 24, seed: 5 }).map((delivery) => JSON.stringify(delivery));

/** Objects by path. */
const objects = new Map<string, Buffer>();
let requests: string[] = [];
let cwd: string;
let origin: string;
const server = createServer((request, response) => answer(request, response));

/** A storage that serves objects with ETag and ranges. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '', 'http://storage');
  requests.push(`${request.method} ${url.pathname}${url.search} ${request.headers.range ?? ''}`.trim());
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

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-remote-'));
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  objects.clear();
  objects.set('/open/lines (1).ndjson', Buffer.from(texts.slice(0, 20).join('\n')));
  for (const [index, text] of texts.slice(20).entries()) objects.set(`/open/d ${index}+ä.json`, Buffer.from(text));
  requests = [];
});

afterAll(async () => {
  server.close();
  await rm(cwd, { recursive: true });
});

const signal = new AbortController().signal;

async function plan(inputs: string[]): Promise<AnalysisTask[]> {
  return gather(planTasks(inputs, { io: { cwd, signal }, taskBytes: 5_000 }));
}

/** Hits and payloads of all tasks. */
async function run(tasks: AnalysisTask[]): Promise<object> {
  const parts = await Promise.all(tasks.map((task) => runTask(task, { signal })));
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
    await expect(runTask(changed, { signal })).rejects.toMatchObject({ code: 'source-changed' });
    const unranged = await plan(urls('x&no-ranges'));
    const [ranged] = unranged.filter(({ sources }) => sources.some(({ range }) => range));
    if (!ranged) throw new Error('No task has a range');
    await expect(runTask(ranged, { signal })).rejects.toMatchObject({
      message: expect.stringContaining('the server does not send ranges'),
    });
  });

  it('fail a task if the server is gone, instead of making a part without them', async () => {
    const [task] = await plan(urls('x'));
    objects.clear();
    if (!task) throw new Error('There is no task');
    await expect(runTask(task, { signal })).rejects.toMatchObject({ code: 'input-unreadable' });
  });
});
