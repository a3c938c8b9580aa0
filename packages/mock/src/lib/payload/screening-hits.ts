import { JsonStream } from '../behaviour/document.ts';
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

/** What a hit is found in. */
export type MatchType = 'pep' | 'sanction' | 'warning' | 'adverse-media';

/** Hits of a screening; their shape is not in the specification, and this one is a plausible provider's. */
export interface ScreeningHits {
  readonly count: number;
  /** The array itself, or a stream of it where it is too large to be held. */
  readonly hits: readonly unknown[] | JsonStream;
}

/** Makes a few small hits. */
export function fewHits(options: {
  readonly from: string;
  readonly count: number;
  readonly types: readonly MatchType[];
}): ScreeningHits {
  const hits = Array.from({ length: options.count }, (_, index) => hit({ ...options, index, bytes: 1_024 }));
  return { count: options.count, hits };
}

/**
 * Makes hits of about `bytes` bytes altogether. They are never all in memory: each reading of the stream makes them anew,
 * the same ones.
 */
export function manyHits(options: {
  readonly from: string;
  readonly bytes: number;
  readonly types: readonly MatchType[];
}): ScreeningHits {
  let count = 0;
  for (let total = 0; total < options.bytes || count === 0; count += 1) total += hitBytes(count) + 1;
  const chunks = function* (): Iterable<string> {
    for (let index = 0; index < count; index += 1) {
      yield (index === 0 ? '[' : ',') + JSON.stringify(hit({ ...options, index, bytes: hitBytes(index) }));
    }
    yield ']';
  };
  return { count, hits: new JsonStream(chunks) };
}

function hitBytes(index: number): number {
  return HIT_BYTES[index % HIT_BYTES.length] ?? HIT_BYTES[0];
}

/** One hit whose JSON text has about `bytes` bytes: a third aliases, the rest snippets of articles. */
function hit(options: {
  readonly from: string;
  readonly index: number;
  readonly bytes: number;
  readonly types: readonly MatchType[];
}): unknown {
  const drawing = drawingFrom(`${options.from}/${options.index}`);
  const aka: { name: string }[] = [];
  for (let bytes = 0; bytes < options.bytes / 3;) {
    const name = `${inventName(drawing)} ${inventName(drawing)}`;
    aka.push({ name });
    bytes += name.length + 12;
  }
  const media: { title: string; url: string; date: string; snippet: string }[] = [];
  for (let bytes = 0; bytes < options.bytes / 2;) {
    const snippet = Array.from({ length: 24 }, () => drawing.pick(words)).join(' ');
    const date = `20${drawing.integer(10, 25)}-0${drawing.integer(1, 9)}-1${drawing.digits(1)}`;
    media.push({ title: drawing.pick(words), url: `https://press.example/${drawing.digits(9)}`, date, snippet });
    bytes += Buffer.byteLength(snippet) + 90;
  }
  return {
    doc: {
      id: drawing.digits(12),
      name: aka[0]?.name ?? inventName(drawing),
      entity_type: 'person',
      aka,
      sources: [drawing.pick(sourceNames)],
      types: options.types,
      media,
    },
    match_types: [drawing.pick(['name_exact', 'aka_exact', 'name_fuzzy'])],
    score: drawing.integer(40, 99) / 100,
    is_whitelisted: false,
  };
}

function inventName(drawing: Drawing): string {
  const name = Array.from({ length: drawing.integer(2, 3) }, () => drawing.pick(syllables)).join('');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
