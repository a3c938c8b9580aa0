import { arbitraries } from '@idvkit/schema/generators';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { readValues, type BodyNode } from '../../src/lib/ui/body-view.ts';
import { PERSONAL, personalDelivery } from './personal-delivery.ts';
import { ServedArchive, textOf } from './served-archive.ts';

let served: ServedArchive;

beforeEach(async () => {
  served = await ServedArchive.start();
});

afterEach(async () => {
  await served.end();
});

/** Returns what a person reads of a part of the page. */
const read = async (path: string, fields = {}): Promise<string> => textOf((await served.post(path, fields)).text);
const addressOf = (html: string, name: string): string =>
  (new RegExp(`aria-label="${name}[^>]*formaction="([^"]*)"`).exec(html)?.[1] ?? '').replaceAll('&amp;', '&');

describe('masking on the page', () => {
  it('hides every personal value until that is revealed', async () => {
    const other = personalDelivery({ nounce: 'n-2' }).replace(PERSONAL.nid, '1101700203451');
    await served.sample.keep([personalDelivery(), other], {
      path: `/hook/${PERSONAL.slug}?who=${PERSONAL.name}`,
      headers: [
        ['Content-Type', 'application/json'],
        ['X-Applicant', PERSONAL.name],
      ],
    });
    const attempt = { run: 'r', at: '2026-01-05T03:00:01.000Z', number: 1, outcome: { status: 204 } };
    const target = `http://127.0.0.1:9/hook/${PERSONAL.phone}`;
    await served.sample.archive.addAttempt({ capture: 1, target, ...attempt });
    const masked = await Promise.all([
      served.ask('GET', '/'),
      served.post('/page'),
      served.post('/list'),
      served.post('/list', { query: `"${PERSONAL.name}"` }),
      served.post('/compare', { selected: ['1', '2'] }),
      served.post('/capture?id=1'),
      served.post('/attempts?id=1'),
      served.post('/request?id=1'),
      served.post('/bytes?id=1'),
      served.post('/values?id=1&find', { under: '/answers' }),
    ]);
    for (const { status, text } of masked) {
      expect(status).toBe(200);
      for (const value of Object.values(PERSONAL)) expect(text).not.toContain(value.replace(/^0/, ''));
      expect(text).not.toContain('whsec-canary');
    }
    expect(await read('/values?id=1&reveal')).toContain(PERSONAL.nid);
    expect(await read('/request?id=1&reveal')).toMatch(
      `POST path /hook/${PERSONAL.slug}?who=${PERSONAL.name} Content-Type application/json X-Applicant ${PERSONAL.name} SHA-256`,
    );
    expect(await read('/compare?reveal', { selected: ['1', '2'] })).toContain('/answers/nid/value "1101700203450"');
  });

  it('reveals one value, or those within it, and hides them again', async () => {
    await served.sample.keep([personalDelivery()]);
    const { text } = await served.post('/values?id=1');
    const nid = addressOf(text, 'Reveal /answers/nid:');
    expect(await read(nid)).toBe(`nid "${PERSONAL.nid}" Change Hide`);
    expect(await read(nid.replace('&reveal', ''))).toBe('nid "‹string, 13 bytes›" Change');
    const answers = await served.post(addressOf(text, 'Reveal /answers"'));
    expect(textOf(answers.text)).toMatch(
      new RegExp(`^Hide answers object of 3 full_name_first_name "${PERSONAL.name}" .* ${Number(PERSONAL.phone)} `),
    );
    // A path that is being typed does not change what a number names.
    expect(await read(nid, { under: '/extra' })).toContain(PERSONAL.nid);
    const within = await served.post('/values?id=1&find', { under: '/answers/nid' });
    expect(textOf(within.text)).toContain('in /answers nid "‹string, 13 bytes›"');
    expect(await read(addressOf(within.text, 'Reveal /answers/nid:'), { within: '/answers/nid' })).toContain(
      `nid "${PERSONAL.nid}"`,
    );
  });

  it('masks keys that may be names of people, and does not read two keys of one name as one', async () => {
    await served.sample.keep([`{"extra":{"aliases":{"${PERSONAL.name}":1}},"event":{"nounce":"a","nounce":"b"}}`]);
    const { text } = await served.post('/values?id=1');
    expect(text).not.toContain(PERSONAL.name);
    const [one = '', other = ''] = [
      ...text.matchAll(/aria-label="Reveal \/event\/nounce:[^>]*formaction="([^"]*)"/g),
    ].map((match) => match[1]?.replaceAll('&amp;', '&'));
    expect([await read(one), await read(other)]).toEqual(['nounce "a" Change Hide', 'nounce "b" Change Hide']);
    expect(await read('/values?id=1&reveal')).toContain(`${PERSONAL.name} 1`);
  });

  it('masks every answer of any submission, and reveals each as it stands, however the body is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraries.submitFormDelivery(),
        fc.integer({ min: 1, max: 700 }),
        async (delivery, chunkBytes) => {
          const bytes = Buffer.from(JSON.stringify(delivery));
          const values = async (isRevealed: boolean): Promise<readonly BodyNode[]> => {
            const body = (async function* () {
              for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
            })();
            const all = { under: [], skip: 0, limit: 1e6, isNode: false, isRevealed };
            const { roots, next, problem } = await readValues(body, all);
            expect([next, problem]).toEqual([0, '']);
            return leavesOf(roots);
          };
          const masked = await values(false);
          for (const [index, { path, text }] of (await values(true)).entries()) {
            const at = path.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], delivery);
            expect(JSON.parse(text)).toEqual(at);
            const { isMasked = false, text: shown = '' } = masked[index] ?? {};
            // A short text may stand in what says its kind.
            const isRight = isMasked ? text.length <= 8 || !shown.includes(text.slice(1, -1)) : shown === text;
            expect(isRight, path.join('/')).toBe(true);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it('reads values a page at a time, and no further', async () => {
    const many = JSON.stringify({ n: Array.from({ length: 450 }, (_, index) => index) });
    let given = 0;
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`${many.slice(0, -2)},1`);
      for (;;) {
        given += 1;
        yield Buffer.from(',2');
      }
    };
    const page = { under: [], skip: 449, limit: 3, isRevealed: false, isNode: false };
    expect(await readValues(endless(), page)).toMatchObject({
      next: 452,
      roots: [{ at: 449 }, { at: 450 }, { at: 451 }],
    });
    expect(given).toBeLessThan(10);

    await served.sample.keep([many, '{"a":[1,}', 'not json', '']);
    expect((await served.post('/values?id=1')).text).toContain('/values?id=1&skip=400"');
    expect(await read('/values?id=1&skip=400')).toMatch(/ in \/… \[398\] "‹number›" .* \[449\] "‹number›"$/);
    expect(await read('/values?id=1&find', { under: '/n/7' })).toContain('[7] "‹number›"');
    expect(await read('/values?id=1&find', { under: '/m' })).toContain('Nothing is at this path');
    expect(await read('/values?id=2')).toMatch(/ at byte 8$/);
    expect(await read('/values?id=4')).toMatch(/The text is empty at byte 0$/);
    expect((await served.post('/values?id=9')).status).toBe(404);
    expect(await read('/values?id=1')).toContain('array of 398 or more');
    expect(await read('/values?id=1&find', { under: '/n/7' })).not.toContain('or more');
    expect((await served.post('/values?id=1&find', { under: 'n' })).status).toBe(400);
  });

  it('compares values first, and folds the times that differ', async () => {
    const at = (day: number, status: string): string =>
      `{"event":{"created_at":"2026-01-0${day}T03:00:00+00:00"},"application":{"status":"${status}"}}`;
    await served.sample.keep([at(1, 'complete'), at(2, 'expired'), at(3, 'expired')]);
    const { text } = await served.post('/compare', { selected: ['1', '2'] });
    const [values = '', times = ''] = text.split('<details>');
    expect(textOf(values)).toMatch(/ 1 value differs, 1 time differs\. .* \/application\/status "complete" "expired"$/);
    expect(textOf(times)).toMatch(/^1 time differs .* \/event\/created_at /);
    expect(await read('/compare', { selected: ['2', '3'] })).toMatch(/ #3 1 time differs\. 1 time differs /);
  });

  it('shows a capture whose body cannot be read', async () => {
    await served.sample.keep(['{"event":1}'], { headers: [['Content-Encoding', 'gzip']] });
    expect(await read('/capture?id=1')).toMatch(
      /^#1 .* Cannot read on: it is not packed as its Content-Encoding says Request /,
    );
    const { status, text } = await served.post('/compare', { selected: ['1', '1'] });
    expect([status, textOf(text)]).toEqual([422, 'Cannot compare: it is not packed as its Content-Encoding says.']);
  });

  it('shows bytes a part at a time', async () => {
    await served.sample.keep([Buffer.alloc(300_000, 'abcdefghij'), '']);
    expect(await read('/bytes?id=1')).not.toContain('abc');
    expect(await read('/bytes?id=1&reveal', { from: '100003' })).toContain(
      '1024 of 300000 bytes, from byte 100003 000186a3 64 65 66 67 68 69 6a 61 62 63 64 65 66 67 68 69 defghijabcdefghi ',
    );
    expect(await read('/bytes?id=1&reveal', { from: '900000', as: 'text' })).toMatch(
      / 1 of 300000 bytes, from byte 299999 j$/,
    );
    expect(await read('/bytes?id=2&reveal')).toContain('0 of 0 bytes, from byte 0');
  });
});

describe('the list of the page', () => {
  it('filters as the command does, and by a text', async () => {
    const bodies = [personalDelivery(), '{"event":{"type":"drop_off"}}', personalDelivery({ nounce: 'n-2' })];
    await served.sample.keep(bodies);
    await served.sample.archive.tag([2], { add: ['checkout'] });
    const ids = async (query = ''): Promise<number[]> => {
      const { text } = await served.post('/list', { query });
      return [...text.matchAll(/ id="c(\d+)"/g)].map((match) => Number(match[1]));
    };
    expect(await ids()).toEqual([3, 2, 1]);
    expect(await ids('type:submit_form')).toEqual([3, 1]);
    expect(await ids('aml:sanctions')).toEqual([]);
    expect(await ids('aml:pep 2xx')).toEqual([3, 1]);
    expect(await ids('tag:checkout')).toEqual([2]);
    expect(await ids('"n-2" submit_form')).toEqual([3]);
    expect(await ids('1 3 is:missed')).toEqual([3, 1]);
    expect(await ids('latest')).toEqual([3]);
    expect(await read('/list', { query: '9-12' })).toContain('no capture in 9-12. Put a text in double quotes.');
    expect(await read('/list', { query: 'aml:sanctions' })).toMatch(
      /^submit_form 2 drop_off 1 .* No captures match\. Clear/,
    );
  });

  it('shows a hundred captures, and older ones when they are asked for', async () => {
    await served.sample.keep(Array.from({ length: 205 }, (_, index) => `{"n":${index}}`));
    const { text } = await served.post('/list');
    expect(textOf(text)).toMatch(/^100 of 205 .* #205 .* #106 .*Show older$/);
    expect(text).toContain('formaction="/list?limit=200"');
    expect(await read('/list?limit=300', { limit: '200' })).toMatch(/^205 captures .* #1 no type [\d:]+ \d+ B$/);
  });
});

function leavesOf(nodes: readonly BodyNode[]): readonly BodyNode[] {
  return nodes.flatMap((node) => (node.text === '' ? leavesOf(node.children) : [node]));
}
