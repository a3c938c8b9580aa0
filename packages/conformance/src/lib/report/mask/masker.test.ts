import { describe, expect, it } from 'vitest';

import { Knowledge } from './knowledge.ts';
import { Masker } from './masker.ts';

/** A masker that learned `bodies`. */
function maskerOf(...bodies: readonly unknown[]): Masker {
  const knowledge = new Knowledge('test');
  knowledge.learnHost('127.0.0.1:4010');
  for (const segment of ['api', 'kyc-camera']) knowledge.learnSegment(segment);
  knowledge.learnKey('customer_ref');
  for (const body of bodies) knowledge.learnBody(body);
  return new Masker(knowledge);
}

describe('Masker', () => {
  it.each([
    ['No form for Do Long An', ['error', 'detail'], '[masked]'],
    ['Long Do was not found', ['error', 'detail'], '[masked]'],
    ['No permission -- see authorization schemes', ['error', 'detail'], 'No permission -- see authorization schemes'],
    ['No permission -- see authorization schemes', ['error', 'message'], '[masked]'],
    ['Unauthorized', ['error', 'message'], 'Unauthorized'],
    ['Not found.', ['detail'], 'Not found.'],
    ['Somchai Jaidee', ['application', 'other_status', 'assigned to'], '[masked]'],
    ['-', ['application', 'other_status', 'assigned to'], '-'],
    ['Need Review', ['application', 'other_status', 'ekyc'], 'Need Review'],
    ['Somchai', ['event', 'nounce'], '[masked]'],
    ['1b4e28ba-2fa1-41d2-883f-0016d3cca427', ['event', 'nounce'], '1b4e28ba-2fa1-41d2-883f-0016d3cca427'],
    ['##[stop-commands]x', ['extra', 'ekyc', 'identity_document', 'type'], '[masked]'],
    ['Passport', ['extra', 'ekyc', 'identity_document', 'type'], 'Passport'],
    ['malee', ['detail', 'step'], '[masked]'],
    ['other-form', ['application', 'form'], '[masked]'],
    ['kyc-camera', ['application', 'form'], 'kyc-camera'],
    ['2026-01-05T00:00:00+00:00', ['event', 'created_at'], '2026-01-05T00:00:00+00:00'],
    ['2026-01-05 03:00:00', ['application', 'submitted_at'], '2026-01-05 03:00:00'],
    [1_767_583_500, ['application', 'submitted_at'], 1_767_583_500],
    [3_100_600_445_673, ['event', 'created_at'], '[masked number]'],
    ['2026-01-05T00:00:00+00:00', ['answers', 'date_of_birth', 'value'], '[masked: 9999-99-99T99:99:99+99:99]'],
    ['pass', ['answers', 'pass', 'value'], '[masked]'],
    ['application/json; charset=utf-8', undefined, 'application/json; charset=utf-8'],
    ['application/malee', undefined, '[masked]'],
  ])('of %j at %j shows %j', (value, path, shown) => {
    expect(maskerOf().value(value, path)).toEqual(shown);
  });

  it('takes no key of the service for a word', () => {
    const masker = maskerOf({ malee: 1, answers: { jaidee: { value: 'x' } } });
    expect(masker.value({ malee: 1, customer_ref: true, nid: true, jaidee: null }, [])).toEqual({
      '[masked]': '[masked number]',
      customer_ref: true,
      nid: true,
      '[masked] 2': null,
    });
    expect(masker.pointer(['answers', 'malee', 'value'])).toBe('/answers/[masked]/value');
    expect(masker.quotingText('keys: "malee", "nid", "jaidee"')).toBe('keys: "[masked]", "nid", "[masked]"');
    expect(masker.value('malee', ['error', 'detail'])).toBe('[masked]');
  });

  it('names equal keys of a body alike, and says which numbers are no integers', () => {
    const body = { malee: 1, answers: { jaidee: { malee: 0.5 }, malee: 2 } };
    expect(maskerOf().value(body, [])).toEqual({
      '[masked]': '[masked number]',
      answers: { '[masked] 2': { '[masked]': '[masked number]' }, '[masked]': '[masked number]' },
    });
  });

  it('hides what a rule expects if a field held it and does not show it', () => {
    const masker = maskerOf({
      application: {
        status: 'Somchai',
        submitted_at: 'Wichai Jaidee',
        form: 'Prasert',
        other_status: { ekyc: 'Malee' },
      },
      event: { created_at: 'Boonmee', type: 'Anong' },
      answers: { full_name_first_name: { value: 'May' }, ekyc_document_type: { value: 'complete' } },
    });
    for (const [value, path] of [
      ['Somchai', ['application', 'status']],
      ['Wichai Jaidee', ['application', 'submitted_at']],
      ['Prasert', ['application', 'form']],
      ['Malee', ['application', 'other_status', 'ekyc']],
      ['Boonmee', undefined],
      ['Anong', ['event', 'type']],
      ['May', ['extra', 'identity_aml', 'x', 0, 'input', 'first_name']],
    ] as const) {
      expect([masker.expected(value, path), masker.expected([value], path)]).toEqual(['[masked]', ['[masked]']]);
    }
    expect(masker.expected('complete', ['application', 'status'])).toBe('complete');
    expect(masker.expected('kyc-camera', ['application', 'form'])).toBe('kyc-camera');
  });

  it('masks no text of our own for a date or a word that somebody has', () => {
    const masker = maskerOf({
      answers: {
        consent_date: { value: '2026-01-05T03:00:00Z' },
        date_of_issue: { value: '2026-01-05' },
        full_name_first_name: { value: 'Status' },
        full_name_last_name: { value: 'Jaidee' },
      },
    });
    expect(masker.expected('about 2026-01-05T07:42:47Z', ['event', 'created_at'])).toBe('about 2026-01-05T07:42:47Z');
    expect(masker.text('issued 2026-01-05 to Jaidee, at 2026-01-05T07:42:47Z')).toBe(
      'issued [masked] to [masked], at 2026-01-05T07:42:47Z',
    );
    expect(masker.value('2026-01-05T07:47:47+00:00', ['event', 'created_at'])).toBe('2026-01-05T07:47:47+00:00');
    expect(masker.text('Answers another status')).toBe('Answers another status');
    expect(masker.expected('13 digits, the last of them the check digit', ['answers', 'nid', 'value'])).toBe(
      '13 digits, the last of them the check digit',
    );
  });

  it('keeps the base path, and the punctuation that follows an address', () => {
    const text = 'Cannot create an application at http://127.0.0.1:4010/api: there is no form (404).';
    expect(maskerOf().text(text)).toBe(text);
    expect(maskerOf().text('see http://127.0.0.1:4010/api/jaidee.')).toBe('see http://127.0.0.1:4010/api/masked.');
  });

  it('shows well-known headers, and of values those that describe the message', () => {
    const headers = [
      ['Server', 'nginx/1.27.0'],
      ['Server', 'Somchai'],
      ['Content-Type', 'application/json; name="Malee.json"'],
      ['Content-Type', 'text/html; charset=utf-8'],
      ['X-Somchai-Jaidee', '1'],
      ['Date', 'Mon, 05 Jan 2026 03:00:00 GMT'],
      ['Date', 'Malee'],
      ['Host', '127.0.0.1:4010'],
      ['Host', 'somchai.example.com'],
      ['Vary', 'Accept, Somchai'],
      ['User-Agent', 'App/1 (user somchai)'],
      ['Authorization', 'Bearer abc'],
    ] as const;
    expect(maskerOf().headers(headers)).toEqual([
      ['Server', 'nginx/1.27.0'],
      ['Server', '[masked]'],
      ['Content-Type', '[masked]'],
      ['Content-Type', 'text/html; charset=utf-8'],
      ['[masked]', '[masked]'],
      ['Date', 'Mon, 05 Jan 2026 03:00:00 GMT'],
      ['Date', '[masked]'],
      ['Host', '127.0.0.1:4010'],
      ['Host', '[masked]'],
      ['Vary', '[masked]'],
      ['User-Agent', '[masked]'],
      ['Authorization', 'Bearer [masked]'],
    ]);
  });

  it('leaves out the rest of a long text, and nothing of a value that is cut in two there', () => {
    const masker = maskerOf({ answers: { full_name_full: { value: 'Somchai Jaidee' } } });
    const text = masker.text(`${'x '.repeat(508)}Somchai Jaidee and more`);
    expect(text).toBe(`${'x '.repeat(508)}[masked]…`);
  });
});
