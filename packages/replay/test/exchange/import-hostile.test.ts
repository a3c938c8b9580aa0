import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { useExchangeFolder } from './exchange-folder.ts';

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

describe('idvkit archive import of requests that cannot be sent again', () => {
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
    expect(await readFile(join(exchange.cwd, 'in/archive.db'), 'latin1')).not.toMatch(/\\u001b|evil/i);
  });
});
