import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { payloadSummary, type DocumentSummary, type PayloadSummary } from '@idvkit/schema/formats';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createCollector, summarize } from '../src/index.ts';
import { PAYLOAD_BOUNDS, type PayloadBounds } from '../src/lib/collect/bounds.ts';
import { scan } from '../src/lib/scan/wasm/scan.ts';
import { summarizeWith } from '../src/lib/summarize/summarize-with.ts';
import { main } from './command-line.ts';
import { entryOf, hitOf, payloadOf, runOf, type Json } from './screening-payload.ts';

const encoder = new TextEncoder();

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-numbers-'));
});
afterEach(() => rm(cwd, { recursive: true }));

async function analyze(...argv: string[]): Promise<string> {
  const io = createTestIo({ cwd });
  const code = await main(argv, io);
  return `${io.stdoutText}${io.stderrText}${code === 0 ? '' : `exit ${code}`}`;
}

async function documentOf(payload: Json | string, bounds: Partial<PayloadBounds> = {}): Promise<DocumentSummary> {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const { document } = await summarizeWith({ bounds: { ...PAYLOAD_BOUNDS, ...bounds } }, (handler, options) =>
    scan([encoder.encode(text)], handler, options),
  );
  if (!document) throw new Error('There is no document');
  return document;
}

/** Warnings about entries: the payloads are not whole otherwise. */
const aboutAml = (warnings: DocumentSummary['warnings']): readonly (readonly [string, string])[] =>
  warnings.filter(({ code }) => code.startsWith('aml.entry')).map(({ code, message }) => [code, message]);
const countsIn = ({ counts }: DocumentSummary['screening']['matchStatuses']): Record<string, number> =>
  Object.fromEntries(counts.map(({ value, count }) => [value, count]));

describe('more entries than have details', () => {
  const rescreened = payloadOf({
    p: Array.from({ length: 400 }, (_, run) => {
      const status = run >= 300 ? 'true_positive' : 'potential_match';
      return runOf('p', [entryOf([hitOf(`X${run % 390}`, run === 390 ? 0.99 : 0.5, { match_status: status })])]);
    }),
  });

  it('are counted with all others', async () => {
    const { hits, screening, providers, limits, warnings } = await documentOf(rescreened);
    expect({
      hits,
      runs: screening.runs,
      runsWithHits: screening.runsWithHits,
      entries: screening.entries,
      matchStatuses: countsIn(screening.matchStatuses),
      highest: screening.highest.map(({ score, number }) => [score, number])[0],
      duplicates: screening.duplicates,
    }).toEqual({
      hits: 400,
      runs: 400,
      runsWithHits: 400,
      entries: 400,
      matchStatuses: { potential_match: 300, true_positive: 100 },
      highest: [0.99, 390],
      duplicates: { ids: 390, exact: true, kept: 390, inSeveralEntries: 10, inSeveralRuns: 10, inSeveralProviders: 0 },
    });
    expect(providers[0]?.totals).toMatchObject({ runs: 400, runsWithHits: 400, hits: 400 });
    expect(limits.filter(({ bound }) => bound === 'entries')).toEqual([
      { bound: 'entries', path: 'extra.identity_aml', kept: 256, dropped: 144 },
    ]);
    expect(aboutAml(warnings)).toEqual([]);
  });

  it('have a count and no judgement', async () => {
    const { providers, warnings } = await documentOf(
      payloadOf({
        p: [
          runOf('p', [
            entryOf([hitOf('A', 1)]),
            entryOf([hitOf('B', 1), hitOf('B', 1)], { result: { is_found: false, total_hits: 7 } }),
          ]),
        ],
      }),
      { entries: 1 },
    );
    const entries = providers[0]?.runs[0]?.entries.map(({ hits, contradicted }) => [hits, contradicted]);
    expect(entries?.[1]).toEqual([{ count: 2, leftOut: true }, []]);
    expect(aboutAml(warnings)).toEqual([]);
  });

  it('are named in the first lines, and everything else is right', async () => {
    await writeFile(join(cwd, 'a.json'), JSON.stringify(rescreened));
    const text = await analyze('a.json');
    const [heading, leftOut] = text.split('\n');
    expect(heading).toContain('400 hits');
    expect(leftOut).toBe('Details of 144 entries left out: totals count all');
    expect(text).toContain('match status potential_match 300 · true_positive 100');
    expect(text).toContain('highest      0.99 #390');
    expect(text).not.toContain('without hits');
    expect(text).not.toContain('aml.entry');
  });

  it('are in the totals of a corpus', async () => {
    const collector = createCollector();
    collector.add(await summarize([encoder.encode(JSON.stringify(rescreened))]));
    const { hits, providers, highest } = collector.result();
    expect(hits).toBe(400);
    expect(providers[0]).toMatchObject({ runs: 400, runsWithHits: 400, entries: 400, hits: 400 });
    expect(highest[0]).toMatchObject({ score: 0.99, number: 390 });
  });

  it('count beyond all bounds: runs and providers that are not kept either', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, name) => [
        `p${name}`,
        [0, 1, 2].map(() => runOf(`p${name}`, [entryOf([hitOf(name, 1)])])),
      ]),
    );
    const { hits, screening, providers } = await documentOf(payloadOf(many), {
      members: 20,
      values: 500,
      entries: 4,
      providers: 2,
    });
    expect([hits, screening.runs, screening.runsWithHits, screening.entries]).toEqual([120, 120, 120, 120]);
    expect(screening.duplicates).toMatchObject({ ids: 40, inSeveralRuns: 40, inSeveralProviders: 0 });
    expect(countsIn(screening.codes)).toEqual({ '200 success': 120 });
    expect(providers.length).toBeLessThanOrEqual(20);
    for (const { totals } of providers) expect([totals.runs, totals.hits]).toEqual([3, 3]);
  });
});

