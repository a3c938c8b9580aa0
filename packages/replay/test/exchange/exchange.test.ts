import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';

import { createTestIo } from '@idvkit/cli-kit/testing';
import type { Captured } from '@idvkit/schema/formats';
import { generateSubmission } from '@idvkit/schema/generators';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Archive } from '../../src/lib/archive/archive.ts';
import { main } from '../../src/lib/cli/main.ts';

const SECRET = 'not-to-be-seen';
const env = { IDV_WEBHOOK_SECRET: SECRET };
const BODY = JSON.stringify(generateSubmission({ seed: 1 }));
const BINARY = Buffer.from([0xff, 0x00, 0x22, 0x5c, 0xc3, 0x28]);
const bodies = [
  Buffer.from(BODY),
  BINARY,
  Buffer.from('\uFEFF{"a": "ü\u2028\\u0000"}\n'),
  Buffer.alloc(0),
  Buffer.from(`"${'é'.repeat(200_000)}"`),
];

let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-exchange-'));
});

afterEach(async () => {
  await rm(cwd, { recursive: true });
});

async function replay(argv: readonly string[], stdin = ''): Promise<{ code: number; stdout: string; stderr: string }> {
  const io = createTestIo({ cwd, env, stdin });
  const code = await main(argv, io);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

/** Fills `idvkit.capture`. */
async function archived(): Promise<void> {
  const archive = await Archive.create(join(cwd, 'idvkit.capture'));
  const writer = await archive.openWriter();
  for (const [at, body] of bodies.entries()) {
    await writer.keep(
      (async function* once() {
        yield body;
      })(),
      {
        receivedAt: `2026-01-05T03:00:0${at}.000Z`,
        method: 'POST',
        path: `/hook?n=${at}&q='x'`,
        headers: [
          ['Content-Type', 'application/json'],
          ['X-One', "it's"],
          ['x-one', 'twice'],
          ['X-Token', '[redacted]'],
        ],
        bearer: 'match',
        answer: at === 3 ? null : 204,
      },
    );
  }
  await writer.close();
}

async function capturesOf(folder: string): Promise<{ captured: Captured; body: Buffer }[]> {
  const archive = await Archive.open(join(cwd, folder));
  return Promise.all(
    (await archive.captures()).map(async (captured) => ({
      captured,
      body: Buffer.concat((await (await archive.openBody(captured)).toArray()) as Uint8Array[]),
    })),
  );
}

async function importText(name: string, text: string | Buffer, ...options: string[]): ReturnType<typeof replay> {
  await writeFile(join(cwd, name), text);
  return replay(['import', name, '--dir', 'in', ...options]);
}

describe('idv-replay export', () => {
  beforeEach(archived);

  it.each([
    ['ndjson', 'wire'],
    ['har', 'decoded'],
  ])('writes %s that imports to the same bodies', async (format, fidelity) => {
    const exported = await replay([
      'export',
      '--format',
      format,
      '--out',
      'file',
      '--origin',
      'https://receiver.example/x',
    ]);
    expect(exported).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`^5 captures exported as ${format}: tags, attempts .*\\.\\n$`)),
    });
    expect((await stat(join(cwd, 'file'))).mode & 0o777).toBe(0o600);

    const imported = await replay(['import', 'file', '--dir', 'in']);
    expect([imported.code, imported.stderr]).toEqual([0, 'file: 5 imported\n']);
    const [before, after] = [await capturesOf('idvkit.capture'), await capturesOf('in')];
    expect(after.map(({ body }) => body)).toEqual(bodies);
    expect(after.map(({ captured }) => captured)).toEqual(
      before.map(({ captured }) => ({ ...captured, bearer: 'absent', source: `import:${format}`, fidelity })),
    );
  });

  it('writes HAR that is valid JSON, without anything but what it says', async () => {
    await replay(['export', '2', '--format', 'har', '--out', 'one.har']);
    const { log } = JSON.parse(await readFile(join(cwd, 'one.har'), 'utf8')) as {
      log: { version: string; entries: { request: object }[] };
    };
    expect([log.version, log.entries.length]).toEqual(['1.2', 1]);
    expect(log.entries[0]?.request).toMatchObject({
      postData: { text: BINARY.toString('base64'), encoding: 'base64' },
      queryString: [
        { name: 'n', value: '1' },
        { name: 'q', value: "'x'" },
      ],
    });
  });

  it('writes a script for curl that posts the same bytes, with the secret in no argument', async () => {
    const received: {
      url: string | undefined;
      authorization: string | undefined;
      one: string | undefined;
      body: Buffer;
    }[] = [];
    const server = createServer((incoming, response) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const { authorization, 'x-one': one } = incoming.headers;
        received.push({ url: incoming.url, authorization, one: String(one), body: Buffer.concat(chunks) });
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      await replay(['export', '--format', 'curl', '--out', 'out']);
      expect((await readdir(join(cwd, 'out'))).toSorted()).toEqual(['bodies', 'send.sh']);
      const { port } = server.address() as AddressInfo; // It listens on a port.
      const ran = await promisify(execFile)('sh', ['-e', join(cwd, 'out/send.sh')], {
        env: { PATH: process.env['PATH'], TARGET: `http://127.0.0.1:${port}`, IDV_WEBHOOK_SECRET: SECRET },
      });
      expect(ran.stdout.match(/^204 /gm)).toHaveLength(5);
    } finally {
      server.close();
    }
    expect(received.map(({ body }) => body)).toEqual(bodies);
    expect(received[0]).toMatchObject({
      url: "/hook?n=0&q='x'",
      authorization: `Bearer ${SECRET}`,
      one: "it's, twice",
    });
    const script = await readFile(join(cwd, 'out/send.sh'), 'utf8');
    expect(script).not.toMatch(/redacted|not-to-be-seen/);
    expect(script).toContain('--config -');
  });

  it('writes commands for curl that import again', async () => {
    await replay(['export', '1', '--format', 'curl', '--out', 'out']);
    const script = (await readFile(join(cwd, 'out/send.sh'), 'utf8')).replace('post -X', 'curl -X');
    const lines = script.split('\n');
    await writeFile(
      join(cwd, 'out/one.sh'),
      lines
        .slice(lines.findIndex((line) => line.startsWith('curl -X')))
        .join('\n')
        .replace('"$TARGET"', 'http://h'),
    );
    expect((await replay(['import', 'out/one.sh', '--dir', 'in'])).stderr).toBe('out/one.sh: 1 imported\n');
    expect((await capturesOf('in')).map(({ body }) => body.toString())).toEqual([BODY]);
  });

  it('writes a script for k6 that asks for the bodies and keeps the secret out', async () => {
    await replay(['export', '--format', 'k6', '--out', 'out']);
    const script = await readFile(join(cwd, 'out/script.js'), 'utf8');
    const runnable = script
      .replaceAll(/^import .*$/gm, '')
      .replace('export default function ()', 'main = function ()')
      .replace('export const options', 'options');
    const requests: unknown[][] = [];
    const opened: string[] = [];
    const sandbox = {
      __ENV: { TARGET: 'https://r.example', IDV_WEBHOOK_SECRET: SECRET },
      open: (path: string) => opened.push(path),
      exec: { scenario: { iterationInTest: 6 } },
      http: { request: (...args: unknown[]) => requests.push(args) },
      check: () => true,
      main: () => {},
      options: undefined,
    };
    runInNewContext(`${runnable};main();`, sandbox);
    expect(opened).toEqual([1, 2, 3, 4, 5].map((id) => `./bodies/${id}.body`));
    expect(JSON.parse(JSON.stringify(requests))).toEqual([
      [
        'POST',
        "https://r.example/hook?n=1&q='x'",
        2,
        {
          headers: {
            'Content-Type': 'application/json',
            'X-One': "it's",
            'x-one': 'twice',
            Authorization: `Bearer ${SECRET}`,
          },
          timeout: '30s',
        },
      ],
    ]);
    expect(script).not.toContain(SECRET);
    expect(await readFile(join(cwd, 'out/bodies/2.body'))).toEqual(BINARY);
  });

  it('leaves out bodies that are missing, and says so', async () => {
    const archive = await Archive.open(join(cwd, 'idvkit.capture'));
    const [first] = await archive.captures();
    await rm(archive.bodies.pathOf(first?.body.sha256 ?? ''));
    const { code, stderr } = await replay(['export', '--format', 'ndjson', '--out', 'x']);
    expect([code, stderr.split('\n')[0]]).toEqual([
      0,
      'idv-replay: The body of capture 1 is missing or changed; it is left out.',
    ]);
  });

  it.each([
    [['export', '--out', 'x'], '--format'],
    [['export', '--format', 'warc', '--out', 'x'], 'har, curl, ndjson, k6'],
    [
      ['export', '--format', 'k6', '--out', 'idvkit.capture'],
      'Cannot export to "idvkit.capture": the folder holds something.',
    ],
    [['export', '9', '--format', 'har', '--out', 'x'], 'the archive has no capture "9"'],
    [['export', '--format', 'har', '--out', '/proc/x'], 'Cannot write "/proc/x"'],
  ])('%j ends with one message and exit code 2', async (argv, message) => {
    const { code, stderr } = await replay(argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

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
    const { code, stdout, stderr } = await importText('a.har', JSON.stringify(har));
    expect([code, stderr]).toEqual([0, 'a.har: 1 imported; 1 left out: requests without a body\n']);
    expect(stdout).toMatch(/^#1 /);
    const [one] = await capturesOf('in');
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
    expect(await readFile(join(cwd, 'in/journal.ndjson'), 'utf8')).not.toContain(SECRET);
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
    const { code, stderr } = await importText(
      'n.json',
      JSON.stringify({ uri: '/api/requests/http', requests }, null, 1),
    );
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(
        /^n\.json: 3 imported; 1 left out: requests without a body; 1 left out: the request at line \d+ has no bytes of a request\n$/,
      ),
    ]);
    const captures = await capturesOf('in');
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

    await importText('single.json', JSON.stringify(requests[0]), '--format', 'ngrok');
    expect((await capturesOf('in')).at(-1)?.body).toEqual(BINARY);
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
    await importText('w.json', JSON.stringify({ data: [request, { ...request, content: '' }], total: 2 }));
    await importText('a.json', JSON.stringify([request]));
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    const csv = `uuid,Method,url,created_at,headers,content\n1,POST,https://webhook.site/t/x?y=1,2026-01-05 03:00:00,${quoted(JSON.stringify(request.headers))},${quoted(BODY)}\n`;
    await importText('w.csv', csv);
    const captures = await capturesOf('in');
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
    await importText('one.json', spaced);
    await importText('more.ndjson', '{"a": 1.0}\r\n\n{"b":"\\u00e9"}');
    const captures = await capturesOf('in');
    expect(captures.map(({ body }) => body.toString())).toEqual([spaced, '{"a": 1.0}', '{"b":"\\u00e9"}']);
  });

  it('reads curl command lines', async () => {
    await writeFile(join(cwd, 'body.json'), BODY);
    const script = [
      "curl 'https://r.example/a?x=1' -H 'Content-Type: application/json' -H \"Authorization: Bearer $X\" --data-raw '{\"a\":1}' --compressed",
      'curl -sS -XPUT --url=https://r.example/b --data-binary @body.json -o /dev/null',
      'curl https://r.example/none',
      'curl r.example/c -d a=1 -d b=2 --user me:secret',
    ].join('\n');
    const { code, stderr } = await importText('c.sh', script);
    expect([code, stderr]).toEqual([0, 'c.sh: 3 imported; 1 left out: requests without a body\n']);
    const captures = await capturesOf('in');
    expect(captures.map(({ captured: { method, path }, body }) => [method, path, body.toString()])).toEqual([
      ['POST', '/a?x=1', '{"a":1}'],
      ['PUT', '/b', BODY],
      ['POST', '/c', 'a=1&b=2'],
    ]);
    expect(await readFile(join(cwd, 'in/journal.ndjson'), 'utf8')).not.toMatch(/secret|Bearer/);
  });

  it('reads stdin', async () => {
    const { code, stderr } = await replay(['import', '-', '--dir', 'in'], '{"a":1}\n{"a":2}\n');
    expect([code, stderr]).toEqual([0, 'stdin: 2 imported\n']);
  });

  it.each([
    [
      'cut.har',
      '{"log":{"entries":[\n{"request":{"method":"POST","url":"/","headers":[],"postData":{"text":"1"}}},\n{"requ',
      '"cut.har" to its end: it is not valid JSON from line 3, byte 105 on. What came before was imported: 1 capture.',
    ],
    [
      'bad.ndjson',
      '{"a":1}\n{"a":2}\n{"a":\n',
      '"bad.ndjson" to its end: line 3 is not valid JSON. What came before was imported: 2 captures.',
    ],
    [
      'other.ndjson',
      '{"format":"idvkit.capture-line","version":9}\n',
      'line 1 is of another version of idvkit.capture-line. Nothing of it was imported.',
    ],
    ['open.sh', "curl x -d 'a", 'the quote that opens on line 1 is not closed'],
    ['odd.sh', 'curl x --form a=b', 'line 1 has the option --form'],
    [
      'open.csv',
      'method,content\nPOST,"{}"\nPOST,"{',
      'the quotes that open on line 3 or later are not closed. What came before was imported: 1 capture.',
    ],
    ['empty.har', '', 'it is not valid JSON from line 1, byte 1 on. Nothing of it was imported.'],
  ])('says where %s goes wrong, and keeps what came before', async (name, text, message) => {
    const { code, stderr } = await importText(name, text);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).not.toMatch(/\n {4}at /);
  });

  it.each([
    [['import', 'nowhere.har'], 'Cannot read "nowhere.har": it does not exist.'],
    [['import', '.'], 'Cannot read ".": it is a folder.'],
    [['import'], 'files'],
    [['import', 'x', '--format', 'warc'], 'Allowed choices are auto, har'],
  ])('%j ends with one message and exit code 2', async (argv, message) => {
    const { code, stderr } = await replay(argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
