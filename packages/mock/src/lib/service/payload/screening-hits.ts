import { JsonStream } from '../../behaviour/hooks/json-stream.ts';
import { drawingFrom, type Drawing } from './drawing.ts';

/** Sizes that hits come in, in turn, in bytes of their JSON text: most are small, some carry hundreds of aliases. */
const HIT_BYTES = [2_048, 4_096, 2_048, 16_384, 4_096, 65_536] as const;

const sourceNames = [
  'national-sanctions-list',
  'financial-regulator-warnings',
  'parliament-members',
  'company-officers-disqualified',
  'press-archive',
] as const;
const syllables = [
  'an',
  'bo',
  'chai',
  'dara',
  'el',
  'fa',
  'gor',
  'han',
  'ivo',
  'jun',
  'kim',
  'lo',
  'ma',
  'nu',
] as const;
const words = [
  'inquiry',
  'procurement',
  'minister',
  'shipment',
  'account',
  'tribunal',
  'licence',
  'director',
  'การสอบสวน',
  '調査',
] as const;

const matchTypes = ['name_exact', 'aka_exact', 'name_fuzzy'] as const;

/** Bytes of a hit beside its aliases and articles, and half of the last of each, by which they overshoot. */
const FRAME_BYTES = 450;

export type MatchType = 'pep' | 'sanction' | 'warning' | 'adverse-media';

/** Hits of a screening; their shape is not in the specification, and this one is a plausible provider's. */
export interface ScreeningHits {
  readonly count: number;
  /** The array itself, or a stream of it where it is too large to be held. */
  readonly hits: readonly unknown[] | JsonStream;
}

export function fewHits(options: {
  readonly from: string;
  readonly count: number;
  readonly types: readonly MatchType[];
}): ScreeningHits {
  const stock = stockOf(drawingFrom(options.from), 24);
  const hits = Array.from({ length: options.count }, (_, index) => hit({ ...options, stock, index, bytes: 1_024 }));
  return { count: options.count, hits };
}

/** Makes hits of about `bytes` bytes altogether. Each reading of the stream makes the same ones again. */
export function manyHits(options: {
  readonly from: string;
  readonly bytes: number;
  readonly types: readonly MatchType[];
}): ScreeningHits {
  let count = 0;
  for (let total = 0; total < options.bytes || count === 0; count += 1) total += hitBytes(count) + 1;
  const chunks = function* (): Iterable<string> {
    const stock = stockOf(drawingFrom(options.from), 509);
    for (let index = 0; index < count; index += 1) {
      const bytes = Math.min(hitBytes(index), Math.max(options.bytes, 1_024));
      yield (index === 0 ? '[' : ',') + JSON.stringify(hit({ ...options, stock, index, bytes }));
    }
    yield ']';
  };
  return { count, hits: new JsonStream(chunks) };
}

function hitBytes(index: number): number {
  return HIT_BYTES[index % HIT_BYTES.length] ?? HIT_BYTES[0];
}

interface Part<Value> {
  readonly value: Value;
  readonly bytes: number;
}

/** Parts of the hits of one screening: inventing them for each hit would take ten times as long. */
interface Stock {
  readonly aliases: readonly Part<{ readonly name: string }>[];
  readonly articles: readonly Part<unknown>[];
}

function stockOf(drawing: Drawing, size: number): Stock {
  const part = <Value>(value: Value): Part<Value> => ({ value, bytes: Buffer.byteLength(JSON.stringify(value)) + 1 });
  const name = (): string => `${inventName(drawing)} ${inventName(drawing)}`;
  const article = (): unknown => ({
    title: drawing.pick(words),
    url: `https://press.example/${drawing.digits(9)}`,
    date: `20${drawing.integer(10, 25)}-0${drawing.integer(1, 9)}-1${drawing.digits(1)}`,
    snippet: Array.from({ length: 24 }, () => drawing.pick(words)).join(' '),
  });
  return {
    aliases: Array.from({ length: size }, () => part({ name: name() })),
    articles: Array.from({ length: Math.ceil(size / 4) }, () => part(article())),
  };
}

/** One hit whose JSON text has about `bytes` bytes: a third aliases, the rest articles. */
function hit(options: {
  readonly stock: Stock;
  readonly index: number;
  readonly bytes: number;
  readonly types: readonly MatchType[];
}): unknown {
  const { stock, index, types } = options;
  const bytes = options.bytes - FRAME_BYTES;
  const aka = taken(stock.aliases, { start: index * 7, bytes: bytes / 3 });
  return {
    doc: {
      id: String(index + 1).padStart(12, '0'),
      name: aka[0]?.name,
      entity_type: 'person',
      aka,
      sources: [sourceNames[index % sourceNames.length]],
      types,
      media: taken(stock.articles, { start: index * 3, bytes: (bytes * 2) / 3 }),
    },
    match_types: [matchTypes[index % matchTypes.length]],
    score: (40 + (index % 60)) / 100,
    is_whitelisted: false,
  };
}

/** Takes parts in turn until they add up to `bytes`, at least one. */
function taken<Value>(
  parts: readonly Part<Value>[],
  { start, bytes }: { readonly start: number; readonly bytes: number },
): readonly Value[] {
  const values: Value[] = [];
  for (let index = start, total = 0; total < bytes || values.length === 0; index += 1) {
    const part = parts[index % parts.length];
    if (!part) break;
    values.push(part.value);
    total += part.bytes;
  }
  return values;
}

function inventName(drawing: Drawing): string {
  const name = Array.from({ length: drawing.integer(2, 3) }, () => drawing.pick(syllables)).join('');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
