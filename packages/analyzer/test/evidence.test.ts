import type { EvidenceCard } from '@idvkit/schema/formats';
import { describe, expect, it } from 'vitest';

import { SEED } from '../../../tools/testing/sample.ts';
import { createDraw, type Draw } from '../bench/draw.ts';
import { PAYLOAD_BOUNDS } from '../src/lib/collect/bounds.ts';
import { MAX_STORIES } from '../src/lib/collect/reviewed-hits.ts';
import { MAX_HIT_BYTES, TailBytes } from '../src/lib/collect/tail-bytes.ts';
import { scan } from '../src/lib/scan/wasm/scan.ts';
import { DEFAULT_HIT_PROFILE } from '../src/lib/summarize/hit-profile.ts';
import { summarizeWith, type DocumentOptions } from '../src/lib/summarize/summarize-with.ts';
import { entryOf, hitOf, payloadOf, runOf, type Json } from './screening-payload.ts';

const encoder = new TextEncoder();

async function cardOf(json: string, options: DocumentOptions = {}, chunkBytes = 64 * 1_024): Promise<EvidenceCard> {
  const bytes = encoder.encode(json);
  const tail = new TailBytes();
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  const { document } = await summarizeWith({ hitBytes: tail.copy, ...options }, (handler, scanOptions) =>
    scan(tail.keep(chunks), handler, scanOptions),
  );
  if (!document?.evidence) throw new Error('There is no card');
  return document.evidence;
}

const TYPES = ['sanction', 'pep', 'adverse-media', 'warning'];
const MATCHES = ['name_exact', 'aka_exact', 'name_fuzzy', 'year_of_birth'];
const TITLES = Array.from({ length: 40 }, (_, index) => `Court "opens"\ninquiry ${index} – การสอบสวน`);

interface DrawnHit {
  readonly doc: { readonly types: readonly string[]; readonly media: readonly { readonly title?: string }[] };
  readonly match_types: readonly string[];
  readonly score?: number;
}

function drawnHit({ below, chance, pick, shuffle }: Draw): DrawnHit {
  const types = Array.from({ length: below(3) }, () => pick(TYPES));
  const titles = Array.from({ length: below(6) }, () => (chance(0.9) ? { title: pick(TITLES) } : {}));
  const doc = { id: String(below(1e6)), name: 'Ploy', types, media: titles };
  return shuffle({
    doc,
    match_types: [pick(MATCHES)],
    ...(chance(0.8) && { score: below(10) }),
  }) as unknown as DrawnHit; // As written.
}

