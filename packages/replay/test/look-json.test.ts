import { gzipSync } from 'node:zlib';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { captureDiff, captureView } from '@idvkit/schema/formats';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { main } from './command-line.ts';
import { sampleArchive, type SampleArchive } from './sample-archive.ts';

const BODY =
  '{"event":{"type":"submit_form","nounce":"n1"},"answers":{"nid":{"value":"1101700203450"},"ok":true},"n":[70.0,{}],"n":"Som\\u0e2b"}';

let sample: SampleArchive;

beforeEach(async () => {
  sample = await sampleArchive();
});

afterEach(() => sample.remove());

async function replay(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const io = createTestIo({ cwd: sample.archive.folder });
  const code = await main([...argv, '--dir', '.', '--json'], io);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

async function view(...argv: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await replay('show', ...argv);
  expect([code, stderr]).toEqual([0, '']);
  return captureView.parse(JSON.parse(stdout));
}

describe('idvkit show --json', () => {
  it('has all that is known of a capture, and its body with what may be personal masked', async () => {
    const [captured] = await sample.keep([BODY]);
    const at = '2026-01-05T03:00:00.000Z';
    const note = { capture: 1, at, run: 'r', target: 'http://127.0.0.1/', number: 1 } as const;
    await sample.archive.addAttempt({ ...note, outcome: { status: 204 } });
    await sample.archive.tag([1], { add: ['kept'] });
    const document = await view('1');
    expect(document).toEqual({
      format: 'idvkit.capture-view',
      version: 1,
      captured,
      summary: { json: true, type: 'submit_form', nounce: 'n1', images: 0 },
      tags: ['kept'],
      lastOutcome: { status: 204 },
      images: [],
      attempts: [{ ...note, outcome: { status: 204 } }],
      body: {
        path: '',
        masked: true,
        values: [
          {
            event: { type: 'submit_form', nounce: '‹string, 2 bytes›' },
            answers: { nid: { value: '‹string, 13 bytes›' }, ok: true },
            n: '‹string, 9 bytes›',
          },
        ],
      },
    });
    expect(JSON.stringify(document)).not.toContain('1101700203450');
  });

  it('has one part of the body, each value of it where a key is repeated, and values as they are written', async () => {
    await sample.keep([BODY]);
    expect(await view('1', '--path', '/n', '--reveal')).toMatchObject({
      body: { path: '/n', masked: false, values: [[70, {}], 'Somห'] },
    });
    expect((await replay('show', '1', '--path', '/n', '--reveal')).stdout).toContain('70.0');
    expect(await view('1', '--path', '/no/such')).toMatchObject({ body: { path: '/no/such', values: [] } });
  });

  it('says why a body is not shown, and leaves it out where it is not asked for', async () => {
    await sample.keep(['{"a":1', '']);
    await sample.keep([gzipSync(BODY)], { headers: [['content-encoding', 'gzip']] });
    expect(await view('1')).toMatchObject({ body: { problem: 'The text is cut off at byte 6' } });
    expect(await view('2')).toMatchObject({ body: { problem: 'The text is empty at byte 0' } });
    expect(await view('3', '--path', '/event/type')).toMatchObject({ body: { values: ['submit_form'] } });
    expect(await view('1', '--head')).not.toHaveProperty('body');
  });

  it('does not print raw bytes as JSON', async () => {
    await sample.keep([BODY]);
    const { code, stdout, stderr } = await replay('show', '1', '--raw');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain("Option '--raw' cannot be used with option '--json'");
  });
});

describe('idvkit diff --json', () => {
  it('has each difference, with values only where they may be seen', async () => {
    const [before, after] = await sample.keep([
      '{"event":{"type":"a","nounce":"n1"},"gone":[1],"x":70.0}',
      '{"event":{"type":"b","nounce":"n2"},"x":70,"new":null}',
    ]);
    const { code, stdout, stderr } = await replay('diff', '1', '2');
    expect([code, stderr]).toEqual([1, '']);
    expect(captureDiff.parse(JSON.parse(stdout))).toEqual({
      format: 'idvkit.capture-diff',
      version: 1,
      before: { id: 1, sha256: before?.body.sha256 },
      after: { id: 2, sha256: after?.body.sha256 },
      differences: [
        {
          path: '/event/type',
          before: { kind: 'string', bytes: 3, text: '"a"' },
          after: { kind: 'string', bytes: 3, text: '"b"' },
        },
        { path: '/event/nounce', before: { kind: 'string', bytes: 4 }, after: { kind: 'string', bytes: 4 } },
        { path: '/gone', before: { kind: 'array', bytes: 3 } },
        {
          path: '/x',
          before: { kind: 'number', bytes: 4 },
          after: { kind: 'number', bytes: 2 },
          sameValue: true,
        },
        { path: '/new', after: { kind: 'null', bytes: 4, text: 'null' } },
      ],
      complete: true,
    });
    const revealed = await replay('diff', '1', '2', '--reveal');
    expect(JSON.parse(revealed.stdout)).toMatchObject({
      differences: { 1: { before: { text: '"n1"' }, after: { text: '"n2"' } } },
    });
  });

  it('is a document where nothing differs, and no document where one is no JSON', async () => {
    await sample.keep(['{"a":1}', '{ "a" : 1 }', '{']);
    const same = await replay('diff', '1', '2');
    expect([same.code, JSON.parse(same.stdout)]).toMatchObject([0, { differences: [], complete: true }]);
    const broken = await replay('diff', '1', '3');
    expect([broken.code, broken.stdout]).toEqual([2, '']);
    expect(broken.stderr).toContain('Cannot read a body as JSON');
  });
});
