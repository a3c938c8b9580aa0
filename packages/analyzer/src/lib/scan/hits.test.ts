import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { domainOf } from '../../../test/reference/tally-key.ts';
import { scanHits } from '../../../test/scan/scan-hits.ts';
import type { HitBatch, HitMeasures, HitsStatistics } from './hits-statistics.ts';
import type { ScanHandler, VisitMode } from './scan-handler.ts';
import { createScanner } from './wasm/wasm-scanner.ts';

/** Takes the array under `hits` for hits, skips what is under `skip`, and writes down what it is told. */
class HitsListener implements ScanHandler {
  readonly heard: unknown[] = [];
  statistics: HitsStatistics | undefined;
  #key = '';
  open(kind: 'object' | 'array', offset: number): VisitMode {
    this.heard.push([kind, offset]);
    return this.#key === 'hits' ? 'hits' : this.#key === 'skip' ? 'skip' : 'tokens';
  }
  close(end: number): void {
    this.heard.push(['close', end]);
  }
  key(text: string): void {
    this.#key = text;
    this.heard.push(['key', text]);
  }
  scalar(kind: string, text: string): void {
    this.heard.push([kind, text]);
  }
  wantsText(): boolean {
    return true;
  }
  hits(batch: HitBatch): void {
    const { first, count, offsets, bytes, identities } = batch;
    for (let index = 0; index < count; index += 1) {
      const identity = Number.isNaN(identities[index]) ? '-' : identities[index];
      this.heard.push(['hit', first + index, offsets[index], bytes[index], identity, batch.label(index)]);
    }
  }
  hitsEnd(statistics: HitsStatistics): void {
    this.statistics = statistics;
    this.heard.push(['hits end', statistics.count]);
  }
}

function scan(text: string, measures: HitMeasures = {}): HitsListener {
  const listener = new HitsListener();
  const scanner = createScanner(listener, { measures });
  scanner.write(new TextEncoder().encode(text));
  scanner.end();
  return listener;
}

describe('the inside of containers', () => {
  it('is skipped where the handler wants it so, and goes on behind it', () => {
    expect(scan('{"skip": [1, {"skip": [2]}], "a": 3}').heard).toEqual([
      ['object', 0],
      ['key', 'skip'],
      ['array', 9],
      ['close', 27],
      ['key', 'a'],
      ['number', '3'],
      ['close', 36],
    ]);
  });

  it('is measured where it is hits', () => {
    const { heard, statistics } = scan('{"hits":[{"id":"a","n":["x","x",""]}, {"id":"\\u0061","n":[]},3]}', {
      id: ['identity', 'label', 'values'],
      'n[]': ['repeats', 'scripts'],
    });
    const [first, second] = heard.filter((each) => Array.isArray(each) && each[0] === 'hit') as unknown[][];
    expect(first?.[4]).toBe(second?.[4]);
    expect(heard.slice(2)).toEqual([
      ['array', 8],
      ['hit', 0, 9, 27, first?.[4], 'a'],
      ['hit', 1, 38, 22, first?.[4], 'a'],
      ['hit', 2, 61, 1, '-', undefined],
      ['hits end', 3],
      ['close', 63],
      ['close', 64],
    ]);
    expect(statistics).toMatchObject({ count: 3, bytes: 50, limited: false });
    expect(statistics?.paths.map(({ path, parent }) => [path, parent])).toEqual([
      ['', -1],
      ['id', 0],
      ['n', 0],
      ['n[]', 2],
    ]);
    expect(statistics?.paths[0]).toMatchObject({ objects: 2, numbers: 1, integers: 1, bytes: 50, maxBytes: 27 });
    expect(statistics?.paths[1]).toMatchObject({ strings: 2, values: [{ kind: 'string', text: 'a', count: 2 }] });
    expect(statistics?.paths[2]).toMatchObject({ arrays: 2, elements: 3, maxElements: 3, emptyArrays: 1 });
    expect(statistics?.paths[3]).toMatchObject({ strings: 3, emptyStrings: 1, repeats: 1, scripts: { ascii: 3 } });
  });

  it('tells what was seen of hits where the document breaks off', () => {
    const listener = new HitsListener();
    const scanner = createScanner(listener);
    scanner.write(new TextEncoder().encode('{"hits":[{"a":1},{"a":'));
    expect(() => scanner.end()).toThrow('The input is cut off at byte 22 (line 1, column 23), in hits[1].a');
    expect(listener.statistics).toMatchObject({ count: 1, paths: [{ objects: 1 }, { path: 'a', numbers: 1 }] });
  });
});

describe('hosts of URLs', () => {
  it('are counted as an expression would find them', () => {
    const host = fc.string({ unit: fc.constantFrom('a', 'Z', '9', '-', '.', 'é', 'w'), maxLength: 40 });
    const url = fc
      .tuple(
        fc.constantFrom('https://', 'http://', 'HTTPS://', 'https:/', 'ftp+x://', ''),
        fc.constantFrom('', 'www.', 'u:p@', 'WWW.'),
        host,
        fc.constantFrom('', ':8080', '/p', '/p@q:1', '?q=/', '#f', '/'),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(url, { minLength: 1, maxLength: 20 }), (urls) => {
        const known = urls.map(domainOf).filter((each) => each !== undefined);
        const counts = Map.groupBy(known, (each) => each);
        const [path] = scanHits(
          urls.map((each) => JSON.stringify(each)),
          { '': ['domain'] },
        ).paths;
        expect(path?.tally?.others).toBe(urls.length - known.length);
        expect(new Map(path?.tally?.counts)).toEqual(new Map([...counts].map(([each, all]) => [each, all.length])));
      }),
    );
  });
});
