/** A source of random numbers from 0 up to 1 that a seed determines. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Payloads that a scanner can be slow at, each in its own way. */
export const PROFILES = {
  hits: 'many small hits: dozens of short aliases and sources in each',
  snippets: 'long multi-byte snippets of articles, with escapes',
  wide: 'pretty-printed, deep, with long strings of its own',
} as const;

export type Profile = keyof typeof PROFILES;

const words =
  'warrant committee minister alleged laundering court report bank transfer holding sanction list office'.split(' ');
const thai = 'สำนักงานป้องกันและปราบปรามการฟอกเงินแถลงข่าวการจับกุมผู้ต้องหาคดีฉ้อโกงประชาชนรายใหญ่';
const others = ['Александр Иванович Петров', '王小明與李大華', 'محمد بن عبد الله', 'José Núñez-Müller', 'ソムチャイ'];
const lists = ['sanction', 'pep', 'pep-class-1', 'warning', 'adverse-media', 'fitness-probity'];

/** What a payload is made of. */
export interface PayloadOptions {
  /** About so many are written. */
  readonly bytes: number;
  /** The same seed gives the same payload. */
  readonly seed: number;
  /** How often each hit is there, one after the other: writing is faster than making up. Default 1. */
  readonly copies?: number;
}

/** Text of a payload, in pieces. */
export function* payload(profile: Profile, options: PayloadOptions): Generator<string> {
  const { copies = 1 } = options;
  const random = createRandom(options.seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T; // No list is empty.
  const sentence = (count: number): string => Array.from({ length: count }, () => pick(words)).join(' ');
  const indent = profile === 'wide' ? 2 : undefined;

  const alias = (): string =>
    random() < 0.2 ? `${pick(others)} ${below(1_000)}` : `${pick(words)} ${pick(words)} ${below(1_000)}`;
  const media = (): object => ({
    url: `https://${pick(words)}.example/${below(1e6)}/${pick(words)}`,
    date: `${2005 + below(20)}-0${1 + below(9)}-1${below(10)}T00:00:00Z`,
    title: sentence(6),
    snippet: profile === 'snippets' ? snippet() : sentence(12),
  });
  const snippet = (): string => {
    const parts = Array.from({ length: 20 + below(60) }, () =>
      random() < 0.6 ? thai.slice(below(40)) : `"${sentence(8)}"\n`,
    );
    return parts.join(' ');
  };
  const deep = (levels: number): unknown =>
    levels === 0 ? [below(100), null, true] : { level: levels, inner: [deep(levels - 1)] };
  const hit = (index: number): object => ({
    doc: {
      id: `H${String(index).padStart(9, '0')}`,
      name: `${pick(words)} ${pick(words)}`,
      entity_type: pick(['person', 'company']),
      types: Array.from({ length: 1 + below(3) }, () => pick(lists)),
      aka: Array.from({ length: profile === 'hits' ? 10 + below(90) : below(10) }, () => ({ name: alias() })),
      sources: Array.from(
        { length: profile === 'hits' ? 5 + below(40) : below(5) },
        () => `${pick(words)}-${pick(lists)}-${below(50)}`,
      ),
      fields: [{ name: 'Country', tag: 'country_names', value: pick(['Thailand', 'Laos', 'Myanmar', 'Cambodia']) }],
      media: Array.from({ length: profile === 'snippets' ? 3 + below(8) : below(3) }, media),
    },
    match_types: [pick(['name_exact', 'aka_exact', 'name_fuzzy', 'year_of_birth'])],
    score: Math.round(random() * 1e4) / 100,
    is_whitelisted: random() < 0.1,
    ...(profile === 'wide' && { nested: deep(20), note: sentence(20).repeat(200) }),
  });
  yield (
    '{"event":{"nounce":"n1","type":"submit_form","version":1,"created_at":"2026-01-05T03:00:00+00:00"},' +
      '"application":{"id":7,"no":"COK000007","form":"kyc","slug":"s","status":"complete","other_status":{"ekyc":"pass"},' +
      '"submitted_at":"2026-01-05T03:00:00+00:00"},"answers":{},"extra":{"identity_aml":{"provider":['
  );
  let written = 0;
  let count = 0;
  for (let run = 0; run < RUNS; run += 1) {
    yield `${run > 0 ? ',' : ''}{"input":{"first_name":"A","last_name":"B"},"output":{"provider":[{"output":{"code":200,"status":"success","content":{"data":{"id":1,"hits":[`;
    let inRun = 0;
    for (; written < (options.bytes * (run + 1)) / RUNS; count += 1) {
      const text = JSON.stringify(hit(count), null, indent);
      const escaped = profile === 'snippets' && random() < 0.1 ? escapeSome(text) : text;
      written += (Buffer.byteLength(escaped) + 1) * copies;
      for (let copy = 0; copy < copies; copy += 1, inRun += 1) yield inRun > 0 ? `,${escaped}` : escaped;
    }
    yield (
      `],"total_hits":${inRun}}}},"result":{"is_found":true,"is_in_pep":true,"is_in_warnings":false,"is_in_sanctions":false,` +
        `"is_in_adverse_media":false,"is_in_fitness_probity":false,"total_hits":${inRun}}}]},` +
        '"result":{"is_all_found":true,"is_any_found":true,"is_any_in_pep":true},"timestamp":"2026-01-05T03:00:00+00:00","values_list":["is_any_in_pep"]}'
    );
  }
  yield ']}}}';
}

/** Screening runs of a payload. */
const RUNS = 3;

function escapeSome(json: string): string {
  return json.replaceAll(/[\u00E0-\u00FF]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`);
}
