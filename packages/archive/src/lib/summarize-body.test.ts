import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { BodySummarizer, fingerprintSlug, type BodySummary } from './summarize-body.ts';

function summarize(body: string | Uint8Array, cuts: readonly number[] = []): BodySummary {
  const bytes = Buffer.from(body);
  const summarizer = new BodySummarizer();
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((one, other) => one - other);
  edges.forEach((edge, index) => {
    // A part of its own, wiped afterwards as a socket would.
    const part = Buffer.from(bytes.subarray(edge, edges[index + 1] ?? edge));
    summarizer.write(part);
    part.fill(0);
  });
  return summarizer.end();
}

const delivery = {
  extra: {
    identity_aml: {
      provider: [
        {
          result: { is_any_found: true, is_any_in_pep: false, is_any_in_sanctions: true },
          output: { url: '/api/ekyc/x/result/image/' },
        },
        { result: { is_any_in_pep: true, is_any_in_sanctions: false } },
      ],
    },
    ekyc: {
      liveness: { attempts: [{ images: [{ url: 'https://h/api/ekyc/s/result/image/?q=t&exp=1', action: 'idle' }] }] },
    },
  },
  answers: { status: { value: 'no' } },
  application: {
    slug: 'se-cret',
    form: 'f',
    status: 'complete',
    submitted_at: null,
    other_status: { ekyc: 'pass', status: 'x' },
  },
  event: { nounce: 'n', type: 'submit_form', version: 1, created_at: '2026-01-05T03:00:00+00:00' },
};

describe('BodySummarizer', () => {
  it('finds what lists need, wherever it stands', () => {
    expect(summarize(JSON.stringify(delivery)).summary).toEqual({
      json: true,
      type: 'submit_form',
      version: 1,
      createdAt: '2026-01-05T03:00:00+00:00',
      nounce: 'n',
      slug: fingerprintSlug('se-cret'),
      form: 'f',
      status: 'complete',
      submittedAt: null,
      ekyc: 'pass',
      aml: ['pep', 'sanctions'],
      images: 1,
    });
  });

  it('says where image URLs are written, escaped or not', () => {
    const body = JSON.stringify(delivery).replaceAll('/', '\\/');
    const { images } = summarize(body);
    expect(images).toMatchObject([{ url: 'https://h/api/ekyc/s/result/image/?q=t&exp=1' }]);
    const { offset = 0, length = 0 } = images[0] ?? {};
    expect(body.slice(offset, offset + length)).toBe('https:\\/\\/h\\/api\\/ekyc\\/s\\/result\\/image\\/?q=t&exp=1');
  });

  it('gives what it found of a body that breaks off', () => {
    expect(summarize('{"event":{"type":"drop_off"},"application":{"sl')).toEqual({
      summary: { json: false, type: 'drop_off', images: 0 },
      images: [],
    });
  });

  it('finds the same however a body is cut and indented', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.nat(2), (cuts, indent) => {
        const body = JSON.stringify(delivery, undefined, indent);
        expect(summarize(body, cuts)).toEqual(summarize(body));
        expect(summarize(body).summary).toEqual(summarize(JSON.stringify(delivery)).summary);
      }),
    );
  });

  it('knows every JSON object, and nothing else, and ends on any bytes', () => {
    const texts = fc.oneof(
      fc.json(),
      fc.tuple(fc.json(), fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1))),
      fc.constantFrom(
        '',
        ' ',
        '[]',
        '"x"',
        '1',
        '{"a":1',
        '{"a":1}}',
        '{"a":1]',
        '{} {}',
        '{"a":"',
        '{"a":é}',
        '{"a":&}',
      ),
    );
    fc.assert(
      fc.property(texts, fc.array(fc.nat()), (text, cuts) => {
        expect(summarize(text, cuts).summary.json).toBe(isObject(text));
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.array(fc.nat()), (bytes, cuts) => {
        expect(summarize(bytes, cuts)).toEqual(summarize(bytes));
      }),
    );
  });

  it('takes the last of a repeated key, and passes over what is too long', () => {
    const long = 'x'.repeat(9_000);
    const body = `{"event":{"type":"a","type":"b","nounce":"${long}"},"application":{"form":"f\\u0041"}}`;
    expect(summarize(body, [20, 4_000]).summary).toEqual({ json: true, type: 'b', form: 'fA', images: 0 });
  });

  it('has no number that JSON cannot write', () => {
    expect(summarize('{"event":{"version":1e999}}').summary).toEqual({ json: true, images: 0 });
  });
});

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