/** Hits of entries in the order of reviewers, each by its number. */
function reviewed(hits: readonly DrawnHit[]): number[] {
  const keys = hits.map(({ doc, match_types: [match = ''], score = -1 }, number) => [
    doc.types.includes('sanction') ? 0 : 1,
    match.endsWith('_exact') ? 0 : 1,
    -score,
    number,
  ]);
  const order = (a: readonly number[], b: readonly number[]): number =>
    a.map((key, index) => key - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
  return keys.toSorted(order).map(([, , , number = 0]) => number);
}

describe('the evidence card', () => {
  it('has the first hits of reviewers and the distinct stories of 100 generated payloads', async () => {
    for (let index = 0; index < 100; index += 1) {
      const draw = createDraw(SEED * 1_000 + index);
      const entries = Array.from({ length: 1 + draw.below(3) }, () =>
        Array.from({ length: draw.below(60) }, () => drawnHit(draw)),
      );
      const payload = payloadOf({
        provider: [
          runOf(
            'provider',
            entries.map((hits) => entryOf(hits)),
          ),
        ],
      });
      const json = JSON.stringify(payload, null, draw.below(3));
      const card = await cardOf(json, {}, 1 + draw.below(5_000));
      const hits = entries.flat();
      const titles = hits.flatMap(({ doc }) => doc.media.flatMap(({ title }) => title ?? []));
      expect(card.stories).toEqual({ articles: titles.length, distinct: new Set(titles).size, exact: true });
      expect(card.hits.map(({ number }) => number)).toEqual(reviewed(hits).slice(0, 20));
      expect(card.exact).toBe(true);
    }
  });

  it('estimates the stories of more articles than it keeps', async () => {
    const count = MAX_STORIES * 3;
    const media = Array.from({ length: count }, (_, index) => ({ title: `Story ${index}` }));
    const { stories } = await cardOf(JSON.stringify(payloadWith([{ doc: { media: [...media, ...media] } }])));
    expect(stories).toMatchObject({ articles: count * 2, exact: false });
    expect(Math.abs(stories.distinct / count - 1)).toBeLessThan(0.05);
  });

  it('compares name, birth date and country with the input, and says where each is', async () => {
    const fields = (birth: string, country: string): Json => ({
      doc: {
        name: 'Ploy Saetang',
        aka: [{ name: 'N. N.' }, { name: 'SERRANO, José' }],
        types: ['pep', 'sanction'],
        fields: [
          { tag: 'country_names', value: country },
          { tag: 'date_of_birth', value: birth },
        ],
      },
      match_types: ['name_fuzzy', 'aka_exact'],
      score: 0.5,
    });
    const hits = [fields('1980', 'Thailand'), fields('1981-02-03', 'Laos'), fields('3 Feb 1981', 'LAO'), { doc: {} }];
    const json = JSON.stringify(payloadWith(hits, { first_name: 'José', last_name: 'Serrano', nationality: 'TH' }));
    const card = await cardOf(json, { reveal: true });
    const cut = ({ offset = 0, bytes = 0 }: EvidenceCard['hits'][number]['name']): string =>
      Buffer.from(json)
        .subarray(offset, offset + bytes)
        .toString();
    const shown = card.hits.map(({ list, match, score, name, birthDate, country }) =>
      [list, match, score, name, birthDate, country].map((cell) =>
        [cell.agrees ?? '', cell.value ?? '', cut(cell)].join('|'),
      ),
    );
    const first = [
      '|sanction, pep|"sanction"',
      '|aka_exact, name_fuzzy|"aka_exact"',
      '|0.5|0.5',
      'agrees|SERRANO, José|"SERRANO, José"',
    ];
    expect(shown).toEqual([
      [...first, 'agrees|1980|"1980"', 'agrees|Thailand|"Thailand"'],
      [...first, 'differs|1981-02-03|"1981-02-03"', 'differs|Laos|"Laos"'],
      [...first, 'unclear|3 Feb 1981|"3 Feb 1981"', 'unclear|LAO|"LAO"'],
      ['||', '||', '||', 'not-given||', 'not-given||', 'not-given||'],
    ]);
    const masked = await cardOf(json);
    expect(JSON.stringify(masked)).not.toMatch(/Serrano|1980|1981|Thailand|Laos/i);
    const [run] = card.runs;
    expect(JSON.parse(cut(run ?? {}))).toMatchObject({ is_all_found: true });
  });

  it('leaves large hits unread, but in their place', async () => {
    const large = hitOf('1', 0.9, { padding: 'x'.repeat(MAX_HIT_BYTES) });
    const { hits } = await cardOf(JSON.stringify(payloadWith([hitOf('2', 0.1), large])));
    expect(hits.map(({ number, name, score }) => [number, name, score.value])).toEqual([
      // Its score may be written with more digits.
      [1, { agrees: 'unclear' }, '≈0.9'],
      [0, { value: '•••', agrees: 'differs', offset: expect.any(Number), bytes: 3 }, '0.1'],
    ]);
  });

  it('marks the order as an estimate if types are not words of a list', async () => {
    const hits = Array.from({ length: 300 }, (_, index) => ({ doc: { types: [`type ${index}`] } }));
    expect(await cardOf(JSON.stringify(payloadWith(hits)))).toMatchObject({ exact: false });
  });

  it('counts the last of two values with the same key', async () => {
    const json = JSON.stringify(payloadWith([hitOf('1', 1), hitOf('2', 2)])).replace(
      '"hits":[',
      '"hits":[{"doc":{"types":["sanction"],"media":[{"title":"x"}]}}],"hits":[',
    );
    const card = await cardOf(json);
    expect(card.hits.map(({ number, list }) => [number, list])).toEqual([
      [2, {}],
      [1, {}],
    ]);
    expect([card.exact, card.stories.exact]).toEqual([false, false]);
  });

  it('gives a hit the mark of the last of two types with the same key', async () => {
    const json = JSON.stringify(payloadWith([{ doc: { types: ['sanction'] } }, { doc: { types: ['pep'] } }])).replace(
      '"types":["sanction"]',
      '"types":["sanction"],"types":["pep"]',
    );
    const { hits } = await cardOf(json);
    expect(hits.map(({ number, list }) => [number, list.value])).toEqual([
      [0, 'pep'],
      [1, 'pep'],
    ]);
  });

  it('writes a score as the payload has it, and its place only with it', async () => {
    const json = JSON.stringify(payloadWith([{ score: 1 }, { score: 2 }, { score: 'high' }, { score: '0.5' }]))
      .replace('"score":1', '"score":9007199254740993')
      .replace('"score":2', '"score":1e999');
    const { hits } = await cardOf(json);
    const place = { offset: expect.any(Number), bytes: expect.any(Number) };
    expect(hits.map(({ number, score }) => [number, score])).toEqual([
      [1, { value: '1e999', ...place }],
      [0, { value: '9007199254740993', ...place }],
      [3, { value: '0.5', ...place }],
      [2, {}],
    ]);
  });

  it('compares nothing with a value that an object or array replaces', async () => {
    const json = JSON.stringify(payloadWith([{ doc: { name: 'A B', types: ['pep'] } }]))
      .replace('"name":"A B"', '"name":"A B","name":{"en":"A B"}')
      .replace('"types":["pep"]', '"types":["pep"],"types":{}');
    const { hits } = await cardOf(json);
    expect(hits.map(({ name, list }) => [name, list])).toEqual([[{ agrees: 'not-given' }, {}]]);
  });

  it('takes no key with a line end for a path', async () => {
    const json = JSON.stringify(payloadWith([{ doc: { name: 'A B' }, 'doc\nname': 'another' }]));
    const { hits } = await cardOf(json);
    expect(hits[0]?.name).toMatchObject({ agrees: 'agrees', offset: json.indexOf('"A B"'), bytes: 5 });
  });

  it('takes blanks for a value that is not given', async () => {
    const blank = { first_name: '', last_name: ' ', date_of_birth: '' };
    const hit = { doc: { name: '***', aka: [{ name: '' }] } };
    const { hits } = await cardOf(JSON.stringify(payloadWith([hit], blank)));
    expect(hits[0]).toMatchObject({ name: { agrees: 'not-given' }, birthDate: { agrees: 'not-given' } });
    const aliases = { doc: { name: 'Ploy', aka: [{ name: '' }] } };
    const { hits: named } = await cardOf(JSON.stringify(payloadWith([aliases])));
    expect(named[0]?.name.agrees).toBe('differs');
  });

  it('says that an input is unclear if there was no room for it', async () => {
    const bounds = { ...PAYLOAD_BOUNDS, values: 5 };
    const { hits, runs } = await cardOf(JSON.stringify(payloadWith([hitOf('1', 1)])), { bounds });
    expect([hits[0]?.name.agrees, hits[0]?.birthDate.agrees, runs]).toEqual(['unclear', 'unclear', []]);
  });

  it('marks order and stories as estimates if hits have too many paths or keys that are twice', async () => {
    const wide = Object.fromEntries(
      Array.from({ length: 50 }, (_, part) => [
        `part${part}`,
        Object.fromEntries(Array.from({ length: 100 }, (__, index) => [`key${index}`, 0])),
      ]),
    );
    const late = { doc: { types: ['sanction'], media: [{ title: 'a' }] } };
    const wideCard = await cardOf(JSON.stringify(payloadWith([wide, { doc: { name: 'A' } }, late])));
    expect([wideCard.exact, wideCard.stories.exact]).toEqual([false, false]);

    const types = `"types":["sanction"],`.repeat(300);
    const twice = JSON.stringify(payloadWith([{ doc: { types: ['pep'] } }])).replace('"types"', `${types}"types"`);
    expect(await cardOf(twice)).toMatchObject({ exact: false });
  });

  it('estimates the stories of titles that are longer than what it reads of them', async () => {
    const long = 'x'.repeat(5_000);
    const media = [{ title: `${long}1` }, { title: `${long}2` }];
    const { stories } = await cardOf(JSON.stringify(payloadWith([{ doc: { media } }])));
    expect(stories).toEqual({ articles: 2, distinct: 1, exact: false });
  });

  it.each(['hits', 'content', 'output', 'provider'])(
    'estimates the stories if %s is twice and its path is not kept',
    async (key) => {
      const run = { output: { provider: [entryOf([{ doc: { media: [{ title: 'a' }] } }])] } };
      const json = JSON.stringify({ extra: { identity_aml: { other: [], provider: [run] } } });
      const at = json.indexOf(`"${key}":`);
      const value = valueAt(json, at + key.length + 3);
      const twice = `${json.slice(0, at)}"${key}":${value},${json.slice(at)}`;
      const bounds = { ...PAYLOAD_BOUNDS, values: 3 };
      expect((await cardOf(twice, { bounds })).stories).toEqual({ articles: 2, distinct: 1, exact: false });
      expect((await cardOf(json, { bounds })).stories).toEqual({ articles: 1, distinct: 1, exact: true });
    },
  );

  it('says that flags agree only if each entry has them', async () => {
    const entries = [entryOf([hitOf('1', 1)]), { ...entryOf([]), result: {} }];
    const { runs } = await cardOf(JSON.stringify(payloadOf({ provider: [runOf('provider', entries)] })));
    expect(runs).toMatchObject([{ compared: false, contradicted: [] }]);
  });

  it.each([
    [{ is_any_found: false, is_all_found: false }, [{ is_found: true }, {}], ['is_any_found']],
    [{ is_any_found: true, is_all_found: true }, [{}, { is_found: false }], ['is_all_found']],
    [{ is_any_found: true, is_all_found: false }, [{ is_found: true }, {}], []],
    [{ is_any_found: true, is_all_found: false }, [{}, { is_found: false }], []],
  ])(
    'names the flags that entries contradict, though one lacks the flag: %j, %j',
    async (result, flags, contradicted) => {
      const entries = flags.map((own) => ({ ...entryOf([]), result: own }));
      const { runs } = await cardOf(
        JSON.stringify(payloadOf({ provider: [{ ...runOf('provider', entries), result }] })),
      );
      expect(runs).toMatchObject([{ compared: false, contradicted }]);
    },
  );

  it.each([
    [['1980-01-01', '1975'], 'agrees'],
    [['1975', '1980'], 'agrees'],
    [['1975', '1976-02'], 'differs'],
    [['1975', 'about 1980'], 'unclear'],
    [[], 'not-given'],
  ])('compares each birth date of a list: %j', async (value, agrees) => {
    const hit = { doc: { fields: [{ tag: 'date_of_birth', value }] } };
    const { hits } = await cardOf(JSON.stringify(payloadWith([hit])));
    expect(hits[0]?.birthDate.agrees).toBe(agrees);
  });

  it('reads words and fields by the profile', async () => {
    const profile = {
      ...DEFAULT_HIT_PROFILE,
      types: ['lists[]'],
      sanctions: ['SAN'],
      stories: ['news[].headline'],
      birthDates: ['dob'],
    };
    const hits = [
      { lists: ['PEP'] },
      { lists: ['SAN'], dob: '1980-01-01', news: [{ headline: 'a' }, { headline: 'a' }] },
    ];
    const card = await cardOf(JSON.stringify(payloadWith(hits)), { profile });
    expect(card.hits.map(({ number, birthDate }) => [number, birthDate.agrees])).toEqual([
      [1, 'agrees'],
      [0, 'not-given'],
    ]);
    expect(card.stories).toEqual({ articles: 2, distinct: 1, exact: true });
  });
});

function payloadWith(hits: readonly unknown[], input: Json = {}): unknown {
  const run = runOf('provider', [entryOf(hits)]);
  return payloadOf({ provider: [{ ...run, input: { ...(run['input'] as Json), ...input } }] }); // As written by runOf.
}

/** Cuts the JSON text of the value that begins at a position. */
function valueAt(json: string, start: number): string {
  for (let end = start + 1; end <= json.length; end += 1) {
    if (!'}]'.includes(json[end - 1] ?? '')) continue;
    const text = json.slice(start, end);
    try {
      JSON.parse(text);
      return text;
    } catch {
      // It ends later.
    }
  }
  throw new Error('The value is missing');
}
