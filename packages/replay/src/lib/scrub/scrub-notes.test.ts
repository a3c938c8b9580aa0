import type { Captured } from '@idvkit/schema/formats';
import { describe, expect, it } from 'vitest';

import { ScrubKey } from './scrub-key.ts';
import { scrubNotes, type CaptureNotes } from './scrub-notes.ts';
import { TextScrubber } from './text-scrubber.ts';

const scrubber = new TextScrubber(ScrubKey.of('5c'.repeat(32)));
const captured: Captured = {
  id: 1,
  receivedAt: '2026-01-05T03:00:00.000Z',
  method: 'POST',
  path: '/',
  headers: [],
  bearer: 'match',
  body: { sha256: '0'.repeat(64), bytes: 2, complete: true },
  answer: 204,
};

function scrubbed(head: Partial<Captured>, rest: Partial<CaptureNotes> = {}): CaptureNotes {
  return scrubNotes({ captured: { ...captured, ...head }, tags: [], ...rest }, scrubber);
}

describe('scrubNotes()', () => {
  it.each([
    '/applicants/amelia-clarke/documents',
    '/hook/1101700230708',
    '/hook/Amelia%20Clarke/',
    '/hook?amelia.clarke',
    '/hook?amelia=1',
    '/hook?name=Amelia',
    '/amelia@clarke.org',
  ])('leaves nothing of a person in %s', (path) => {
    expect(scrubbed({ path }).captured.path).not.toMatch(/amelia|clarke|1101700230708/i);
  });

  it.each(['/', '/webhooks/ekyc/v1', '/hook?token=[redacted]&id', '/api/identity-verification/callback/'])(
    'keeps the route %s',
    (path) => {
      expect(scrubbed({ path }).captured.path).toBe(path);
    },
  );

  it('replaces a slug in a path as everywhere', () => {
    const slug = scrubber.pseudonyms.token('k3v9x2p8');
    expect(scrubbed({ path: '/hook/k3v9x2p8/status?id=k3v9x2p8' }).captured.path).toBe(
      `/hook/${slug}/status?id=${slug}`,
    );
  });

  it.each<[string, string]>([
    ['Content-Type', 'application/json; charset=utf-8'],
    ['accept', '*/*, text/html;q=0.9'],
    ['Accept-Encoding', 'gzip, deflate, br'],
    ['Connection', 'keep-alive'],
    ['Host', '127.0.0.1:4020'],
    ['User-Agent', 'python-requests/2.32.3'],
    ['Date', 'Mon, 05 Jan 2026 03:00:00 GMT'],
    ['Content-Length', '1234'],
    ['X-Api-Key', '[redacted]'],
  ])('keeps the header %s: %s', (name, value) => {
    expect(scrubbed({ headers: [[name, value]] }).captured.headers).toEqual([[name, value]]);
  });

  it.each<[string, string]>([
    ['Content-Type', 'amelia/clarke'],
    ['Accept-Language', 'amelia'],
    ['User-Agent', 'Amelia/1.0'],
    ['Host', 'amelia:80'],
    ['Date', '15 June 1987'],
    ['Content-Length', '0812345678'],
    ['Via', '1.1 amelia'],
    ['X-Amelia', ''],
    ['X-Request-Id', 'Amelia'],
  ])('leaves nothing of a person in the header %s: %s', (name, value) => {
    expect(JSON.stringify(scrubbed({ headers: [[name, value]] }).captured.headers)).not.toMatch(
      /amelia|clarke|15 June 1987|0812345678/i,
    );
  });

  it('replaces methods and tags of no closed list', () => {
    const made = scrubbed({ method: 'AMELIA' }, { tags: ['amelia', 'review'] });
    expect(made.captured.method).toBe('POST');
    expect(made.tags).toEqual([expect.stringMatching(/^(?!amelia)[a-z]+$/), 'review']);
  });
});
