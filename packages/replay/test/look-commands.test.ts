import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { parsePointer } from '@idvkit/json';
import { captureList } from '@idvkit/schema/formats';
import { arbitraries } from '@idvkit/schema/generators';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { processorMs } from '../../../tools/testing/processor-time.ts';
import { runsOf } from '../../../tools/testing/sample.ts';
import { prettyBody } from '../src/lib/show/pretty-body.ts';
import { main } from './command-line.ts';
import { sampleArchive, type SampleArchive } from './sample-archive.ts';

const SUBMISSION =
  '{"event":{"type":"submit_form","nounce":"n1","created_at":"2026-01-05T03:00:00+00:00"},"application":{"slug":"se-cret","status":"complete","id":12},' +
  '"answers":{"full_name_first_name":{"value":"Som\\u0e2b\\/x"}},"n":[70.0,1e2,true,null],"extra":{"identity_aml":{"p":[{"result":{"is_any_in_pep":true}}]}}}';

let sample: SampleArchive;

beforeEach(async () => {
  sample = await sampleArchive();
});

afterEach(async () => {
  await sample.remove();
});

async function replay(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const io = createTestIo({ cwd: sample.archive.folder, stdin: 'se-cret\n' });
  const code = await main([...argv, '--dir', '.'], io);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

async function* cut(text: string, places: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  let from = 0;
  for (const to of [...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]) {
    if (to >= from) yield bytes.subarray(from, to);
    from = Math.max(from, to);
  }
}

async function pretty(text: string, places: readonly number[], isRevealed = true): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of prettyBody(cut(text, places), { isRevealed })) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe('prettyBody()', () => {
  it('lays out as JSON.stringify() does, however the body is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.array(fc.nat()), async (value, places) => {
        const text = JSON.stringify(value);
        const shown = await pretty(text, places);
        expect(JSON.parse(shown)).toEqual(JSON.parse(text));
        expect(shown.replaceAll(/\\u(?:00[789]|20[26])[\da-f]/g, '?').replaceAll('{\n}', '{}')).toBe(
          `${JSON.stringify(value, undefined, 2).replaceAll(/[\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/g, '?')}\n`,
        );
      }),
      { numRuns: runsOf(100) },
    );
  });

  it('shows no answer of any submission unless it is asked to', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraries.submitFormDelivery(),
        fc.array(fc.nat(), { maxLength: 3 }),
        async (delivery, places) => {
          const shown = await pretty(JSON.stringify(delivery), places, false);
          expect(shown).not.toContain(delivery.application.slug);
          for (const [key, answer] of Object.entries(delivery.answers)) {
            const value = answer?.value;
            if (
              typeof value !== 'string' ||
              value.length < 6 ||
              /^(consent|ekyc_document_type|full_name_type)/.test(key)
            )
              continue;
            expect(shown).not.toContain(JSON.stringify(value));
          }
        },
      ),
      { numRuns: runsOf(30) },
    );
  });

  it('keeps digits and escapes as they are written, and shows every value of a repeated key', async () => {
    let out = '';
    const body = cut('{"a":[1e2,70.0,"\\u0e2a\\/"],"b":0,"a":{"c":{}}}', [7, 9]);
    for await (const part of prettyBody(body, { pointer: parsePointer('/a'), isRevealed: true })) out += part;
    expect(out).toBe('[\n  1e2,\n  70.0,\n  "\\u0e2a\\/"\n]\n{\n  "c": {}\n}\n');
  });
});

