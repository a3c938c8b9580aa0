import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { main } from './command-line.ts';
import { entryOf, hitOf, payloadOf, runOf } from './screening-payload.ts';

let cwd: string;

const payload = (...hits: readonly unknown[]): string =>
  JSON.stringify(payloadOf({ p: [runOf('p', [entryOf(hits)])] }));

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-where-'));
  await mkdir(join(cwd, 'all'));
  const [weak, strong, exact] = [
    hitOf('A', 0.1),
    hitOf('B', 0.95, { types: ['pep'] }),
    hitOf('C', 0.997_773_542_077_009_3),
  ];
  await writeFile(join(cwd, 'all', 'a.json'), payload(weak, strong));
  await writeFile(join(cwd, 'all', 'b.ndjson'), `${payload(weak)}\n${payload(exact, hitOf('B', -1))}\n`);
  await writeFile(join(cwd, 'text.json'), payload({ score: '0.5' }, { score: 'high' }, { score: 5e-1 }));
});

afterAll(() => rm(cwd, { recursive: true }));

/** Runs the search and gives the places that it prints, or the ids of hits without one. */
async function search(...argv: string[]): Promise<{ code: number; found: readonly string[]; stderr: string }> {
  const io = createTestIo({ cwd });
  const code = await main(['hits', ...argv, '--reveal'], io);
  const found = io.stdoutText.split('\n').filter((line) => line !== '');
  return { code, found: found.map((line) => /"id":"(\w)"/.exec(line)?.[1] ?? line), stderr: io.stderrText };
}

describe('idvkit analyze hits --where', () => {
  it.each([
    ['score>=0.95', ['B']],
    ['score>0.95', []],
    ['score < 0.95', ['A']],
    ['score<=0.1', ['A']],
    ['doc.id=B', ['B']],
  ])('finds by %s', async (condition, ids) => {
    const { code, found } = await search('all/a.json', '--where', condition);
    expect([code, found]).toEqual([ids.length > 0 ? 0 : 1, ids]);
  });

  it('finds hits that fulfil all of several', async () => {
    const { found } = await search('all/a.json', '--where', 'score>=0', '--where', 'types[]=pep');
    expect(found).toEqual(['B']);
  });

  it('says in which of several inputs and lines a hit is', async () => {
    const { code, found } = await search('all', '--where', 'score>=0.9');
    expect([code, found]).toEqual([0, ['all/a.json #1', 'B', 'all/b.ndjson:2 #0', 'C']]);
  });

  it('does not stop at an input that it cannot read', async () => {
    await writeFile(join(cwd, 'cut.json'), payload(hitOf('B', 1)).slice(0, -3));
    const { code, found, stderr } = await search('cut.json', 'all/a.json', '--where', 'doc.id=B');
    expect([code, found, stderr]).toEqual([
      2,
      ['cut.json #0', 'B', 'all/a.json #1', 'B'],
      expect.stringContaining('Cannot read "cut.json"'),
    ]);
  });

  it('compares numbers, also those in texts, and nothing else', async () => {
    const io = createTestIo({ cwd });
    await main(['hits', 'text.json', '--where', 'score>=0.5', '--reveal'], io);
    expect(io.stdoutText).toBe('{"score":"0.5"}\n{"score":0.5}\n');
  });

  it.each([
    ['--number', '0'],
    ['--line', '1', '--where', 'doc.id=A'],
  ])('looks at one input by its numbers: %j', async (...options) => {
    const { code, stderr } = await search('all', ...options);
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      'idvkit: The search for a hit by its number looks at one input, and there are 2.',
    ]);
  });
});