describe('ids beyond the bound', () => {
  const different = (count: number, from = 0): Json[] =>
    Array.from({ length: count }, (_, index) => hitOf(`id ${from + index}`, 0.5));

  it('that all differ are not repeated, and nothing warns of them', async () => {
    const { screening, warnings } = await documentOf(payloadOf({ p: [runOf('p', [entryOf(different(3_000))])] }), {
      ids: 64,
    });
    const { kept, ...others } = screening.ids;
    expect(others).toEqual({ total: 3_000, exact: false, repeated: 0 });
    expect(kept).toSatisfy((ids: number) => ids > 0 && ids <= 64);
    expect(warnings.map(({ code }) => code)).not.toContain('aml.entry.ids-repeated');
  });

  it('are marked as estimates where some are repeated', async () => {
    const hits = [...different(3_000), ...different(600)];
    const { screening, warnings } = await documentOf(payloadOf({ p: [runOf('p', [entryOf(hits)])] }), { ids: 512 });
    expect(screening.ids.exact).toBe(false);
    expect(Math.abs(screening.ids.repeated - 600)).toBeLessThan(200);
    expect(warnings.map(({ code }) => code)).not.toContain('aml.entry.ids-repeated');
  });

  it('are found in several providers, wherever they stand in their entries', async () => {
    const { screening } = await documentOf(
      payloadOf({
        p: [runOf('p', [entryOf(different(2_000))])],
        q: [runOf('q', [entryOf(different(2_000, 1_000))])],
      }),
      { ids: 512 },
    );
    const { ids, exact, inSeveralProviders } = screening.duplicates;
    expect(exact).toBe(false);
    expect(Math.abs(ids - 3_000)).toBeLessThan(300);
    expect(Math.abs(inSeveralProviders - 1_000)).toBeLessThan(200);
  });
});

