import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DuckDBInstance } from '@duckdb/node-api';
import { createTestIo } from '@idvkit/cli-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { env, main } from '../command-line.ts';
import { entryOf, hitOf, payloadOf, runOf } from '../screening-payload.ts';

let cwd: string;
let database: DuckDBInstance;

beforeAll(async () => {
  database = await DuckDBInstance.create(':memory:');
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-rows-'));
  await mkdir(join(cwd, 'in'));
  for (let file = 0; file < 6; file += 1) {
    const lines = Array.from({ length: 20 }, (_, line) => {
      const hits = Array.from({ length: line % 4 }, (__, index) => hitOf(`${file}-${line}-${index}`, index / 4));
      return JSON.stringify(payloadOf({ p: [runOf('p', [entryOf(hits)])] }, `slug ${file} ${line}`));
    });
    await writeFile(join(cwd, `in/${file}.ndjson`), `${lines.join('\n')}\n`);
  }
});

afterAll(async () => {
  database.closeSync();
  await rm(cwd, { recursive: true });
});

async function analyze(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const io = createTestIo({ cwd, env });
  const code = await main(argv, io);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

async function rowsOf(query: string): Promise<unknown[][]> {
  const connection = await database.connect();
  try {
    return (await connection.runAndReadAll(query.replaceAll('IN/', `${cwd}/`))).getRowsJson();
  } finally {
    connection.closeSync();
  }
}

describe('idvkit analyze plan --rows parquet', () => {
  it('gives the rows that one process writes, in files with the names of the tasks', async () => {
    const planned = await analyze('plan', 'in', '--out', 'plan.ndjson', '--task-bytes', '8KB', '--rows', 'parquet');
    expect(planned).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Planned \d+ tasks of 6 inputs\.\n$/),
      stderr: '',
    });
    expect((await analyze('work', 'plan.ndjson', '--parts', 'parts', '--workers', '2')).code).toBe(0);
    const one = ['--report', 'hits=hits.parquet', '--report', 'submissions=submissions.parquet'];
    const whole = await analyze('in', '--json', ...one);
    expect((await analyze('collect', 'plan.ndjson', '--parts', 'parts', '--json')).stdout).toBe(whole.stdout);
    const hits = (from: string): Promise<unknown[][]> =>
      rowsOf(`select source, submission, id, score, hit_json from 'IN/${from}' order by id`);
    expect(await hits('parts/hits/*.parquet')).toEqual(await hits('hits.parquet'));
    const deliveries = (from: string): Promise<unknown[][]> =>
      rowsOf(`select source, submission, hits, bytes from 'IN/${from}' order by all`);
    expect(await deliveries('parts/submissions/*.parquet')).toEqual(await deliveries('submissions.parquet'));
    const [parts, rows] = await Promise.all([readdir(join(cwd, 'parts')), readdir(join(cwd, 'parts/hits'))]);
    expect(rows.map((name) => name.replace('.parquet', '.json')).toSorted()).toEqual(
      parts.filter((name) => name.endsWith('.json')).toSorted(),
    );
    expect(rows.length).toBeGreaterThan(6);
    const modes = await Promise.all(rows.map(async (name) => (await stat(join(cwd, 'parts/hits', name))).mode & 0o777));
    expect(new Set(modes)).toEqual(new Set([0o600]));
  });

  it('does a task again whose rows are lost', async () => {
    const [lost = ''] = await readdir(join(cwd, 'parts/hits'));
    await rm(join(cwd, 'parts/hits', lost));
    const { stdout } = await analyze('work', 'plan.ndjson', '--parts', 'parts');
    expect(stdout).toMatch(/^Tasks: 1 done, \d+ done before, 0 failed\./);
    expect(await readdir(join(cwd, 'parts/hits'))).toContain(lost);
  });
});
