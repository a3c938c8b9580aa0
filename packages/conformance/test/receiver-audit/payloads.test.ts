import { delivery } from '@idvkit/schema';
import { describe, expect, it } from 'vitest';

import { createRandom } from '../../src/lib/drive/calls/random.ts';
import { createApplicants } from '../../src/lib/receiver-audit/applicant.ts';
import { largeBody } from '../../src/lib/receiver-audit/large-body.ts';

const NOW = Date.parse('2026-01-05T03:00:00+00:00');
const header = { nounce: 'n-1', createdAt: '2026-01-05T03:00:00.000+00:00' };

describe('createApplicants()', () => {
  it('makes bodies that the service could send, about different applications', () => {
    const applicants = createApplicants(createRandom(11));
    const slugs = new Set<string>();
    const nids = new Set<unknown>();
    for (let count = 0; count < 40; count += 1) {
      const { slug, submission, statusChange, earlyStatusChange, dropOff } = applicants.next(NOW);
      slugs.add(slug);
      nids.add(JSON.stringify(submission(header).answers?.['nid']));
      for (const make of [submission, statusChange, earlyStatusChange, dropOff]) {
        expect(delivery.safeParse(make(header)).error?.issues ?? []).toEqual([]);
      }
    }
    expect([slugs.size, nids.size]).toEqual([40, 40]);
  });

  it('keeps the idempotency key, and nothing of the header, from one delivery to the next', () => {
    const { submission } = createApplicants(createRandom(11)).next(NOW);
    const [first, again] = [
      submission(header),
      submission({ nounce: 'n-2', createdAt: '2026-01-05T04:00:00.000+00:00' }),
    ];
    expect(again.application).toEqual(first.application);
    expect(again.answers).toEqual(first.answers);
    expect(again.event).not.toEqual(first.event);
    expect(again.extra).not.toEqual(first.extra);
  });

  it('makes the same of the same seed', () => {
    const made = (): unknown => createApplicants(createRandom(3)).next(NOW).submission(header);
    expect(made()).toEqual(made());
  });
});

describe('largeBody()', () => {
  const streamed = async (bytes: number): Promise<{ readonly parts: readonly Uint8Array[]; readonly size: number }> => {
    const body = largeBody(createApplicants(createRandom(5)).next(NOW), header, bytes);
    const parts: Uint8Array[] = [];
    for await (const part of body.parts()) parts.push(part);
    return { parts, size: body.size };
  };

  it.each([1, 100_000, 2_000_000])('makes a body that the service could send, for %i bytes', async (bytes) => {
    const { parts, size } = await streamed(bytes);
    const whole = Buffer.concat(parts);
    expect(whole.byteLength).toBe(size);
    expect(delivery.safeParse(JSON.parse(whole.toString())).error?.issues ?? []).toEqual([]);
  });

  it('comes close to the size that is asked for, in parts that are small', async () => {
    const { parts, size } = await streamed(2_000_000);
    expect(size).toBeGreaterThan(1_999_500);
    expect(size).toBeLessThanOrEqual(2_000_000);
    expect(Math.max(...parts.map(({ byteLength }) => byteLength))).toBeLessThan(100_000);
  });
});
