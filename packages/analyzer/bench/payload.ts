import { createDraw, type Draw } from './draw.ts';
import { hits } from './hit.ts';
import type { Profile } from './profiles.ts';

/** Blanks at each level. */
const INDENTS: Readonly<Record<Profile, number>> = { hits: 0, snippets: 0, wide: 4, python: 2 };

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
  const { bytes, copies = 1 } = options;
  const draw = createDraw(options.seed);
  const indent = ' '.repeat(INDENTS[profile]);
  const gap = (level: number): string => (indent === '' ? '' : `\n${indent.repeat(level)}`);
  const write = (value: object, level = 0): string => {
    const text = JSON.stringify(value, null, indent);
    const placed = indent === '' ? text : text.replaceAll('\n', gap(level));
    return profile === 'python' ? escaped(placed) : placed;
  };
  const [head, tail] = split(write(document()));
  yield head;
  let written = 0;
  const source = hits(profile, draw, bytes);
  for (let run = 0; run < RUNS; run += 1) {
    const [before, after] = split(write(screening(run, draw), RUN_LEVEL));
    yield run > 0 ? `,${gap(RUN_LEVEL)}${before}` : before;
    let inRun = 0;
    while (written < (bytes * (run + 1)) / RUNS) {
      const text = write(source.next().value, HIT_LEVEL);
      written += (Buffer.byteLength(text) + 1) * copies;
      for (let copy = 0; copy < copies; copy += 1, inRun += 1) yield inRun > 0 ? `,${gap(HIT_LEVEL)}${text}` : text;
    }
    yield after;
  }
  yield tail;
}

/** Screening runs of a payload. */
const RUNS = 3;
/** Containers around a run, and around a hit. */
const RUN_LEVEL = 4;
const HIT_LEVEL = 12;
/** Stands where something else is put in. */
const HOLE = '"<here>"';

function split(text: string): readonly [string, string] {
  const [before = '', after = ''] = text.split(HOLE);
  return [before, after];
}

function escaped(json: string): string {
  return json.replaceAll(/[^\0-\u007F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function document(): object {
  const at = '2026-01-05T03:00:00+00:00';
  return {
    event: { nounce: 'n1', type: 'submit_form', version: 1, created_at: at },
    application: {
      id: 7,
      no: 'COK000007',
      form: 'kyc',
      slug: 's',
      status: 'complete',
      other_status: { ekyc: 'pass' },
      submitted_at: at,
    },
    answers: {},
    extra: { identity_aml: { provider: ['<here>'] } },
  };
}

function screening(id: number, draw: Draw): object {
  const flags = {
    is_found: true,
    is_in_pep: draw.chance(0.5),
    is_in_warnings: draw.chance(0.5),
    is_in_sanctions: draw.chance(0.5),
    is_in_adverse_media: draw.chance(0.5),
    is_in_fitness_probity: false,
  };
  return {
    input: { first_name: 'A', last_name: 'B' },
    output: {
      provider: [
        { output: { code: 200, status: 'success', content: { data: { id, hits: ['<here>'] } } }, result: flags },
      ],
    },
    result: { is_all_found: true, is_any_found: true },
    timestamp: '2026-01-05T03:00:00+00:00',
    values_list: ['is_any_in_pep'],
  };
}
