import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { BODY, SECRET, useExchangeFolder } from './exchange-folder.ts';

const exchange = useExchangeFolder();

function harEntry(text: string, headers: readonly object[] = []): object {
  const request = { method: 'POST', url: 'https://r.example/hook', headers, postData: { text } };
  return { startedDateTime: '2026-01-05T10:00:00+07:00', request };
}

/** A body with as little as an import needs to take it for a delivery. */
const numbered = (n: number): string => JSON.stringify({ event: { type: 'drop_off' }, n });

describe('idvkit archive import', () => {
  it('reads what webhook.site exports', async () => {
    const request = {
      type: 'web',
      method: 'POST',
      url: 'https://webhook.site/0c1d/hook?a=1',
      created_at: '2026-01-05 03:00:00',
    };
    const headers = { authorization: [`Bearer ${SECRET}`], 'content-type': ['application/json'] };
    const data = [{ ...request, headers, content: BODY }, { ...request, method: 'GET', content: null }, { uuid: 'x' }];
    const { code, stderr } = await exchange.importText('ws.json', JSON.stringify({ data, total: 3 }));
    expect([code, stderr]).toEqual([
      0,
      'ws.json: 1 imported; 1 left out: requests without a body; 1 left out: entry 3 is not a request of webhook.site\n',
    ]);
    const [one] = await exchange.capturesOf('in');
    expect(one?.body.toString()).toBe(BODY);
    expect(one?.captured).toMatchObject({
      receivedAt: '2026-01-05T03:00:00.000Z',
      path: '/0c1d/hook?a=1',
      headers: [['content-type', 'application/json']],
      bearer: 'match',
      source: 'import:webhook.site',
    });
  });

  it('reads a HAR file, and drops secrets', async () => {
    const entry = (postData: object | undefined, headers: [string, string][] = []): object => ({
      startedDateTime: '2026-01-05T10:00:00+07:00',
      request: {
        method: 'post',
        url: 'https://r.example/hook?token=abc&x=1',
        headers: headers.map(([name, value]) => ({ name, value })),
        postData,
      },
      response: { status: 202 },
    });
    const har = {
      log: {
        version: '1.2',
        entries: [
          entry({ text: BODY }, [
            ['Authorization', `Bearer ${SECRET}`],
            ['Cookie', 'sid=1'],
            ['X-A', 'b'],
            [':authority', 'r'],
          ]),
          entry(undefined),
        ],
      },
    };
    const { code, stdout, stderr } = await exchange.importText('a.har', JSON.stringify(har));
    expect([code, stderr]).toEqual([0, 'a.har: 1 imported; 1 left out: requests without a body\n']);
    // A terminal gets a line per capture, another program the counts.
    expect(stdout).toBe('');
    const [one] = await exchange.capturesOf('in');
    expect(one?.body.toString()).toBe(BODY);
    expect(one?.captured).toMatchObject({
      receivedAt: '2026-01-05T03:00:00.000Z',
      method: 'POST',
      path: '/hook?token=[redacted]&x=1',
      headers: [
        ['Cookie', '[redacted]'],
        ['X-A', 'b'],
      ],
      bearer: 'match',
      answer: 202,
      source: 'import:har',
      fidelity: 'decoded',
    });
    expect(await readFile(join(exchange.cwd, 'in/archive.db'), 'latin1')).not.toContain(SECRET);
  });

  it('reads bodies and lines as they stand', async () => {
    const spaced = ' {"event": {"type": "drop_off"}}\r\n ';
    await exchange.importText('one.json', spaced);
    const lines = ['{"event": {"type":"a"}, "n": 1.0}', '{"event":{"type":"\\u00e9"}}'] as const;
    await exchange.importText('more.ndjson', lines.join('\r\n\n'));
    const captures = await exchange.capturesOf('in');
    expect(captures.map(({ body }) => body.toString())).toEqual([spaced, ...lines]);
  });

  it('leaves out JSON that is not a delivery, and says so', async () => {
    const { code, stderr } = await exchange.importText('a.ndjson', `{"a":[{"b":1}]}\n${numbered(1)}\n{"event":{}}\n`);
    expect([code, stderr]).toEqual([0, 'a.ndjson: 1 imported; 2 left out: JSON without event.type\n']);
    expect((await exchange.capturesOf('in')).map(({ body }) => body.toString())).toEqual([numbered(1)]);
  });

  it.each([
    ['a.har', JSON.stringify({ log: { entries: [harEntry('1'), harEntry('1'), harEntry('2')] } })],
    ['ndjson', `${numbered(1)}\n${numbered(1)}\n${numbered(2)}\n`],
  ])('adds nothing when %s is imported again', async (name, text) => {
    const first = await exchange.importText(name, text);
    expect([first.code, first.stderr]).toEqual([0, `${name}: 3 imported\n`]);
    const again = await exchange.importText(name, text);
    expect([again.code, again.stdout, again.stderr]).toEqual([0, '', `${name}: 0 imported; 3 already there\n`]);
    expect(await exchange.capturesOf('in')).toHaveLength(3);
    expect((await exchange.replay(['archive', 'verify', 'in'])).code).toBe(0);
  });

  it('imports what a file has beyond what is there, a larger body too', async () => {
    const large = JSON.stringify({ event: { type: 'large' }, text: 'x'.repeat(300_000) });
    await exchange.importText('a.ndjson', `${large}\n${numbered(1)}\n`);
    const { stderr } = await exchange.importText('a.ndjson', `${large}\n${numbered(1)}\n${numbered(1)}\n`);
    expect(stderr).toBe('a.ndjson: 1 imported; 2 already there\n');
    expect((await exchange.replay(['archive', 'verify', 'in'])).stderr).not.toContain('.part');
  });

  it('takes several Authorization headers for no match, as a capture does', async () => {
    const bearers = ['Bearer wrong', `Bearer ${SECRET}`].map((value) => ({ name: 'Authorization', value }));
    const entries = [bearers, bearers.toReversed()].map((headers) => harEntry('{}', headers));
    await exchange.importText('a.har', JSON.stringify({ log: { entries } }));
    expect((await exchange.capturesOf('in')).map(({ captured }) => captured.bearer)).toEqual(['mismatch', 'mismatch']);
  });

  it('says nothing of a bearer that a file does not have', async () => {
    await exchange.importText('a.har', JSON.stringify({ log: { entries: [harEntry('1')] } }));
    await exchange.archived();
    const { stderr } = await exchange.replay(['archive', 'export', '1', '--out', 'own.ndjson']);
    expect(stderr).toMatch(/^1 capture exported as ndjson: /);
    await exchange.replay(['archive', 'import', 'own.ndjson', '--dir', 'in']);
    expect((await exchange.capturesOf('in')).map(({ captured }) => captured.bearer)).toEqual([
      'not-checked',
      'not-checked',
    ]);
  });

  it('reads stdin', async () => {
    const lines = `${numbered(1)}\n${numbered(2)}\n`;
    const { code, stderr } = await exchange.replay(['archive', 'import', '-', '--dir', 'in'], lines);
    expect([code, stderr]).toEqual([0, 'stdin: 2 imported\n']);
  });
});
