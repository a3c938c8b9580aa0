import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { Archive } from '@idvkit/archive';
import { beforeEach, describe, expect, it } from 'vitest';

import { loseBody, spoilBody } from '../../../archive/test/written-archive.ts';
import { BINARY, bodies, useExchangeFolder } from './exchange-folder.ts';

const exchange = useExchangeFolder();

describe('idvkit archive export', () => {
  beforeEach(() => exchange.archived());

  it.each([
    ['ndjson', 'wire'],
    ['har', 'decoded'],
  ])('writes %s that imports to the same bodies', async (format, fidelity) => {
    const file = `file.${format}`;
    const exported = await exchange.replay(['archive', 'export', '--out', file]);
    expect(exported).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`^5 captures exported as ${format}: tags, attempts .*\\.\\n$`)),
    });
    expect((await stat(join(exchange.cwd, file))).mode & 0o777).toBe(0o600);

    const imported = await exchange.replay(['archive', 'import', file, '--dir', 'in']);
    expect([imported.code, imported.stderr]).toEqual([0, `${file}: 5 imported\n`]);
    const [before, after] = [await exchange.capturesOf('idvkit.capture'), await exchange.capturesOf('in')];
    expect(after.map(({ body }) => body)).toEqual(bodies);
    expect(after.map(({ captured }) => captured)).toEqual(
      before.map(({ captured }) => ({
        ...captured,
        path: '/hook?[redacted]=[redacted]&q=[redacted]',
        headers: captured.headers.map(([name, value]) => [name, name === 'Content-Type' ? value : '[redacted]']),
        bearer: 'not-checked',
        source: `import:${format}`,
        fidelity,
      })),
    );
    expect((await exchange.replay(['archive', 'import', file])).stderr).toBe(`${file}: 0 imported; 5 already there\n`);
  });

  it('writes HAR that is valid JSON, without anything but what it says', async () => {
    await exchange.replay(['archive', 'export', '2', '--out', 'one.har']);
    const { log } = JSON.parse(await readFile(join(exchange.cwd, 'one.har'), 'utf8')) as {
      log: { version: string; entries: { request: object }[] };
    };
    expect([log.version, log.entries.length]).toEqual(['1.2', 1]);
    expect(log.entries[0]?.request).toMatchObject({
      postData: { text: BINARY.toString('base64'), encoding: 'base64' },
      queryString: [
        { name: '[redacted]', value: '[redacted]' },
        { name: 'q', value: '[redacted]' },
      ],
    });
  });

  /** Names and values that gateways give credentials. */
  const CREDENTIALS =
    'X-Functions-Key Ocp-Apim-Subscription-Key X-Auth X-Hmac X-Jwt X-Pwd X-User Referer Host X-Forwarded-Client-Cert Cf-Access-Client-Id X-Ms-Client-Principal X-Original-Url User-Agent'.split(
      ' ',
    );
  it.each(['out.ndjson', 'out.har', 'out'])('writes no credential of a gateway into %s', async (name) => {
    const archive = Archive.create(join(exchange.cwd, 'gateway'));
    await archive.openWriter().keep(Readable.from([Buffer.from('{}')]), {
      receivedAt: '2026-01-05T03:00:00.000Z',
      method: 'POST',
      path: `/hook?${['code', 'sig', 'auth', 'pin', 'k'].map((name) => `${name}=canary`).join('&')}&canary`,
      headers: CREDENTIALS.map((name) => [name, 'https://a.example/?token=canary']),
      bearer: 'match',
      answer: 204,
    });
    await archive.close();
    await exchange.replay(['archive', 'export', '--dir', 'gateway', '--out', name]);
    const out = join(exchange.cwd, name);
    const text = await readFile(name === 'out' ? join(out, 'send.sh') : out, 'utf8');
    expect(text).toContain('/hook?');
    expect(text).not.toContain('canary');
  });

  it.each(['missing', 'changed'])('leaves out bodies that are %s, and says so', async (state) => {
    const folder = join(exchange.cwd, 'idvkit.capture');
    if (state === 'missing') loseBody(folder, 1);
    else spoilBody(folder, 1, 'x');
    const { code, stderr } = await exchange.replay(['archive', 'export', '--out', 'x.ndjson']);
    expect([code, stderr.split('\n')[0]]).toEqual([
      1,
      'idvkit: Capture 1 is left out: its body is missing or changed.',
    ]);
  });

  it.each([
    [['archive', 'export'], '--out'],
    [['archive', 'export', '--out', 'x.warc'], 'Name FILE.har, FILE.ndjson, or a folder'],
    [['archive', 'export', '--out', './'], 'Cannot export to "./": the folder is not empty.'],
    [['archive', 'export', '9', '--out', 'x.har'], 'the archive has no capture "9"'],
    [['archive', 'export', '--out', 'nope/x.har'], 'Cannot export to "nope/x.har": its folder does not exist.'],
    [['archive', 'export', '--out', '/proc/x.har'], 'Cannot write "/proc/x.har"'],
  ])('%j ends with one message and exit code 2', async (argv, message) => {
    const { code, stderr } = await exchange.replay(argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
