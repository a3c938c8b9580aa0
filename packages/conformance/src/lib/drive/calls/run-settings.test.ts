import { describe, expect, it } from 'vitest';

import { runSettings, targetAddress } from './run-settings.ts';

describe('targetAddress()', () => {
  it.each([
    ['https://idv.example.com/', 'https://idv.example.com'],
    ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
    ['https://example.com/idv/v1//?x=1#y', 'https://example.com/idv/v1'],
  ])('reads %s', (given, address) => {
    expect(targetAddress(given)).toBe(address);
  });

  it.each(['idv.example.com', 'ftp://idv.example.com', 'https://me:secret@idv.example.com', ''])(
    'refuses %j without repeating it',
    (given) => {
      expect(() => targetAddress(given)).toThrow(/^Cannot use `baseUrl`: it is not an http or https address/);
    },
  );
});

describe('runSettings()', () => {
  it('treats a live target as a guest does', () => {
    expect(runSettings({}, 'live')).toEqual({
      lang: 'en',
      concurrency: 2,
      ratePerSecond: 5,
      maxCreates: 60,
      callTimeoutMs: 15_000,
      patienceMs: 60_000,
      clockSkewSeconds: 60,
      ledgerFile: 'idvkit.ledger.json',
      listen: { host: '127.0.0.1', port: 0 },
    });
  });

  it('treats a mock as its own', () => {
    expect(runSettings({}, 'mock')).toMatchObject({
      concurrency: 8,
      ratePerSecond: undefined,
      maxCreates: 200,
      ledgerFile: undefined,
    });
  });

  it('takes what is given', () => {
    const options = { lang: 'th', concurrency: 1, maxCreates: 0, patienceSeconds: 0.5, ledger: false } as const;

    expect(runSettings({ ...options, receiver: { listen: '[::1]:4030' } }, 'live')).toMatchObject({
      lang: 'th',
      concurrency: 1,
      maxCreates: 0,
      patienceMs: 500,
      ledgerFile: undefined,
      listen: { host: '::1', port: 4030 },
    });
  });

  it('refuses an address to listen on that is none', () => {
    expect(() => runSettings({ receiver: { listen: 'localhost:99999' } }, 'live')).toThrow('HOST:PORT');
  });
});
