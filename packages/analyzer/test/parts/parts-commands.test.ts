import { mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { analysisTask, type AnalysisPart, type AnalysisTask, type CorpusSummary } from '@idvkit/schema/formats';
import { arbitraries } from '@idvkit/schema/generators';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { isProof } from '../../../../tools/testing/sample.ts';
import { createCollector } from '../../src/index.ts';
import { mergeParts, runTask } from '../../src/index.ts';
import { taskId } from '../../src/lib/cli/parts/plan-tasks.ts';
import { env, main } from '../command-line.ts';
import { writeCaptureFolder } from '../input/write-capture-folder.ts';

let cwd: string;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-parts-'));
  const texts = fc.sample(arbitraries.delivery(), { numRuns: 30, seed: 3 }).map((delivery) => JSON.stringify(delivery));
  await mkdir(join(cwd, 'in/below'), { recursive: true });
  for (const [index, text] of texts.slice(0, 6).entries()) await writeFile(join(cwd, `in/d${index}.json`), text);
  await writeFile(join(cwd, 'in/below/lines.ndjson'), `${texts.slice(6, 26).join('\n')}\n\n{"cut":\n`);
  await writeFile(join(cwd, 'in/below/packed.ndjson.gz'), gzipSync(texts.slice(20).join('\n')));
  await writeFile(join(cwd, 'in/poison.json'), `${texts[0]?.slice(0, -9)}`);
  await writeCaptureFolder(
    join(cwd, 'in/archive'),
    texts.slice(3, 5).map((body) => ({ body })),
  );
});

afterAll(() => rm(cwd, { recursive: true }));

