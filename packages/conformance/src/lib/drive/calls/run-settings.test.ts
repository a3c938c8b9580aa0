import { describe, expect, it } from 'vitest';

import { judgingContext, runSettings, targetAddress } from './run-settings.ts';

describe('targetAddress()', () => {
  it.each([
    ['https://idv.example.com/', 'https://idv.example.com'],
    ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
    ['https://example.com/idv/v1//', 'https://example.com/idv/v1'],
  ])('reads %s', (given, address) => {
    expect(targetAddress(given)).toBe(address);
  });

  it.each(['idv.example.com', 'ftp://idv.example.com', 'https://me:secret@idv.example.com', ''])(
    'refuses %j without repeating it',
    (given) => {
      expect(() => targetAddress(given)).toThrow(
        /^Cannot use the address of the service: it is not an http or https address/,
      );
    },
  );

  it.each(['https://idv.example.com/?key=secret', 'https://idv.example.com/#part'])(
    'refuses %j, to which no path can be added',
    (given) => {
      expect(() => targetAddress(given)).toThrow(
        /^Cannot use the address of the service: it has a query or a fragment\.$/,
      );
    },
  );
});

describe('runSettings()', () => {
  it('treats a live target as a guest does', () => {
    expect(runSettings({}, 'live')).toEqual({
      lang: 'en',
      concurrency: 2,
      ratePerSecond: 5,
      budget: { calls: Infinity, applications: 60, minutes: Infinity },
      isThorough: false,
      callTimeoutMs: 15_000,
      patienceMs: 60_000,
      ledgerFile: 'idvkit.ledger.json',
      listen: { host: '127.0.0.1', port: 0 },
    });
  });

  it('treats a mock as its own', () => {
    expect(runSettings({}, 'mock')).toMatchObject({
      concurrency: 8,
      ratePerSecond: undefined,
      budget: { applications: 200 },
      ledgerFile: undefined,
    });
  });

  it('takes what is given', () => {
    const options = {
      lang: 'th',
      concurrency: 1,
      budget: { calls: 9, applications: 0 },
      patienceSeconds: 0.5,
      ledger: false,
    } as const;

    expect(runSettings({ ...options, receiver: { listen: '[::1]:4030' } }, 'live')).toMatchObject({
      lang: 'th',
      concurrency: 1,
      budget: { calls: 9, applications: 0, minutes: Infinity },
      patienceMs: 500,
      ledgerFile: undefined,
      listen: { host: '::1', port: 4030 },
    });
  });

  it('refuses an address to listen on that is none', () => {
    expect(() => runSettings({ receiver: { listen: 'localhost:99999' } }, 'live')).toThrow('HOST:PORT');
  });
});

describe('judgingContext()', () => {
  it('allows for a minute between clocks, and asks for https only of a live target with such a receiver', () => {
    const target = { baseUrl: 'https://idv.example.com', kind: 'live' } as const;
    const driven = { target, inputParameters: {}, deliveryWithinMs: 5 };

    expect(judgingContext({}, driven)).toMatchObject({
      clockSkewSeconds: 60,
      requireHttps: false,
      deliveryWithinMs: 5,
    });
    expect(judgingContext({ receiver: { url: 'https://hooks.example.com' } }, driven).requireHttps).toBe(true);
  });
});
