import type { Captured } from '@idvkit/schema/formats';
import { describe, expect, it } from 'vitest';

import { scrubFact } from './scrub-fact.ts';
import { ScrubKey } from './scrub-key.ts';
import { Subject } from './subject.ts';

const key = ScrubKey.of('5c'.repeat(32));
const nobody = new Subject(key, {});
const somebody = new Subject(key, { slug: 'k3v9x2p8' });
const captured: Captured & { readonly kind: 'captured' } = {
  kind: 'captured',
  id: 1,
  receivedAt: '2026-01-05T03:00:00.000Z',
  method: 'POST',
  path: '/',
  headers: [],
  bearer: 'match',
  body: { sha256: '0'.repeat(64), bytes: 2, complete: true },
  answer: 204,
};

function pathOf(path: string, subject = nobody): string {
  return scrubFact({ ...captured, path }, subject).path;
}

function headersOf(headers: [string, string][], subject = nobody): [string, string][] {
  return scrubFact({ ...captured, headers }, subject).headers;
}

function targetOf(target: string): string {
  const attempt = { kind: 'attempt', capture: 1, run: 'r', at: captured.receivedAt, number: 1 } as const;
  return scrubFact({ ...attempt, target, outcome: 'started' }, nobody).target;
}

describe('scrubFact()', () => {
  it.each([
    '/applicants/amelia-clarke/documents',
    '/hook/1101700230708',
    '/hook/Amelia%20Clarke/',
    '/hook?amelia.clarke',
    '/hook?amelia=1',
    '/hook?name=Amelia',
    '/amelia@clarke.org',
  ])('leaves nothing of a person in %s, of whom no body tells', (path) => {
    expect(pathOf(path)).not.toMatch(/amelia|clarke|1101700230708/i);
  });

  it.each(['/', '/webhooks/ekyc/v1', '/hook?token=[redacted]&id', '/api/identity-verification/callback/'])(
    'keeps the route %s',
    (path) => {
      expect(pathOf(path)).toBe(path);
    },
  );

  it('replaces words of routes that are the names of the applicant', () => {
    const driver = new Subject(key, { full_name_last_name: 'Driver' });
    expect(pathOf('/hook/driver?driver=1', driver)).not.toContain('driver');
    expect(pathOf('/hook/driver?driver=1')).toMatch(/^\/hook\/driver\?driver=\d$/);
  });

  it('replaces a slug in a path as everywhere', () => {
    const [replacement = ''] = somebody.literals.map(([, text]) => text);
    expect(pathOf('/hook/k3v9x2p8/status?id=k3v9x2p8', somebody)).toBe(`/hook/${replacement}/status?id=${replacement}`);
  });
});

describe('scrubFact() of headers', () => {
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
  ])('keeps %s: %s', (name, value) => {
    expect(headersOf([[name, value]])).toEqual([[name, value]]);
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
  ])('leaves nothing of a person in %s: %s', (name, value) => {
    expect(JSON.stringify(headersOf([[name, value]]))).not.toMatch(/amelia|clarke|1987|0812345678/i);
  });

  it('replaces a name of a header that is the name of the applicant', () => {
    const driver = new Subject(key, { full_name_last_name: 'Driver' });
    expect(headersOf([['X-Driver', '']], driver)[0]?.[0]).not.toMatch(/driver/i);
    expect(headersOf([['X-Driver', '']])).toEqual([['X-Driver', '']]);
  });
});

describe('scrubFact() of other entries', () => {
  it('keeps a receiver on this machine, and replaces any other and whom the path names', () => {
    expect(targetOf('http://127.0.0.1:8080/hook/amelia')).toMatch(
      /^http:\/\/127\.0\.0\.1:8080\/hook\/(?!amelia)[a-z]+$/,
    );
    expect(targetOf('https://amelia.clarke.org:8443/hook')).toMatch(/^https:\/\/[a-z]+\.[a-z]+\.example:8443\/hook$/);
  });

  it('replaces what no run, method or image type is called', () => {
    expect(scrubFact({ ...captured, method: 'AMELIA' }, nobody).method).toBe('POST');
  });
});