async function analyze(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const io = createTestIo({ cwd, env });
  const code = await main(argv, io);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

async function tasksOf(plan: string): Promise<AnalysisTask[]> {
  const lines = (await readFile(join(cwd, plan), 'utf8')).trimEnd().split('\n');
  return lines.map((line) => analysisTask.parse(JSON.parse(line)));
}

const io = { signal: new AbortController().signal };

describe('idvkit analyze plan, work and collect', () => {
  it('give what one process gives, byte for byte, in shares that overlap', async () => {
    const planned = await analyze('plan', 'in', '--out', 'plan.ndjson', '--task-bytes', '10KB');
    expect(planned).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Planned \d+ tasks of \d+ inputs\.\n$/),
      stderr: '',
    });
    expect((await tasksOf('plan.ndjson')).length).toBeGreaterThan(4);
    await writeFile(
      join(cwd, 'share.ndjson'),
      (await readFile(join(cwd, 'plan.ndjson'), 'utf8')).split(/^/m).slice(1, 3).join(''),
    );
    await analyze('work', 'share.ndjson', '--parts', 'parts');
    const worked = await analyze('work', 'plan.ndjson', '--parts', 'parts', '--workers', '2');
    expect(worked).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Tasks: [1-9]\d* done, [1-9]\d* done before, 0 failed/),
    });
    const collected = await analyze('collect', 'plan.ndjson', '--parts', 'parts', '--json');
    const whole = await analyze('in', '--json');
    expect(collected.stdout).toBe(whole.stdout);
    expect([collected.code, whole.code]).toEqual([2, 2]);
    expect(collected.stderr.split('\n').toSorted()).toEqual(whole.stderr.split('\n').toSorted());
  });

  it('makes the same plan again, with each document in one range of lines', async () => {
    await analyze('plan', 'in', '--out', 'one.ndjson', '--task-bytes', '5KB');
    await analyze('plan', 'in', '--out', 'two.ndjson', '--task-bytes', '5KB');
    const tasks = await tasksOf('one.ndjson');
    expect(await tasksOf('two.ndjson')).toEqual(tasks);
    const ranges = tasks.flatMap(({ sources }) => sources).flatMap(({ range }) => range ?? []);
    expect(ranges.length).toBeGreaterThan(2);
    const text = await readFile(join(cwd, 'in/below/lines.ndjson'));
    expect(Buffer.concat(ranges.map(({ start, end }) => text.subarray(start, end)))).toEqual(text);
    for (const { start, line } of ranges)
      expect(text.subarray(0, start).filter((byte) => byte === 0x0a).length).toBe(line - 1);
  });

  it('names exactly the tasks that have no part, and counts their inputs as unread', async () => {
    const tasks = await tasksOf('plan.ndjson');
    const withheld = tasks.filter((_, index) => index % 3 === 1);
    for (const { id } of withheld) await rm(join(cwd, `parts/${id}.json`), { force: true });
    const { code, stdout, stderr } = await analyze('collect', 'plan.ndjson', '--parts', 'parts', '--json');
    expect(code).toBe(3);
    expect(stderr.split('\n').filter((line) => /^[0-9a-f]{64}$/.test(line))).toEqual(withheld.map(({ id }) => id));
    expect(JSON.parse(stdout)).toMatchObject({
      complete: false,
      unread: withheld.flatMap(({ sources }) => sources).length,
    });
  });

  it('names all parts that are damaged, and does their tasks again', async () => {
    const tasks = await tasksOf('plan.ndjson');
    const present = (await readdir(join(cwd, 'parts'))).filter((name) => name.endsWith('.json'));
    const [cut, changed] = tasks
      .filter(({ id }) => present.includes(`${id}.json`))
      .map(({ id }) => join(cwd, `parts/${id}.json`));
    if (!cut || !changed) throw new Error('There are two tasks');
    await writeFile(cut, (await readFile(cut)).subarray(0, -9));
    await writeFile(changed, (await readFile(changed, 'utf8')).replace('"payloads":', '"payloads":1'));
    const { code, stderr } = await analyze('collect', 'plan.ndjson', '--parts', 'parts', '--json');
    expect([
      code,
      stderr
        .replaceAll(/[0-9a-f]{64}/g, 'ID')
        .replaceAll(cwd, '')
        .split('\n')
        .slice(0, 2),
    ]).toEqual([
      3,
      [
        expect.stringMatching(/^idvkit: Cannot read the part "\/parts\/ID.json": .*ends before/),
        'idvkit: The part of task ID is damaged: its checksum differs.',
      ],
    ]);
    const before = present.length - 2;
    expect((await analyze('work', 'plan.ndjson', '--parts', 'parts')).stdout).toBe(
      `Tasks: ${tasks.length - before} done, ${before} done before, 0 failed.\n`,
    );
    const again = await analyze('collect', 'plan.ndjson', '--parts', 'parts', '--json');
    expect(again.stdout).toBe((await analyze('in', '--json')).stdout);
  });

  it('removes what a dead worker has left, and leaves what a worker writes now', async () => {
    const id = 'a'.repeat(64);
    for (const name of ['dead', 'alive']) await writeFile(join(cwd, `parts/.${id}.json.${name}.tmp`), '');
    await utimes(join(cwd, `parts/.${id}.json.dead.tmp`), 1, 1);
    await analyze('collect', 'plan.ndjson', '--parts', 'parts');
    const names = await readdir(join(cwd, 'parts'));
    expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([`.${id}.json.alive.tmp`]);
  });

  it('fails tasks that its process cannot do, or whose source has changed or is not seen, and no other', async () => {
    await writeCaptureFolder(join(cwd, 'one'), [{ body: '{}' }]);
    await writeCaptureFolder(join(cwd, 'mounted'), [{ body: '{}' }]);
    await writeFile(join(cwd, 'changing.json'), '{}');
    await writeFile(join(cwd, 'staying.json'), '{}');
    const inputs = ['one', 'mounted', 'changing.json', 'staying.json'];
    await analyze('plan', ...inputs, '--out', 'failing.ndjson', '--task-bytes', '1');
    const [first, unseen, ...others] = await tasksOf('failing.ndjson');
    if (!first || !unseen) throw new Error('There are four tasks');
    // No plan has a range of a capture.
    const impossible = {
      ...first,
      sources: first.sources.map((each) => ({ ...each, range: { start: 0, end: 1, line: 1 } })),
    };
    const tasks = [{ ...impossible, id: taskId(impossible) }, unseen, ...others];
    await writeFile(join(cwd, 'failing.ndjson'), tasks.map((task) => JSON.stringify(task)).join('\n'));
    await utimes(join(cwd, 'changing.json'), 1, 1);
    await rename(join(cwd, 'mounted'), join(cwd, 'away'));
    const { code, stdout, stderr } = await analyze('work', 'failing.ndjson', '--parts', 'failing');
    expect([code, stdout]).toEqual([2, 'Tasks: 1 done, 0 done before, 3 failed.\n']);
    expect(stderr).toContain(`Task ${taskId(impossible)} failed. Only files and objects are read in ranges`);
    expect(stderr).toContain('Cannot read "mounted#1": it does not exist.');
    expect(stderr).toContain('Cannot read "changing.json": it has changed since the plan was made.');
    expect(await readdir(join(cwd, 'failing'))).toEqual([`${tasks.at(-1)?.id}.json`]);
    await rename(join(cwd, 'away'), join(cwd, 'mounted'));
    expect(await runTask(unseen, io)).toMatchObject({ task: unseen.id, failureCount: 0 });
  });

  it('refuses wrong plans, parts and inputs with one message', async () => {
    await writeFile(join(cwd, 'bad.ndjson'), '{"format":"idvkit.task"}\n');
    await writeFile(join(cwd, 'empty.ndjson'), '');
    const [task] = await tasksOf('plan.ndjson');
    if (!task) throw new Error('There is no task');
    await writeFile(join(cwd, 'other.ndjson'), JSON.stringify({ ...task, tool: 'idvkit analyze 0.0.9' }));
    await writeFile(
      join(cwd, 'edited.ndjson'),
      JSON.stringify({ ...task, options: { ...task.options, reveal: true } }),
    );
    const refused = await Promise.all([
      analyze('work', 'bad.ndjson', '--parts', 'none'),
      analyze('collect', 'missing.ndjson', '--parts', 'none'),
      analyze('collect', 'empty.ndjson', '--parts', 'none'),
      analyze('collect', 'other.ndjson', '--parts', 'none'),
      analyze('plan', '-', '--out', 'none.ndjson'),
      analyze('plan', 's3://bucket/x', '--out', 'none.ndjson'),
    ]);
    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => 2));
    expect(
      refused.map(({ stderr }) =>
        stderr
          .split('\n')[0]
          ?.replaceAll(/[0-9a-f]{64}/g, 'ID')
          .replaceAll(cwd, ''),
      ),
    ).toMatchInlineSnapshot(`
      [
        "idvkit: Cannot use the plan "bad.ndjson": line 1: version: Invalid input: expected 1.",
        "idvkit: Cannot use the plan "missing.ndjson": it does not exist.",
        "idvkit: Cannot use the plan "empty.ndjson": it is empty.",
        "idvkit: Cannot use task ID: it is of idvkit analyze 0.0.9, and this is idvkit analyze 0.1.0.",
        "idvkit: Standard input cannot be planned: no other machine can read it.",
        "idvkit: Cannot read "s3://bucket/x": it does not exist.",
      ]
    `);
    await expect(runTask({ ...task, tool: 'idvkit analyze 0.0.9' }, io)).rejects.toMatchObject({
      code: 'tool-differs',
    });
    await expect(runTask((await tasksOf('edited.ndjson'))[0] ?? task, io)).rejects.toMatchObject({
      code: 'tool-differs',
    });
  });

  it('makes a part of a payload that is cut off, the same each time', async () => {
    await analyze('plan', 'in/poison.json', '--out', 'poison.ndjson');
    const [task] = await tasksOf('poison.ndjson');
    if (!task) throw new Error('There is no task');
    const part = await runTask(task, io);
    expect(part).toMatchObject({ summary: { complete: false, incomplete: 1, unread: 0 }, failureCount: 1 });
    expect(await runTask(task, io)).toEqual(part);
  });
});

