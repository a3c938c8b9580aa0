import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { BINARY, BODY, SECRET, useExchangeFolder } from './exchange-folder.ts';

const exchange = useExchangeFolder();

function harEntry(text: string): object {
  const request = { method: 'POST', url: 'https://r.example/hook', headers: [], postData: { text } };
  return { startedDateTime: '2026-01-05T10:00:00+07:00', request };
}

describe('idv-replay import', () => {
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
    expect(stdout).toMatch(/^#1 /);
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
    expect(await readFile(join(exchange.cwd, 'in/journal.ndjson'), 'utf8')).not.toContain(SECRET);
  });

  it("reads ngrok's requests byte for byte", async () => {
    const raw = (head: string, body: Buffer): string =>
      Buffer.concat([Buffer.from(head.replaceAll('\n', '\r\n')), body]).toString('base64');
    const chunked = Buffer.from('4\r\n{"a"\r\n3\r\n:1}\r\n0\r\n\r\n');
    const requests = [
      {
        start: '2026-01-05T03:00:00Z',
        request: {
          raw: raw(`POST /a?b HTTP/1.1\nHost: x\nX-A: 1\nx-a: 2\nContent-Length: ${BINARY.length}\n\n`, BINARY),
        },
        response: { status_code: 503 },
      },
      { request: { raw: raw('POST / HTTP/1.1\nTransfer-Encoding: chunked\n\n', chunked) }, response: null },
      { request: { raw: raw('POST / HTTP/1.1\nContent-Length: 99\n\n', Buffer.from('{"cut')) } },
      { request: { raw: raw('GET / HTTP/1.1\n\n', Buffer.alloc(0)) } },
      { request: { raw: 'bm90aGluZw==' } },
    ].map((each, at) => ({ uri: `/api/requests/http/${at}`, tunnel_name: 't', remote_addr: '::1', ...each }));
    const { code, stderr } = await exchange.importText(
      'n.json',
      JSON.stringify({ uri: '/api/requests/http', requests }, null, 1),
    );
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(
        /^n\.json: 3 imported; 1 left out: requests without a body; 1 left out: the request at line \d+ has no bytes of a request\n$/,
      ),
    ]);
    const captures = await exchange.capturesOf('in');
    expect(captures.map(({ body }) => body.toString('latin1'))).toEqual([
      BINARY.toString('latin1'),
      '{"a":1}',
      '{"cut',
    ]);
    expect(captures.map(({ captured }) => [captured.body.complete, captured.answer, captured.fidelity])).toEqual([
      [true, 503, 'wire'],
      [true, null, 'wire'],
      [false, null, 'wire'],
    ]);
    expect(captures[0]?.captured).toMatchObject({
      path: '/a?b',
      headers: [
        ['Host', 'x'],
        ['X-A', '1'],
        ['x-a', '2'],
        ['Content-Length', '6'],
      ],
    });

    await exchange.importText('single.json', JSON.stringify(requests[0]), '--format', 'ngrok', '--dir', 'single');
    expect((await exchange.capturesOf('single')).at(-1)?.body).toEqual(BINARY);
  });

  it("reads webhook.site's JSON and CSV", async () => {
    const request = {
      uuid: '1',
      token_id: 't',
      method: 'POST',
      content: BODY,
      headers: { 'content-type': ['application/json'], authorization: ['Bearer wrong'] },
      url: 'https://webhook.site/t/x?y=1',
      created_at: '2026-01-05 03:00:00',
    };
    await exchange.importText('w.json', JSON.stringify({ data: [request, { ...request, content: '' }], total: 2 }));
    await exchange.importText('a.json', JSON.stringify([request]), '--dir', 'list');
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    const csv = `uuid,Method,url,created_at,headers,content\n1,POST,https://webhook.site/t/x?y=1,2026-01-05 03:00:00,${quoted(JSON.stringify(request.headers))},${quoted(BODY)}\n`;
    await exchange.importText('w.csv', csv, '--dir', 'csv');
    const captures = (await Promise.all(['in', 'list', 'csv'].map((dir) => exchange.capturesOf(dir)))).flat();
    expect(captures.map(({ body }) => body.toString())).toEqual([BODY, BODY, BODY]);
    for (const { captured } of captures) {
      expect(captured).toMatchObject({
        receivedAt: '2026-01-05T03:00:00.000Z',
        method: 'POST',
        path: '/t/x?y=1',
        headers: [['content-type', 'application/json']],
        bearer: 'mismatch',
        answer: null,
      });
    }
    expect(captures.map(({ captured }) => captured.source)).toEqual([
      'import:webhook-site',
      'import:webhook-site',
      'import:webhook-site-csv',
    ]);
  });

  it('reads bodies and lines as they stand', async () => {
    const spaced = ' {"event": {"type": "drop_off"}}\r\n ';
    await exchange.importText('one.json', spaced);
    await exchange.importText('more.ndjson', '{"a": 1.0}\r\n\n{"b":"\\u00e9"}');
    const captures = await exchange.capturesOf('in');
    expect(captures.map(({ body }) => body.toString())).toEqual([spaced, '{"a": 1.0}', '{"b":"\\u00e9"}']);
  });

  it('reads curl command lines', async () => {
    await writeFile(join(exchange.cwd, 'body.json'), BODY);
    const script = [
      "curl 'https://r.example/a?x=1' -H 'Content-Type: application/json' -H \"Authorization: Bearer $X\" --data-raw '{\"a\":1}' --compressed",
      'curl -sS -XPUT --url=https://r.example/b --data-binary @body.json -o /dev/null',
      'curl https://r.example/none',
      'curl r.example/c -d a=1 -d b=2 --user me:secret',
    ].join('\n');
    const { code, stderr } = await exchange.importText('c.sh', script, '--format', 'curl');
    expect([code, stderr]).toEqual([0, 'c.sh: 3 imported; 1 left out: requests without a body\n']);
    const captures = await exchange.capturesOf('in');
    expect(captures.map(({ captured: { method, path }, body }) => [method, path, body.toString()])).toEqual([
      ['POST', '/a?x=1', '{"a":1}'],
      ['PUT', '/b', BODY],
      ['POST', '/c', 'a=1&b=2'],
    ]);
    expect(await readFile(join(exchange.cwd, 'in/journal.ndjson'), 'utf8')).not.toMatch(/secret|Bearer/);
  });

  it.each([
    ['har', 'har', JSON.stringify({ log: { entries: [harEntry('1'), harEntry('1'), harEntry('2')] } })],
    ['ndjson', 'auto', '{"a":1}\n{"a":1}\n{"a":2}\n'],
    ['curl', 'curl', "curl x -d 1\ncurl x -d 1\ncurl x -d '2'\n"],
  ])('adds nothing when a %s file is imported again', async (name, format, text) => {
    const first = await exchange.importText(name, text, '--format', format);
    expect([first.code, first.stderr]).toEqual([0, `${name}: 3 imported\n`]);
    const again = await exchange.importText(name, text, '--format', format);
    expect([again.code, again.stdout, again.stderr]).toEqual([0, '', `${name}: 0 imported; 3 already there\n`]);
    expect(await exchange.capturesOf('in')).toHaveLength(3);
    expect((await exchange.replay(['verify', '--dir', 'in'])).code).toBe(0);
  });

  it('imports what a file has beyond what is there, a larger body too', async () => {
    const large = JSON.stringify({ text: 'x'.repeat(300_000) });
    await exchange.importText('a.ndjson', `${large}\n{"a":1}\n`);
    const { stderr } = await exchange.importText('a.ndjson', `${large}\n{"a":1}\n{"a":1}\n`);
    expect(stderr).toBe('a.ndjson: 1 imported; 2 already there\n');
    expect((await exchange.replay(['verify', '--dir', 'in'])).stderr).not.toContain('.part');
  });

  it('takes several Authorization headers for no match, as a capture does', async () => {
    const headers = ['Bearer wrong', `Bearer ${SECRET}`].map((bearer) => `-H 'Authorization: ${bearer}'`);
    const commands = [headers, headers.toReversed()].map((each) => `curl http://r.example/ ${each.join(' ')} -d {}`);
    await exchange.importText('a.sh', commands.join('\n'), '--format', 'curl');
    expect((await exchange.capturesOf('in')).map(({ captured }) => captured.bearer)).toEqual(['mismatch', 'mismatch']);
  });

  it('says nothing of a bearer that a file does not have', async () => {
    await exchange.importText('a.har', JSON.stringify({ log: { entries: [harEntry('1')] } }));
    await exchange.archived();
    await exchange.replay(['export', '1', '--format', 'ndjson', '--out', 'own.ndjson']);
    await exchange.replay(['import', 'own.ndjson', '--dir', 'in']);
    expect((await exchange.capturesOf('in')).map(({ captured }) => captured.bearer)).toEqual([
      'not-checked',
      'not-checked',
    ]);
  });

  it('reads stdin', async () => {
    const { code, stderr } = await exchange.replay(['import', '-', '--dir', 'in'], '{"a":1}\n{"a":2}\n');
    expect([code, stderr]).toEqual([0, 'stdin: 2 imported\n']);
  });
});