describe('hits of several entries', () => {
  const payload = payloadOf({
    p: [
      runOf('p', [
        entryOf([
          hitOf('A', 0.1),
          hitOf('B', 0.2, { notes: 'x'.repeat(400) }),
          hitOf('B', 0.3, { notes: 'x'.repeat(400) }),
        ]),
        entryOf([hitOf('X3', 0.95, { notes: 'x'.repeat(900) })]),
      ]),
    ],
  });

  it('have one number in the summary of one payload and of many', async () => {
    await writeFile(join(cwd, 'a.json'), JSON.stringify(payload));
    await writeFile(join(cwd, 'b.json'), JSON.stringify(payloadOf({}, 't')));
    expect(await analyze('a.json')).toContain('highest      0.95 #3 ·');
    expect(await analyze('a.json', 'b.json')).toContain('highest      0.95 a.json #3 ·');
    expect(await analyze('hits', 'a.json', '--number', '3', '--reveal')).toContain('"X3"');
    await analyze('a.json', 'b.json', '--report', 'html=page.html');
    const page = await readFile(join(cwd, 'page.html'), 'utf8');
    expect(page).toContain('idvkit analyze hits FILE --number N');
    expect(/<section aria-labelledby="highest">.*?<\/tr>.*?<\/tr>/s.exec(page)?.[0]).toMatch(
      /a\.json<.*0\.95<.*#3 •••/s,
    );
  });

  it('are found by line and number in a file with one document per line', async () => {
    await writeFile(join(cwd, 'many.ndjson'), `${JSON.stringify(payloadOf({}, 't'))}\n${JSON.stringify(payload)}\n`);
    expect(await analyze('many.ndjson', '--lines')).toContain('highest      0.95 many.ndjson:2 #3');
    expect(await analyze('hits', 'many.ndjson', '--line', '2', '--number', '3', '--reveal')).toContain('"X3"');
    expect(await analyze('hits', 'many.ndjson', '--line', '1', '--number', '3')).toContain('there are 0 hits');
  });

  it('are found by all values that are asked for', async () => {
    await writeFile(join(cwd, 'a.json'), JSON.stringify(payload));
    const both = (id: string, score: string): Promise<string> =>
      analyze('hits', 'a.json', '--where', `doc.id=${id}`, '--where', `score=${score}`, '--reveal');
    expect(await both('X3', '0.1')).toBe('idvkit: No hit has all these values.\nexit 1');
    expect(await both('B', '0.3')).toContain('"score":0.3');
    expect((await both('B', '0.3')).trim().split('\n')).toHaveLength(1);
  });

  it('are measured together', async () => {
    await writeFile(join(cwd, 'a.json'), JSON.stringify(payload));
    const text = await analyze('a.json');
    expect(text).toMatch(/hit size +min \d+ B .* max 9\d\d B/);
    expect(text).toMatch(/largest +9\d\d B #3 · 4\d\d B #1 · 4\d\d B #2/);
    expect(text).toContain('repeated     1 hit with the id of a hit before');
  });
});

describe('hits on the own blacklist', () => {
  const payload = payloadOf({
    p: [
      runOf('p', [
        entryOf([], {
          record: { blacklist_hits: [hitOf('B1', 1), hitOf('B2', 1)], total_blacklist_hits: 2 },
          result: { is_found: true },
        }),
        entryOf([hitOf('A', 0.5)]),
      ]),
    ],
  });

  it('are counted beside the hits, with a note on an entry that has no others', async () => {
    const { hits, blacklistHits, screening, providers, warnings } = await documentOf(payload);
    expect([hits, blacklistHits, screening.blacklistHits, providers[0]?.totals.blacklistHits]).toEqual([1, 2, 2, 2]);
    const [entry] = providers[0]?.runs[0]?.entries ?? [];
    expect([entry?.blacklistHits, entry?.record.totalBlacklistHits]).toEqual([2, 2]);
    expect(screening.highest[0]?.number).toBe(2);
    expect(aboutAml(warnings)).toEqual([
      ['aml.entry.found-without-hits', "found, but no hits: 2 on the client's own blacklist"],
    ]);
  });

  it('are shown, exported and found', async () => {
    await writeFile(join(cwd, 'a.json'), JSON.stringify(payload));
    expect(await analyze('a.json')).toContain("1 hit · 2 on the client's own blacklist");
    await analyze('a.json', '--report', 'hits=hits.ndjson');
    const rows = (await readFile(join(cwd, 'hits.ndjson'), 'utf8')).trim().split('\n');
    expect(
      rows.map((row) => JSON.parse(row) as Json).map(({ list, number, hit_index: at }) => [list, number, at]),
    ).toEqual([
      ['blacklist_hits', 0, 0],
      ['blacklist_hits', 1, 1],
      ['hits', 2, 0],
    ]);
    expect(await analyze('hits', 'a.json', '--where', 'doc.id=B2', '--reveal')).toContain('"B2"');
    expect(await analyze('hits', 'a.json', '--number', '1', '--reveal')).toContain('"B2"');
  });

  it('note that a person was found without any hit', async () => {
    const { warnings } = await documentOf(
      payloadOf({ p: [runOf('p', [entryOf([], { result: { is_found: true } })])] }),
    );
    expect(aboutAml(warnings)).toEqual([['aml.entry.found-without-hits', 'found, but no hits']]);
  });
});

describe('an estimate of zero', () => {
  const several = 99_999;
  const idsFrom = (letter: string): string[] => Array.from({ length: several }, (_, at) => `${letter}${at}`);
  const hitsOf = (ids: readonly string[]): Json[] => ids.map((id) => ({ doc: { id } }));

  it('is not written as none, where one id is in several providers', async () => {
    const payload = payloadOf({
      p: [runOf('p', [entryOf(hitsOf([...idsFrom('A'), 'A99999']))])],
      q: [runOf('q', [entryOf(hitsOf([...idsFrom('B'), 'A11']))])],
    });
    await writeFile(join(cwd, 'a.json'), JSON.stringify(payload));
    const { screening } = await documentOf(payload);
    expect(screening.duplicates).toMatchObject({ exact: false, inSeveralEntries: 0, inSeveralProviders: 0 });
    const line = /duplicates +≈0 \(none in a sample of \d\d,\d{3}\) in several entries\n/;
    expect(await analyze('a.json')).toMatch(line);
    await writeFile(join(cwd, 'b.json'), JSON.stringify(payloadOf({}, 'other')));
    expect(await analyze('a.json', 'b.json')).toMatch(line);
    await analyze('a.json', '--report', 'html=zero.html');
    const page = await readFile(join(cwd, 'zero.html'), 'utf8');
    expect(page).toMatch(/Of ≈[\d,]+ different ids: ≈0 \(none in a sample of \d\d,\d{3}\) in several entries\./);
    expect(page).not.toContain('None of');
  });

  it('is not left out, where one id of an entry is repeated', async () => {
    const ids = [...idsFrom('A'), ...idsFrom('B'), 'A11'];
    const payload = payloadOf({ p: [runOf('p', [entryOf(hitsOf(ids))])] });
    await writeFile(join(cwd, 'a.json'), JSON.stringify(payload));
    const { screening } = await documentOf(payload);
    expect(screening.ids).toMatchObject({ exact: false, repeated: 0 });
    expect(await analyze('a.json')).toMatch(/repeated +≈0 \(none in a sample of \d\d,\d{3}\)\n/);
  });

  it('is not left out, where no submission of a sample was delivered again', async () => {
    const lines = Array.from({ length: 10_100 }, (_, at) => JSON.stringify(payloadOf({}, `s${at}`)));
    await writeFile(join(cwd, 'many.ndjson'), lines.join('\n'));
    expect(await analyze('many.ndjson', '--report', 'html=many.html')).toContain(
      'repeated     ≈0 (none in a sample of 10,000)\n',
    );
    expect(await readFile(join(cwd, 'many.html'), 'utf8')).toContain('≈0 (none in a sample of 10,000)');
  });
});

describe('the status of a hit', () => {
  const hits = [
    ...Array.from({ length: 99 }, (_, at) => hitOf(`X${at}`, 0.5, { match_status: null })),
    hitOf('Y', 0.5, { match_status: 'false_positive' }),
  ];

  it('is that of the search record if it has none', async () => {
    const { screening } = await documentOf(payloadOf({ p: [runOf('p', [entryOf(hits)])] }));
    expect(countsIn(screening.matchStatuses)).toEqual({ potential_match: 99, false_positive: 1 });
  });

  it('is not looked for in the search record, and the search says so', async () => {
    const blacklisted = hitOf('Z', 0.5, { match_status: null });
    const entry = entryOf(hits, { record: { blacklist_hits: [blacklisted] } });
    await writeFile(join(cwd, 'a.json'), JSON.stringify(payloadOf({ p: [runOf('p', [entry])] })));
    const find = (...conditions: readonly string[]): Promise<string> =>
      analyze('hits', 'a.json', ...conditions.flatMap((each) => ['--where', each]), '--reveal');
    const lacking = (count: string): string =>
      `idvkit: ${count} no match_status of their own. Summaries use that of the search record; --where does not.\n`;
    expect(await find('match_status=potential_match')).toBe(
      `idvkit: No hit has that value.\n${lacking('99 hits have')}exit 1`,
    );
    expect(await find('match_status=false_positive')).toBe(`${JSON.stringify(hits[99])}\n${lacking('99 hits have')}`);
    expect(await find('match_status=potential_match', 'doc.id=X7')).toBe(
      'idvkit: No hit has all these values.\n' +
        'idvkit: 1 hit has no match_status of its own. Summaries use that of the search record; --where does not.\nexit 1',
    );
    expect(await find('doc.id=none')).toBe('idvkit: No hit has that value.\nexit 1');
  });

  it('is said to be missing if there is none at all', async () => {
    await writeFile(
      join(cwd, 'a.json'),
      JSON.stringify(payloadOf({ p: [runOf('p', [entryOf(hits, { record: { match_status: undefined } })])] })),
    );
    expect(await analyze('a.json')).toContain('match status false_positive 1 · 99 without');
  });
});

describe('a key that is twice', () => {
  const summed = async (text: string): Promise<object> => {
    const { hits, screening, providers } = await documentOf(text);
    return {
      hits,
      runs: screening.runs,
      matchStatuses: countsIn(screening.matchStatuses),
      ids: screening.duplicates.ids,
      idsAreExact: screening.duplicates.exact,
      providers: providers.map(({ name, totals, runs, shape }) => [
        name,
        totals.hits,
        shape.hits,
        runs.map(({ entries }) => entries.map((entry) => entry.hits.count)),
      ]),
    };
  };
  const hit = (id: string, status: string): string => `{"doc":{"id":"${id}"},"match_status":"${status}"}`;
  const entry = (data: string): string => `{"output":{"content":{"data":${data}}}}`;
  const run = (entries: string, provider = 'p'): string => `{"output":{"${provider}":[${entries}]}}`;
  const whole = (aml: string): string => `{"extra":{"identity_aml":${aml}}}`;
  const one = `{"hits":[${hit('A', 'a')},${hit('B', 'a')}]}`;
  const other = `{"hits":[${hit('C', 'b')}]}`;
  const expected = {
    hits: 1,
    runs: 1,
    matchStatuses: { b: 1 },
    ids: 1,
    idsAreExact: true,
    providers: [['p', 1, 1, [[1]]]],
  };

  it.each([
    ['hits', whole(`{"p":[${run(entry(`{"hits":[${hit('A', 'a')}],"hits":[${hit('C', 'b')}]}`))}]}`)],
    ['data', whole(`{"p":[${run(`{"output":{"content":{"data":${one},"data":${other}}}}`)}]}`)],
    ['content', whole(`{"p":[${run(`{"output":{"content":{"data":${one}},"content":{"data":${other}}}}`)}]}`)],
    [
      'output of an entry',
      whole(`{"p":[${run(`{"output":{"content":{"data":${one}}},"output":{"content":{"data":${other}}}}`)}]}`),
    ],
    ['entries', whole(`{"p":[{"output":{"p":[${entry(one)},${entry(one)}],"p":[${entry(other)}]}}]}`)],
    ['output of a run', whole(`{"p":[{"output":{"p":[${entry(one)}]},"output":{"p":[${entry(other)}]}}]}`)],
    ['provider', whole(`{"p":[${run(entry(one))}],"p":[${run(entry(other))}]}`)],
    [
      'identity_aml',
      `{"extra":{"identity_aml":{"p":[${run(entry(one))}]},"identity_aml":{"p":[${run(entry(other))}]}}}`,
    ],
    ['extra', `${whole(`{"p":[${run(entry(one))}]}`).slice(0, -1)},${whole(`{"p":[${run(entry(other))}]}`).slice(1)}`],
  ])('counts with its last value: %s', async (key, text) => {
    const found = await summed(text);
    // Ids of several providers are one sample: those of one that does not count stay in it.
    expect(found).toEqual({ ...expected, ...(key === 'provider' && { ids: 3, idsAreExact: false }) });
  });

  it.each([
    ['score', '{"doc":{"id":"A"},"score":0.1,"score":0.9}', { score: 0.9, ids: 1 }],
    ['score that is none at last', '{"doc":{"id":"A"},"score":0.1,"score":null}', { score: undefined, ids: 1 }],
    [
      'doc',
      '{"doc":{"id":"A","name":"first","types":["pep","x"]},"doc":{"name":"last","types":["sanction"]}}',
      { label: 'last', ids: 0, types: { sanction: 1 } },
    ],
    ['types', '{"doc":{"id":"A","types":["pep"],"types":["sanction","sanction"]}}', { ids: 1, types: { sanction: 2 } }],
    ['status', '{"match_status":"a","match_status":"b","doc":{"id":"A"}}', { ids: 1, matchStatuses: { b: 1 } }],
  ])('counts with its last value within a hit: %s', async (_, text, expectedParts) => {
    const { document } = await summarizeWith({ reveal: true }, (handler, options) =>
      scan([encoder.encode(whole(`{"p":[${run(entry(`{"hits":[${text}]}`))}]}`))], handler, options),
    );
    const { highest, largest, types, matchStatuses, duplicates } = document?.screening ?? {};
    expect({
      score: highest?.[0]?.score,
      label: largest?.[0]?.label,
      types: types && countsIn(types),
      matchStatuses: matchStatuses && countsIn(matchStatuses),
      ids: duplicates?.ids,
    }).toEqual({ score: undefined, label: undefined, types: {}, matchStatuses: {}, ...expectedParts });
  });

  it('counts with its last value if that is nothing', async () => {
    const text = whole(`{"p":[${run(entry(one)).replace('}}}]', '}},"output":null}]')}]}`);
    expect(await summed(text)).toMatchObject({ hits: 0, ids: 0, matchStatuses: {} });
  });
});

it('is a format that the schema describes', async () => {
  const text = JSON.stringify(payloadOf({ p: [runOf('p', [entryOf([hitOf('A', 1)]), entryOf([hitOf('A', 1)])])] }));
  const summary: PayloadSummary = {
    ...(await summarize([encoder.encode(text)])),
    documents: [await documentOf(text, { entries: 1 })],
  };
  expect(payloadSummary.parse(summary)).toEqual(summary);
});
