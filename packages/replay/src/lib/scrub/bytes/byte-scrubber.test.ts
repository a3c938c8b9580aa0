import { Sink } from '@idvkit/json/splice';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ScrubKey } from '../scrub-key.ts';
import { Subject } from '../subject.ts';
import { TextScrubber } from '../text.ts';
import { ByteScrubber } from './byte-scrubber.ts';

const names = { full_name_first_name: 'สมชาย', full_name_last_name: 'Peña' };
const subject = new Subject(ScrubKey.of('5c'.repeat(32)), { names });

/** Words, numbers, dates and links, and what may stand between them and cut them short. */
const piece = fc.oneof(
  fc.constantFrom(
    ' ',
    '-',
    '/',
    '.',
    ', ',
    '–',
    '“',
    '”',
    '(',
    "'",
    '%',
    ':',
    '://',
    '?',
    '=',
    '&',
    '#',
    '_',
    '@',
    '<',
  ),
  fc.stringMatching(/^[A-Za-z]{1,9}$/),
  fc.stringMatching(/^\d{1,14}$/),
  fc.stringMatching(/^[a-fA-F\d]{4,12}$/),
  fc.uuid(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc
    .tuple(fc.nat(99), fc.constantFrom('-', '/', '.'), fc.nat(99), fc.nat(99_999))
    .map(([a, m, b, c]) => [a, b, c].join(m)),
  fc.constantFrom('1101700230708', '1-1017-00230-70-8', '1 1017 00230 70 8', '2019-05-04', '4/5/2019', '1984'),
  fc.constantFrom(
    '1.1017.00230, 70 – 8',
    '15 June 1987',
    '1-SEP-1990',
    '081-234-5678',
    '081 2345678',
    '1.2.3.',
    ' 4, 5',
    '&',
  ),
  fc
    .tuple(
      fc.array(fc.nat(99), { minLength: 2, maxLength: 45 }),
      fc.constantFrom(' ', '-', '.', ', ', ' – ', '....', '_'),
    )
    .map(([groups, between]) => groups.join(between)),
  fc.constantFrom('สมชาย', 'นายสมชายใจดี', 'Дмитрий', '王小明', 'Lucía', 'Luci\u0301a', '๑๒๓', 'Ⅷ½', '𝒳', '\u0301', 'é'),
  fc.constantFrom('Ⓐⓜⓔ', '🄰', '⒜', '⠁⠍', '🇹🇭', '王\uE123明', '\uE123', '㈠㈱', '\u{2FFFF}'),
  fc.constantFrom('https://', 'http://www.', 'www.', '.com/', 'ftp+x://', 'localhost:8080', 'a.b.c'),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const text = fc
  .array(piece, { maxLength: 14 })
  .map((pieces) => pieces.join(''))
  .filter((each) => JSON.stringify(each).slice(1, -1) === each);
const link = fc.webUrl({ withFragments: true, withQueryParameters: true });

/** What it makes of a text that stands among other bytes; `undefined` where it leaves it to the other. */
function replaced(scrubber: ByteScrubber, original: string, before = 3): string | undefined {
  const bytes = Buffer.from(`${'"'.repeat(before)}${original}"://`);
  const sink = new Sink();
  sink.put('kept');
  const isDone = scrubber.replace(bytes, before, bytes.length - 4, sink);
  const taken = sink.take().toString();
  expect([taken.slice(0, 4), isDone || taken.length === 4]).toEqual(['kept', true]);
  return isDone ? taken.slice(4) : undefined;
}

describe('ByteScrubber', () => {
  it('makes of any text what the scrubber of texts makes of it', () => {
    const scrubber = new TextScrubber(subject);
    const bytes = new ByteScrubber(scrubber);
    let done = 0;
    fc.assert(
      fc.property(fc.oneof({ weight: 5, arbitrary: text }, { weight: 1, arbitrary: link }), (original) => {
        const made = replaced(bytes, original);
        if (made === undefined) return;
        done += 1;
        expect(made).toBe(new TextScrubber(subject).text(original));
      }),
      { numRuns: 4_000 },
    );
    expect(done).toBeGreaterThan(1_000);
  });

  it.each([
    'Amelia Clarke was seen on 2019-05-04 with “somebody”.',
    'https://www.news.com/2019/a-b-c/12345.html?x=1&y=Amelia#top',
    'http://localhost:8080',
    'ref 0f8fad5b-d9cb-469f-a165-70867728950e of 1-1017-00230-70-8',
    '100% of 15 June 1987 & 1.1.0.1.7.0.0.2.3.0.7.0.8',
    'นายสมชายใจดี',
    `${'a'.repeat(200)} ${'word '.repeat(2_000)}`,
    '',
  ])('does %j by itself', (original) => {
    const scrubber = new TextScrubber(subject);
    expect(replaced(new ByteScrubber(scrubber), original)).toBe(scrubber.text(original));
  });

  it.each([
    'amelia@clarke.org',
    'see https://clarke.org for more',
    String.raw`a \u0061`,
    'https://clarke.org/%41',
    'a%20b',
    '&#83;o',
  ])('leaves %j to the other', (original) => {
    expect(replaced(new ByteScrubber(new TextScrubber(subject)), original)).toBeUndefined();
  });

  it('leaves bytes that are no UTF-8 to the other', () => {
    const bytes = Buffer.from([0x61, 0xc3, 0x28, 0x61]);
    const sink = new Sink();
    expect(new ByteScrubber(new TextScrubber(subject)).replace(bytes, 0, 4, sink)).toBe(false);
    expect(sink.take()).toHaveLength(0);
  });

  it('forgets words when there are too many, and makes the same of them after', () => {
    const scrubber = new ByteScrubber(new TextScrubber(subject));
    const first = replaced(scrubber, 'amelia');
    for (let at = 0; at < 70_000; at += 1) replaced(scrubber, `w${at}`, 0);
    expect(replaced(scrubber, 'amelia')).toBe(first);
  });
});
