import { describe, expect, it } from 'vitest';

import { useExchangeFolder } from './exchange-folder.ts';

const exchange = useExchangeFolder();

describe('idvkit archive import, of what it cannot read', () => {
  it.each([
    [
      'cut.har',
      '{"log":{"entries":[\n{"request":{"method":"POST","url":"/","headers":[],"postData":{"text":"1"}}},\n{"requ',
      '"cut.har" to its end: it is not JSON: the text is cut off (line 3, byte 105). What came before was imported: 1 capture.',
    ],
    [
      'bad.ndjson',
      '{"event":{"type":"a"}}\n{"event":{"type":"b"}}\n{"a":\n',
      '"bad.ndjson" to its end: line 3 is not valid JSON. What came before was imported: 2 captures.',
    ],
    [
      'other.ndjson',
      '{"format":"idvkit.capture-line","version":9}\n',
      'line 1 is of another version of idvkit.capture-line. Nothing of it was imported.',
    ],
    ['empty.har', '', 'it is not JSON: the text is empty (line 1, byte 1). Nothing of it was imported.'],
  ])('says where %s goes wrong, and keeps what came before', async (name, text, message) => {
    const { code, stderr } = await exchange.importText(name, text);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).not.toMatch(/\n {4}at /);
  });

  it.each([
    [
      'a file of the system',
      'passwd',
      'root:x:0:0:root:/root:/bin/sh\n',
      'Cannot import "passwd": its format is not known.',
    ],
    ['bytes', 'x.bin', '\u0000\u0001', 'Name a HAR file, a body in JSON, or a file with a body per line.'],
    ['nothing', 'x.json', '', 'its format is not known'],
    ['curl commands', 'send.sh', 'curl x -d 1', 'its format is not known'],
  ])('refuses %s', async (_, name, text, message) => {
    const { code, stderr } = await exchange.importText(name, text);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(await exchange.capturesOf('in')).toEqual([]);
  });

  it.each([
    ['a.har', '{"log":{"entries":[]}}', '0 imported; 1 left out: it has no log.entries'],
    ['a.har', '{"log":{"entries":[{"request":{"method":"GET","url":"/"}}]}}', '1 left out: requests without a body'],
    ['a.ndjson', '\n\n', 'a.ndjson: 0 imported'],
    ['a.json', '{"a":[{"b":1}]}', 'a.json: 0 imported; 1 left out: JSON without event.type'],
    ['a.json', JSON.stringify({ text: 'x'.repeat(300_000) }), '0 imported; 1 left out: JSON without event.type'],
  ])('ends with 2 where %s has no delivery', async (name, text, told) => {
    const { code, stderr } = await exchange.importText(name, text);
    expect([code, stderr]).toEqual([2, expect.stringContaining(told)]);
    expect(stderr).toContain('Nothing was imported: the file has no delivery.');
  });

  it.each([
    [['archive', 'import', 'nowhere.har'], 'Cannot read "nowhere.har": it does not exist.'],
    [['archive', 'import', '.'], 'Cannot read ".": it is a folder.'],
    [['archive', 'import'], 'files'],
  ])('%j ends with one message and exit code 2', async (argv, message) => {
    const { code, stderr } = await exchange.replay(argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
