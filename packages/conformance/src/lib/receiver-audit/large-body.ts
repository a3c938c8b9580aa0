import type { DeliveryHeader } from '@idvkit/delivery';
import { at } from '@idvkit/json';

import type { Applicant } from './applicant.ts';

/** A body that is created while it is sent, to save memory. */
export interface StreamedBody {
  readonly size: number;
  parts(): AsyncIterable<Uint8Array>;
}

/** Placeholder for the hits. Nothing else in a body looks like it. */
const PLACE = '@hits@';
const PROVIDER = 'screening_provider';
const HITS_PER_PART = 256;
const encoder = new TextEncoder();

/** Creates a submission with as many AML hits as fit into `bytes`, at least one. */
export function largeBody(applicant: Applicant, header: DeliveryHeader, bytes: number): StreamedBody {
  const body = applicant.submission(header);
  const whole = JSON.stringify({
    ...body,
    extra: { ...body.extra, identity_aml: screening(body.answers ?? {}, body.application['submitted_at']) },
  });
  const [before = '', after = ''] = whole.split(`"${PLACE}"`);
  const [start, end] = [encoder.encode(before), encoder.encode(after)];
  const hitBytes = hit(0).length + 1;
  const count = Math.max(1, Math.floor((bytes - start.byteLength - end.byteLength + 1) / hitBytes));
  return {
    size: start.byteLength + count * hitBytes - 1 + end.byteLength,
    async *parts() {
      yield start;
      for (let first = 0; first < count; first += HITS_PER_PART) {
        const length = Math.min(HITS_PER_PART, count - first);
        const text = Array.from({ length }, (_, index) => hit(first + index)).join(',');
        yield encoder.encode(first === 0 ? text : `,${text}`);
      }
      yield end;
    },
  };
}

/** Returns a hit. All have the same length. */
function hit(index: number): string {
  const id = `HIT${String(index).padStart(9, '0')}`;
  return JSON.stringify({
    doc: { id, aka: ['Known under another name', 'And under a third one'], keywords: ['adverse-media'] },
    score: 1.5,
    match_types: ['name_exact', 'year_of_birth'],
    notes: 'A hit with as much text as a provider writes about someone who turns up in the news now and then.',
  });
}

function screening(answers: Readonly<Record<string, unknown>>, timestamp: unknown): object {
  const valueOf = (key: string, otherwise: string): unknown => at(answers, key, 'value') ?? otherwise;
  const input = {
    first_name: valueOf('full_name_first_name', 'Ada'),
    last_name: valueOf('full_name_last_name', 'Lovelace'),
    date_of_birth: valueOf('date_of_birth', '1990-12-10'),
  };
  const flags = { pep: false, warnings: false, sanctions: false, adverse_media: true, fitness_probity: false };
  const named = (prefix: string): object =>
    Object.fromEntries(Object.entries(flags).map(([name, flag]) => [`${prefix}_in_${name}`, flag]));
  const entry = {
    input,
    output: {
      code: 200,
      status: 'success',
      content: { data: { id: 1, hits: [PLACE], match_status: 'potential_match' } },
    },
    result: { is_found: true, ...named('is'), total_hits: 1 },
  };
  return {
    [PROVIDER]: [
      {
        input,
        output: { [PROVIDER]: [entry] },
        result: { is_all_found: true, is_any_found: true, ...named('is_all'), ...named('is_any') },
        timestamp,
        values_list: ['is_any_in_adverse_media'],
      },
    ],
  };
}
