import { describe, expect, it } from 'vitest';

import { BodySummarizer, fingerprintSlug, type BodySummary } from './summarize-body.ts';

function summarize(body: string): BodySummary {
  const summarizer = new BodySummarizer();
  summarizer.write(Buffer.from(body));
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
});
