import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { arbitraries } from '@idvkit/schema/generators';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findQueueServers } from '../../../../tools/testing/queue-servers.ts';
import { sampleOf } from '../../../../tools/testing/sample.ts';
import { uniqueName } from '../../../../tools/testing/unique-name.ts';
import { createDraw } from '../../bench/draw.ts';
import { openQueue } from '../../src/lib/queue/open-queue.ts';
import { main } from '../command-line.ts';
import { removeNamespace } from '../queue/remove-namespace.ts';
import { killWorkers } from './kill-workers.ts';

let cwd: string;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-workers-'));
  await mkdir(join(cwd, 'in'));
  const texts = fc.sample(arbitraries.delivery(), { numRuns: 12, seed: 3 }).map((delivery) => JSON.stringify(delivery));
  for (const [index, text] of texts.entries()) await writeFile(join(cwd, `in/d${index}.json`), text);
});

afterAll(() => rm(cwd, { recursive: true }));

async function analyze(argv: readonly string[], env = {}): Promise<{ code: number; stdout: string; stderr: string }> {
  const io = createTestIo({ cwd, env });
  const code = await main(argv, io);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

describe.for(sampleOf(await findQueueServers(), { every: 2 }))(
  'idvkit analyze work --queue on $kind',
  ({ url, isRunning }) => {
    it.skipIf(!isRunning)(
      'gives what one process gives, although workers are killed and the queue is lost',
      async () => {
        const name = uniqueName('idvkit_test');
        const plan = ['plan', 'in', '--out', 'plan.ndjson', '--task-bytes', '1', '--enqueue', url];
        const env = { IDVKIT_QUEUE_NAME: name };
        const collect = ['collect', 'plan.ndjson', '--parts', name, '--json'];
        try {
          await analyze(plan, env);
          const ids = (await readFile(join(cwd, 'plan.ndjson'), 'utf8')).trimEnd().split('\n').length;
          const queue = await openQueue(url, { namespace: name });
          expect(await queue.open()).toBe(ids);
          await queue.remove();
          await queue.close();
          // A worker that comes when others are done finds no task, too: `collect` knows whether parts are missing.
          expect(await analyze(['work', '--queue', url, '--parts', name], env)).toMatchObject({
            code: 0,
            stderr: expect.stringContaining('The queue held no task.'),
          });
          expect(await analyze(collect)).toMatchObject({ code: 3 });
          await analyze(plan, env);
          const parts = join(cwd, name);
          expect(
            await killWorkers({ cwd, url, name, parts, workers: 2, kills: 2, random: createDraw(1).random }),
          ).toBeGreaterThan(0);
          const { code, stdout } = await analyze(collect);
          expect(code).toBe(0);
          expect(stdout).toBe((await analyze(['in', '--json'])).stdout);
        } finally {
          await removeNamespace(url, name);
        }
      },
    );
  },
);