describe('idvkit show', () => {
  it('masks what may be personal', async () => {
    await sample.keep([SUBMISSION], { headers: [['X-Odd', '1']] });
    expect(await replay('show', '1')).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "{
        "event": {
          "type": "submit_form",
          "nounce": "‹string, 2 bytes›",
          "created_at": "2026-01-05T03:00:00+00:00"
        },
        "application": {
          "slug": "‹string, 7 bytes›",
          "status": "complete",
          "id": "‹number›"
        },
        "answers": {
          "full_name_first_name": {
            "value": "‹string, 12 bytes›"
          }
        },
        "n": [
          "‹number›",
          "‹number›",
          true,
          null
        ],
        "extra": {
          "identity_aml": {
            "p": [
              {
                "result": {
                  "is_any_in_pep": true
                }
              }
            ]
          }
        }
      }
      ",
      }
    `);
    expect((await replay('show', '1', '--path', '/answers', '--reveal')).stdout).toBe(
      '{\n  "full_name_first_name": {\n    "value": "Som\\u0e2b\\/x"\n  }\n}\n',
    );
    const { stdout } = await replay('show', '1', '--head', '--reveal');
    expect(stdout).toMatch(/^#1 .*\nPOST \/\nX-Odd: 1\n$/);
  });

  it('masks path, headers and answers, in lists too, until asked to reveal them', async () => {
    await sample.keep([SUBMISSION], {
      path: '/hook/Somchai?name=Somchai',
      headers: [
        ['X-Auth', 'dXNlcjpTb21jaGFp'],
        ['Content-Type', 'application/json'],
      ],
    });
    const at = '2026-01-05T03:00:00.000Z';
    const sent = { capture: 1, at, target: 'http://127.0.0.1:1/own', number: 1, outcome: { status: 400 } } as const;
    await sample.archive.addAttempt(sent, { text: 'no member for Som\u0e2b/x, Somchai', complete: false });
    const personal = /hook\/Somchai|dXNlc|Som\u0e2b\/x,/;
    const shown = await replay('show', '1', '--head');
    expect(shown.stdout).toContain('POST /hook/‹7 characters›?name=‹7 characters›\n');
    expect(shown.stdout).toContain('X-Auth: ‹16 characters›\nContent-Type: application/json\n');
    expect(shown.stdout).toContain('passed on to http://127.0.0.1:1/own  attempt 1  answered 400 in 0 ms\n');
    expect(shown.stdout).toContain('no type: no member for ‹6 characters›, Somchai …\n');
    for (const argv of [
      ['show', '1', '--head'],
      ['show', '1', '--json'],
    ] as const) {
      expect((await replay(...argv)).stdout).not.toMatch(personal);
      expect((await replay(...argv, '--reveal')).stdout).toMatch(personal);
    }
    expect((await replay('list', '--json')).stdout).not.toMatch(personal);
  });

  it.each([
    [['1', '--path', '/no/such'], 'there is nothing at the path'],
    [['1', '--path', 'no'], 'A JSON pointer begins with "/"'],
    [['2'], 'Cannot read a body as JSON: the text is cut off at byte 5.'],
    [['9'], 'the archive has no capture "9"'],
    [['sha256:ff'], '"sha256:ff" is too short: a hash needs 4 digits'],
  ])('says why %j cannot be shown', async (argv, message) => {
    await sample.keep([SUBMISSION, '{"a":']);
    const { code, stderr } = await replay('show', ...argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('idvkit diff', () => {
  it('tells what differs by path, masked', async () => {
    const other = SUBMISSION.replace('complete', 'expired')
      .replace('70.0', '70')
      .replace('Som', 'Nim')
      .replace(',"n":', ',"m":1,"n":');
    await sample.keep([SUBMISSION, other]);
    expect(await replay('diff', '1', '2')).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "",
        "stdout": "~ /application/status  "complete" → "expired"
      ~ /answers/full_name_first_name/value  "‹string, 12 bytes›" → "‹string, 12 bytes›"
      ~ /n/0  "‹number›" → "‹number›"  (the same value, written differently)
      + /m  "‹number›"
      4 values differ
      ",
      }
    `);
    expect((await replay('diff', '1', '2', '--reveal')).stdout).toContain('"Som\\u0e2b\\/x" → "Nim\\u0e2b\\/x"');
    expect(await replay('diff', '1', '1')).toEqual({ code: 0, stdout: 'No value differs\n', stderr: '' });
  });

  it('counts times that differ, and lists what else does', async () => {
    const at = (time: string, status: string): string =>
      `{"event":{"created_at":"${time}"},"application":{"submitted_at":"${time}","status":"${status}"}}`;
    const [first, second] = ['2026-01-05T03:00:00+00:00', '2026-01-06T03:00:00.5+00:00'] as const;
    await sample.keep([at(first, 'complete'), at(second, 'expired'), at(second, 'complete')]);
    expect((await replay('diff', '1', '2')).stdout).toBe(
      '~ /application/status  "complete" → "expired"\n2 times differ: --json lists them\n1 other value differs\n',
    );
    expect(await replay('diff', '1', '3')).toMatchObject({ code: 1, stdout: '2 times differ: --json lists them\n' });
  });

  it('does not mind white space and the order of keys', async () => {
    await sample.keep(['{"a":1,"b":[1,{"c":2}]}', ' {"b" : [1, {"c" :2}], "a":1} ']);
    expect((await replay('diff', '1', '2')).stdout).toBe('No value differs\n');
  });

  it('compares equal keys in time that grows with their number only', async () => {
    const keys = (value: number): string => `{${Array.from({ length: 60_000 }, () => `"a":${value}`).join()}}`;
    await sample.keep([keys(1), keys(2)]);
    const ms = await processorMs(async () => {
      expect((await replay('diff', '1', '2')).stdout).toContain('\n60,000 values differ\n');
    });
    expect(ms).toBeLessThan(30_000);
  });

  it('finds what was changed in any body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), async (value, pick) => {
        const keys = Object.keys(value);
        const key = keys[pick % keys.length] ?? '';
        const [one, other] = await sample.keep([
          JSON.stringify(value),
          JSON.stringify({ ...value, [key]: 'changed!' }),
        ]);
        const { stdout } = await replay('diff', String(one?.id), String(other?.id));
        expect(stdout).toMatch(/^~ [^\n]*\n1 value differs\n$/);
      }),
      { numRuns: runsOf(25) },
    );
  });

  it('says that a body is no JSON', async () => {
    await sample.keep(['{}', 'x']);
    const { code, stderr } = await replay('diff', '1', '2');
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      'idvkit: Cannot read a body as JSON: expected a value but found "x" in capture 2 at byte 0.',
    ]);
  });
});

