import { describe, expect, it } from 'vitest';

import {
  collect,
  parseBaseUrl,
  parseDuration,
  parseInteger,
  parsePort,
  parseByName,
  parseRate,
  parseSize,
  parseUrl,
} from './option-parsers.ts';

describe('parseDuration()', () => {
  it.each([
    ['0', 0],
    ['500ms', 500],
    ['30s', 30_000],
    ['1.5m', 90_000],
    ['2h', 7_200_000],
    ['7d', 604_800_000],
  ])('reads %s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each(['', '30', 's', '-1s', '1 s', '1S', '.5s', '1e3s', '30sec', 'toString'])('refuses %j', (text) => {
    expect(() => parseDuration(text)).toThrow(expect.objectContaining({ code: 'commander.invalidArgument' }));
  });
});

describe('parseByName()', () => {
  const parse = parseByName({ calls: parseInteger({ min: 1 }), minutes: parseInteger() });

  it('reads each value by its name', () => {
    expect(parse('minutes=0,calls=500')).toEqual({ calls: 500, minutes: 0 });
  });

  it.each([
    '',
    '5',
    'calls',
    'calls=',
    'calls=0',
    'calls=5,',
    'call=5',
    'calls=5,calls=6',
    'toString=5',
    'calls=5 minutes=1',
  ])('refuses %j', (text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'commander.invalidArgument' }));
  });
});

describe('parseRate()', () => {
  it.each([
    ['10/s', 10],
    ['120/m', 2],
    ['7200/h', 2],
    ['5', 5],
    ['0.5/s', 0.5],
  ])('reads %s', (text, perSecond) => {
    expect(parseRate(text)).toBe(perSecond);
  });

  it.each(['', '0', '0/s', '/s', '10/d', '10 /s', '-1/s', 'many'])('refuses %j', (text) => {
    expect(() => parseRate(text)).toThrow(expect.objectContaining({ code: 'commander.invalidArgument' }));
  });
});

describe('parseSize()', () => {
  it.each([
    ['4096', 4096],
    ['0', 0],
    ['500KB', 500_000],
    ['64MB', 64_000_000],
    ['1GiB', 1_073_741_824],
    ['1.5KiB', 1536],
    ['12B', 12],
  ])('reads %s', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });

  it.each(['', '64mb', 'MB', '-1', '1 MB', '1TB'])('refuses %j', (text) => {
    expect(() => parseSize(text)).toThrow(expect.objectContaining({ code: 'commander.invalidArgument' }));
  });
});

describe('parseInteger()', () => {
  it('reads whole numbers in its range', () => {
    const read = parseInteger({ min: -2, max: 3 });
    expect(['-2', '0', '3'].map(read)).toEqual([-2, 0, 3]);
  });

  it.each(['4', '-3', '1.5', '', '1e2', '0x10', ' 1', '99999999999999999999'])('refuses %j', (text) => {
    expect(() => parseInteger({ min: -2, max: 3 })(text)).toThrow('Give a whole number from -2 to 3.');
  });

  it('has no upper end unless one is given', () => {
    expect(parseInteger({ min: 1 })('1000000')).toBe(1_000_000);
    expect(() => parseInteger({ min: 1 })('0')).toThrow('Give a whole number of 1 or more.');
  });
});

describe('parsePort()', () => {
  it('reads a port', () => {
    expect(['0', '4010', '65535'].map(parsePort)).toEqual([0, 4010, 65_535]);
  });

  it.each(['65536', '-1', 'http'])('refuses %j', (text) => {
    expect(() => parsePort(text)).toThrow(expect.objectContaining({ code: 'commander.invalidArgument' }));
  });
});

describe('parseUrl()', () => {
  it('keeps an address as it was given', () => {
    expect(parseUrl('https://staging.example.org')).toBe('https://staging.example.org');
  });

  it.each(['staging.example.org', '/path', 'ftp://example.org', 'localhost:4010', ''])('refuses %j', (text) => {
    expect(() => parseUrl(text)).toThrow(expect.objectContaining({ code: 'commander.invalidArgument' }));
  });
});

describe('parseUrl() of an address with credentials', () => {
  it.each(['http://user:hunter2@example.org/', 'https://hunter2@example.org'])(
    'refuses %s, and repeats none',
    (text) => {
      const thrown = (() => {
        try {
          return parseUrl(text);
        } catch (error) {
          return error;
        }
      })();

      expect(thrown).toMatchObject({
        code: 'url-with-credentials',
        fix: expect.stringContaining('without credentials'),
      });
      expect(String(thrown)).not.toContain('hunter2');
    },
  );
});

describe('parseBaseUrl()', () => {
  it('reads an address to which paths can be added, and repeats no query', () => {
    expect(parseBaseUrl('https://idv.example.com/v1')).toBe('https://idv.example.com/v1');
    expect(() => parseBaseUrl('https://idv.example.com/?key=hush')).toThrow(
      'Cannot use the address of https://idv.example.com: it has a query or a fragment.',
    );
    expect(() => parseBaseUrl('https://idv.example.com/#hush')).toThrow('it has a query or a fragment');
    expect(() => parseBaseUrl('idv.example.com')).toThrow('Give an absolute address');
  });
});

describe('collect()', () => {
  it('adds to what was given before, without changing it', () => {
    const before = ['a'];
    expect([collect('b', before), collect('c'), before]).toEqual([['a', 'b'], ['c'], ['a']]);
  });
});