describe('mergeParts()', () => {
  let plan: AnalysisTask[];
  let parts: AnalysisPart[];

  beforeAll(async () => {
    await analyze('plan', 'in', '--out', 'plan.ndjson', '--task-bytes', '4KB');
    plan = await tasksOf('plan.ndjson');
    parts = await Promise.all(plan.map((task) => runTask(task, io)));
  });

  it('refuses another part of a task, and a damaged one', async () => {
    const [part] = parts;
    if (!part) throw new Error('There is no part');
    const other = await runTask(plan[1] as AnalysisTask, io);
    const differing = { ...other, task: part.task };
    await expect(mergeParts([part, differing], { plan })).rejects.toMatchObject({ code: 'part-differs' });
    const damaged = { ...part, summary: { ...part.summary, hits: 99 } };
    await expect(mergeParts([damaged], { plan })).rejects.toMatchObject({ code: 'part-damaged' });
    await expect(mergeParts([{ ...part, tool: 'x' }], { plan })).rejects.toMatchObject({ code: 'tool-differs' });
    expect(await mergeParts(parts, { plan: plan.slice(1) })).toMatchObject({ unplanned: 1, missing: [] });
  });

  it('is idempotent, commutative and associative', async () => {
    const whole = JSON.stringify((await mergeParts(parts, { plan })).corpus);
    const merge = (a: CorpusSummary, b: CorpusSummary): CorpusSummary => {
      const collector = createCollector();
      collector.merge(a);
      collector.merge(b);
      return collector.result();
    };
    const index = fc.nat({ max: parts.length - 1 });
    const trees = fc.record({
      // Parts that come again, somewhere.
      order: fc.array(index, { maxLength: 10 }).chain((again) => {
        const all = [...parts.keys(), ...again];
        return fc.shuffledSubarray(all, { minLength: all.length });
      }),
      groups: fc.array(fc.nat({ max: 3 }), { minLength: parts.length, maxLength: parts.length }),
      // Which two corpora are merged next.
      joins: fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(trees, async ({ order, groups, joins }) => {
        let corpora = await Promise.all(
          [0, 1, 2, 3].map(async (group) => {
            const isIn = (at: number): boolean => groups[at] === group;
            const some = order.filter(isIn).flatMap((at) => parts[at] ?? []);
            return (await mergeParts(some, { plan: plan.filter((_, at) => isIn(at)) })).corpus;
          }),
        );
        for (const join of joins) {
          const [a, b, ...others] = [
            ...corpora.slice(join % corpora.length),
            ...corpora.slice(0, join % corpora.length),
          ];
          corpora = a && b ? [...others, merge(b, a)] : corpora;
        }
        expect(JSON.stringify(corpora[0])).toBe(whole);
      }),
      { numRuns: isProof ? 10_000 : 40 },
    );
  });
});