describe('idvkit, of what cannot be unpacked', () => {
  it.each([
    ['is not packed', '{}', 'gzip', 'it is not packed as its Content-Encoding says'],
    [
      'would be far too long',
      gzipSync(gzipSync(Buffer.concat([Buffer.from('{'), Buffer.alloc(2 ** 26, ' '), Buffer.from('}')]))),
      'gzip, gzip',
      'it unpacks to more than 67108864 bytes',
    ],
  ])('says so of what %s', async (_, body, coding, why) => {
    await sample.keep([body], { headers: [['Content-Encoding', coding]] });
    await sample.keep(['{}']);
    const said = async (...argv: string[]): Promise<unknown> => {
      const { code, stdout, stderr } = await replay(...argv);
      return [code, stdout, stderr.split('\n')[0]];
    };
    const message = `idvkit: Cannot unpack a body: ${why}.`;
    expect(await said('show', '1')).toEqual([2, expect.any(String), message]);
    expect(JSON.parse((await replay('show', '1', '--json')).stdout)).toMatchObject({
      body: { problem: why.replace('it', 'It') },
    });
    expect(JSON.parse((await replay('list', '--json')).stdout)).toMatchObject({
      captures: [{ summary: { json: false } }, { summary: { json: true } }],
    });
  });

  it('says so of what is compared', async () => {
    await sample.keep(['{}'], { headers: [['Content-Encoding', 'gzip']] });
    await sample.keep(['{}']);
    const { code, stdout, stderr } = await replay('diff', '1', '2');
    expect([code, stdout, stderr.split('\n')[0]]).toEqual([
      2,
      '',
      'idvkit: Cannot unpack a body: it is not packed as its Content-Encoding says.',
    ]);
  });
});

