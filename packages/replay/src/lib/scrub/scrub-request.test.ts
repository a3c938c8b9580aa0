import { describe, expect, it } from 'vitest';

import { ScrubKey } from './scrub-key.ts';
import { scrubRequest, scrubTarget } from './scrub-request.ts';
import { Subject } from './subject.ts';

const key = ScrubKey.of('a key for tests only');
const nobody = new Subject(key, { names: {} });
const somebody = new Subject(key, { names: {}, slug: 'k3v9x2p8' });
const length = { before: 2, after: 2 };

function pathOf(path: string, subject = nobody): string {
  return scrubRequest({ path, headers: [] }, subject, length).path;
}

describe('scrubRequest()', () => {
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
    const driver = new Subject(key, { names: { full_name_last_name: 'Driver' } });
    expect(pathOf('/hook/driver?driver=1', driver)).not.toContain('driver');
    expect(pathOf('/hook/driver?driver=1')).toMatch(/^\/hook\/driver\?driver=\d$/);
  });

  it('replaces a slug in a path as everywhere', () => {
    const [replacement = ''] = somebody.literals.map(([, text]) => text);
    expect(pathOf('/hook/k3v9x2p8/status?id=k3v9x2p8', somebody)).toBe(`/hook/${replacement}/status?id=${replacement}`);
  });
});

describe('scrubTarget()', () => {
  it('keeps the receiver and replaces whom the path names', () => {
    expect(scrubTarget('http://127.0.0.1:8080/hook/amelia', nobody)).toMatch(
      /^http:\/\/127\.0\.0\.1:8080\/hook\/(?!amelia)[a-z]+$/,
    );
  });
});