describe('idvkit analyze', () => {
  it('has scores as they are written, and by their exact order', async () => {
    const scores = [0.997_773_542_077_009_3, 0.997_773_542_077_009_2, 1e-7, 123_456_789.123_456_7, 5e300];
    await writeFile(
      join(cwd, 'scores.json'),
      payload(...scores.map((score, at) => hitOf(at, score)), { score: '0.5' }, { score: '' }),
    );
    const io = createTestIo({ cwd });
    await main(['scores.json', '--json'], io);
    const { documents } = JSON.parse(io.stdoutText) as {
      documents: { screening: { highest: { score: number; number: number }[] } }[];
    };
    expect(documents[0]?.screening.highest.map(({ number, score }) => [number, score])).toEqual([
      [4, 5e300],
      [3, 123_456_789.123_456_7],
      [0, 0.997_773_542_077_009_3],
      [1, 0.997_773_542_077_009_2],
      [5, 0.5],
      [2, 1e-7],
    ]);
  });

  it('takes hits with an empty id for hits without one', async () => {
    await writeFile(join(cwd, 'empty.json'), payload(hitOf('', 1), hitOf('', 2), hitOf('A', 3)));
    const io = createTestIo({ cwd });
    await main(['empty.json', '--json'], io);
    const { documents } = JSON.parse(io.stdoutText) as { documents: { screening: { ids: unknown } }[] };
    expect(documents[0]?.screening.ids).toEqual({ total: 1, exact: true, kept: 1, repeated: 0 });
  });

  it('names lists by default, and lets a profile extend the default one', async () => {
    await writeFile(
      join(cwd, 'lists.json'),
      payload({ doc: { id: 1, sources: ['ofac-sdn'] }, kind: 'x' }, { doc: { sources: ['ofac-sdn', 'eu'] } }),
    );
    await writeFile(join(cwd, 'more.json'), '{"extends":"default","sources":["kind"]}');
    const rows = async (...argv: string[]): Promise<string | undefined> => {
      const io = createTestIo({ cwd });
      expect(await main(['lists.json', ...argv], io)).toBe(0);
      return /^ {2}source .*$/m.exec(io.stdoutText)?.[0];
    };
    expect([await rows(), await rows('--profile', 'more.json')]).toEqual([
      '  source       ofac-sdn 2 · eu 1',
      '  source       x 1',
    ]);
  });

  it('says that the profile fits no hit, and which of its paths no hit has', async () => {
    const hits = Array.from({ length: 3 }, (_, index) => ({ referenceId: index, categories: ['PEP'] }));
    await writeFile(join(cwd, 'other.json'), payload(...hits));
    await writeFile(join(cwd, 'own.json'), '{"label":"referenceId","values":["categoriez[]"]}');
    const notes = async (...argv: string[]): Promise<string> => {
      const io = createTestIo({ cwd });
      await main(['other.json', ...argv], io);
      return io.stderrText;
    };
    expect(await notes()).toBe(
      'idvkit: The profile fits none of 3 hits of "p". See their fields with idvkit analyze shape, and name them with --profile.\n',
    );
    expect(await notes('--profile', 'own.json')).toBe(
      'idvkit: No hit has "categoriez[]" of the profile. Did you mean "categories[]"?\n',
    );
  });

  it('cuts what is deep, so that other tools read its summary', async () => {
    const deep = `${'{"a":'.repeat(400)}1${'}'.repeat(400)}`;
    await writeFile(join(cwd, 'deep.json'), payload('HIT').replace('"HIT"', deep));
    const io = createTestIo({ cwd });
    expect(await main(['deep.json', '--json'], io)).toBe(0);
    let [levels, most] = [0, 0];
    for (const character of io.stdoutText) {
      if ('[{'.includes(character)) most = Math.max(most, (levels += 1));
      else if (']}'.includes(character)) levels -= 1;
    }
    const { documents } = JSON.parse(io.stdoutText) as {
      documents: { providers: { shape: { exact: boolean; paths: { path: string; objects: number }[] } }[] }[];
    };
    const shape = documents[0]?.providers[0]?.shape;
    expect([levels, most < 256, io.stdoutText.length < 100_000, shape?.exact]).toEqual([0, true, true, false]);
    expect(shape?.paths.at(-1)).toMatchObject({ path: '…', objects: 400 - 65 });
  });
});