describe('idvkit list and tag', () => {
  it('tells an unknown value from a filter that chooses nothing', async () => {
    await sample.keep([SUBMISSION, '{"application":{"status":"odd","other_status":{"ekyc":"odder"}}}']);
    expect(await replay('list', 'ekyc:pass')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'No captures match\n',
    });
    for (const known of ['status:odd', 'ekyc:odder']) {
      expect(await replay('list', known)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^#2 /m) });
    }
    const status = await replay('list', 'status:complete', 'status:typo');
    expect([status.code, status.stderr]).toEqual([
      2,
      expect.stringMatching(/status:typo is unknown, and no capture has it\.\n.*incomplete, complete, expired, odd\./),
    ]);
    const ekyc = await replay('send', 'ekyc:nosuch', '--to', 'http://127.0.0.1:9/', '--dry-run');
    expect([ekyc.code, ekyc.stderr]).toEqual([
      2,
      expect.stringMatching(/ekyc:nosuch .*\n.*pass, need_review, fail, pending, odder\./),
    ]);
  });

  it('prints aligned columns', async () => {
    await sample.keep([SUBMISSION, 'no JSON']);
    await replay('archive', 'tag', 'odd', '2');
    const [header = '', first = '', second = ''] = (await replay('list')).stdout.split('\n');
    expect(header).toBe('#      received (UTC)       type               size  answer  notes');
    expect(first).toMatch(/^#1     2026-01-05 03:00:00  submit_form       \d+ B  204     aml pep$/);
    expect(second).toBe('#2     2026-01-05 03:00:01  no JSON             7 B  204     tag odd');
  });

  it('fits a terminal of 80 columns, with the answer and the notes', async () => {
    await sample.keep([SUBMISSION, 'no JSON']);
    await replay('archive', 'tag', 'odd', '1');
    const sent = {
      capture: 1,
      at: '2026-01-05T03:00:02.000Z',
      run: 'r',
      target: 'http://127.0.0.1:1/',
      number: 1,
    } as const;
    await sample.archive.addAttempt({ ...sent, outcome: { status: 503 } });
    const io = createTestIo({ cwd: sample.archive.folder, isTTY: true, env: { NO_COLOR: '1' } });
    await main(['list', '--dir', '.'], io);
    expect(io.stdoutText).toBe(`#      time UTC  type               size  answer  notes
2026-01-05
#1     03:00:00  submit_form       300 B  204     last 503, aml pep, tag odd
#2     03:00:01  no JSON             7 B  204
`);
  });

  it('filters by type, flag, slug, size, tag and text', async () => {
    await sample.keep([SUBMISSION, '{"event":{"type":"drop_off"}}', 'no JSON']);
    expect((await replay('archive', 'tag', 'odd', '2-3')).stdout).toBe('2 captures tagged\n');
    await replay('archive', 'tag', 'odd', '3', '--remove');
    const numbers = async (...argv: string[]): Promise<string[]> => {
      const { stdout } = await replay('list', ...argv);
      return stdout.split('\n').flatMap((line) => /^#\d+/.exec(line) ?? []);
    };
    expect(await numbers()).toEqual(['#1', '#2', '#3']);
    expect(await numbers('--last', '2')).toEqual(['#2', '#3']);
    expect(await numbers('type:submit_form', 'aml:pep')).toEqual(['#1']);
    expect(await numbers('--slug-from', '-')).toEqual(['#1']);
    expect(await numbers('max-size:29')).toEqual(['#2', '#3']);
    expect(await numbers('tag:odd')).toEqual(['#2']);
    expect(await numbers('text:Som\u0e2b/x')).toEqual(['#1']);
    expect(await numbers('since:2026-01-05T03:00:01Z')).toEqual(['#2', '#3']);
    await writeFile(join(sample.archive.folder, 'text.txt'), 'JSON\n');
    expect(await numbers('--text-file', 'text.txt')).toEqual(['#3']);
    expect((await replay('list')).stdout).not.toContain('se-cret');
    expect(captureList.parse(JSON.parse((await replay('list', '--json')).stdout))).toMatchObject({
      captures: [{ captured: { id: 1 } }, { tags: ['odd'] }, { summary: { json: false } }],
    });
  });

  it.each([
    [['list', 'since:yesterday'], 'Give a date'],
    [['list', 'since:2026-01-05', 'until:2026-01-04'], 'since: is not before until:'],
    [['list', 'pep'], 'Did you mean aml:pep?'],
    [['archive', 'erase', 'latset'], 'Did you mean latest?'],
    [['archive', 'export', 'is:faild', '--out', 'x.har'], 'Did you mean is:failed?'],
    [['list', '--slug-from', 'nowhere'], 'Cannot read the slug from "nowhere": it does not exist.'],
    [['archive', 'tag', ' ', '1'], 'the tag is empty'],
  ])('refuses %j', async (argv, message) => {
    const { code, stderr } = await replay(...argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
