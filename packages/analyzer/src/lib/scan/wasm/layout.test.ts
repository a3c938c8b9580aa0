import { expect, it } from 'vitest';

import { MAX_MEASURED_BYTES } from '../hits-statistics.ts';

const VECTOR = 16;
const MAX_TEXT_BYTES = 1_048_576;
const COMPILER_DATA = 1_536;

it('no region of the memory of the scanner reaches into the next one', async () => {
  const file = new URL('../../../../assembly/layout.ts', import.meta.url).href;
  // The language of the file is not TypeScript, but its numbers are.
  const layout = (await import(/* @vite-ignore */ file)) as Readonly<Record<string, number>>;
  const of = (name: string): number => layout[name] ?? Number.NaN;
  const hits = of('BATCH_HITS');
  const chunkBytes = of('CHUNK_CAPACITY') + 80 + 4 * VECTOR;
  // What was left of the last chunk stands before the new one: a token that is kept in one piece, and vectors behind it.
  const carried = MAX_TEXT_BYTES + 2 * VECTOR;
  const extents: Readonly<Record<string, number>> = {
    REGISTERS: 16 * 8,
    BATCH_OFFSETS: 8 * hits,
    BATCH_BYTES: 8 * hits,
    BATCH_IDENTITIES: 8 * hits,
    BATCH_LABELS: 4 * hits,
    BATCH_LABEL_LENGTHS: 4 * hits,
    BATCH_ALIASES: 8 * hits,
    BATCH_MEDIA: 8 * hits,
    BATCH_SCORES: 8 * hits,
    BATCH_TEXTS: 256 * hits,
    KNOWN_KEYS: 4 * 2 ** of('KNOWN_KEY_BITS'),
    KEPT_BITS: of('KEPT_SLOT_COUNT') / 8,
    DECODED: MAX_MEASURED_BYTES + 2 * VECTOR,
    HOST: MAX_MEASURED_BYTES + 2 * VECTOR,
    BATCH_MARKS: 8 * hits,
    STORIES: 8 * of('STORY_COUNT'),
    VECTORS: 0x80 * VECTOR,
    SCRIPT_TABLE: 0x1_0000,
    REPEAT_SLOTS: 16 * of('REPEAT_SLOT_COUNT') + (8 * of('REPEAT_SLOT_COUNT')) / 2,
    PATHS: of('PATH_BYTES') * (of('MAX_PATHS') + 2),
    PATH_SLOTS: 4 * of('PATH_SLOT_COUNT'),
    PATH_KEYS: of('PATH_KEY_BYTES') * of('MAX_PATHS'),
    KEPT: of('KEPT_BYTES') * of('MAX_KEPT_TEXTS'),
    KEPT_SLOTS: 4 * of('KEPT_SLOT_COUNT'),
    KEPT_TEXTS: of('MAX_KEPT_BYTES') + VECTOR,
    CAPTURE: MAX_TEXT_BYTES + 2 * VECTOR,
    SEEN_KEYS: 8 * of('SEEN_KEY_COUNT') + (8 * of('SEEN_KEY_COUNT')) / 4,
    FRAMES: 0,
  };
  const regions = [
    { name: 'compiler', begin: COMPILER_DATA, end: COMPILER_DATA + 1_024 },
    ...Object.entries(extents).map(([name, bytes]) => ({ name, begin: of(name), end: of(name) + bytes })),
    ...['CHUNK', 'OTHER_CHUNK'].map((name) => ({ name, begin: of(name) - carried, end: of(name) + chunkBytes })),
  ].toSorted((a, b) => a.begin - b.begin);
  const wrong = regions.filter(({ end }, index) => !(end <= (regions[index + 1]?.begin ?? end)));
  expect(wrong).toEqual([]);
});
