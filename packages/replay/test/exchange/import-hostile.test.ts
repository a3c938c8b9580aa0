import { execFileSync } from 'node:child_process';
import { mkdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { curlCommand, useExchangeFolder } from './exchange-folder.ts';

const exchange = useExchangeFolder();

const LINE = {
  format: 'idvkit.capture-line',
  version: 1,
  receivedAt: '2026-01-01T00:00:00.000Z',
  method: 'POST',
  path: '/hook',
  headers: [],
  bearer: 'absent',
  answer: null,
  complete: true,
  body: { text: '{}' },
};

describe('idv-replay import of curl commands from somebody else', () => {
  /** A folder "bug" to import from, beside what it must not read. */
  async function prepare(): Promise<void> {
    const at = (path: string): string => join(exchange.cwd, path);
    await mkdir(at('bug/deep/.ssh'), { recursive: true });
    await writeFile(at('private.key'), 'SEKRIT');
    await writeFile(at('bug/deep/own.json'), '{"own":1}');
    for (const hidden of ['bug/.env', 'bug/deep/.ssh/id']) await writeFile(at(hidden), 'SEKRIT');
    await symlink('../private.key', at('bug/link'));
    await symlink('..', at('bug/up'));
    await symlink('deep/own.json', at('bug/inside'));
    await symlink('/dev/zero', at('bug/zero'));
    execFileSync('mkfifo', [at('bug/pipe')]);
    await writeFile(at('bug/sparse'), '');
    await truncate(at('bug/sparse'), 2 ** 30 + 1);
  }

  const read = (file: string): ReturnType<typeof exchange.replay> =>
    exchange.importText('bug/capture.txt', curlCommand({ file }), '--format', 'curl');

  it.each(['deep/own.json', './deep/../deep/own.json', 'inside'])('reads %s below its folder', async (file) => {
    await prepare();
    expect((await read(file)).code).toBe(0);
    expect((await exchange.capturesOf('in')).map(({ body }) => body.toString())).toEqual(['{"own":1}']);
  });

  it.each([
    ['/proc/self/environ', 'not below the folder'],
    ['/dev/zero', 'not below the folder'],
    ['../private.key', 'not below the folder'],
    ['deep/../../private.key', 'not below the folder'],
    ['link', 'not below the folder'],
    ['up/private.key', 'not below the folder'],
    ['zero', 'not below the folder'],
    ['..', 'not below the folder'],
    ['.env', 'hidden'],
    ['deep/.ssh/id', 'hidden'],
    ['pipe', 'not a regular file'],
    ['deep', 'not a regular file'],
    ['sparse', 'more than 1073741824 bytes'],
    ['none', 'cannot be read: it does not exist'],
  ])('does not read %s', async (file, why) => {
    await prepare();
    const { code, stderr } = await read(file);
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
    expect(stderr).not.toMatch(/SEKRIT|\n {4}at /);
    expect(await exchange.capturesOf('in')).toEqual([]);
  });

  it('reads no file for commands from stdin', async () => {
    await writeFile(join(exchange.cwd, 'own.json'), '{}');
    const argv = ['import', '-', '--format', 'curl', '--dir', 'in'];
    const { code, stderr } = await exchange.replay(argv, curlCommand({ file: 'own.json' }));
    expect([code, stderr]).toEqual([2, expect.stringContaining('which stdin may not do')]);
  });
});

describe('idv-replay import of requests that cannot be sent again', () => {
  it.each([
    ['path', '@127.0.0.1:1/steal', 'its path does not begin with "/"'],
    ['path', 'http://evil.example/', 'its path does not begin with "/"'],
    ['path', '/a\n-o x', 'a space or control character'],
    ['path', '', 'its path does not begin with "/"'],
    ['method', 'PO\u001B[2JST', 'its method is not a method of HTTP'],
    ['method', '', 'its method is not a method of HTTP'],
    ['headers', [['X-A', 'b\n-o /tmp/x']], 'a header of it has a line break or control character in its value'],
    ['headers', [['X A', 'b']], 'a header of it has a name that HTTP does not allow'],
    ['headers', [['@file', 'b']], 'a header of it has a name that HTTP does not allow'],
  ])('stops at a line whose %s is %j', async (member, value, problem) => {
    const lines = [LINE, { ...LINE, [member]: value }].map((line) => JSON.stringify(line));
    const { code, stderr } = await exchange.importText('d.ndjson', lines.join('\n'));
    expect([code, stderr]).toEqual([2, expect.stringContaining(`the request on line 2 cannot be sent again: `)]);
    expect(stderr).toContain(problem);
    expect(stderr).not.toContain('\u001B');
    expect(await exchange.capturesOf('in')).toHaveLength(1);
  });

  it('leaves them out of an HTTP archive', async () => {
    const entry = (method: string, url: string, value: string): object => ({
      startedDateTime: '2026-01-05T10:00:00Z',
      request: { method, url, headers: [{ name: 'X-A', value }], postData: { text: '{}' } },
    });
    const entries = [
      entry('PO\u001B[2JST', '/a', ''),
      entry('POST', '/b', 'x\r\nHost: evil.example'),
      entry('POST', '@evil.example/c', ''),
      entry('POST', '/d e\n', ''),
    ];
    const { code, stderr } = await exchange.importText('a.har', JSON.stringify({ log: { entries } }));
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^a\.har: 2 imported; 1 left out: .*; 1 left out: .*\n$/),
    ]);
    expect((await exchange.capturesOf('in')).map(({ captured }) => captured.path)).toEqual(['/', '/d%20e%0A']);
    expect(await readFile(join(exchange.cwd, 'in/journal.ndjson'), 'utf8')).not.toMatch(/\\u001b|evil/i);
  });
});
