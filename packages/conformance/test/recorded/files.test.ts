import { readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';

import { createTestIo, type TestIo } from '@idvkit/cli-kit/testing';
import { arbitraries, BREAKABLE_RULE_IDS, nearValid } from '@idvkit/schema/generators';
import type { RuleId } from '@idvkit/schema/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { sampleOf } from '../../../../tools/testing/sample.ts';
import { changeDatabase, spoilBody, writeArchive } from '../../../archive/test/written-archive.ts';
import { undecidableByBody } from '../../src/lib/recorded/recording-of-bodies.ts';
import { folderWith } from '../cli/folder.ts';
import { createMain } from '../command-line.ts';
import { brokenIn, checkText } from './reading.ts';

async function check(argv: readonly string[], cwd: string): Promise<{ readonly code: number; readonly io: TestIo }> {
  const io = createTestIo({ cwd });
  return { code: await createMain()(['check', ...argv], io), io };
}

const [example] = fc.sample(arbitraries.submitFormDelivery(), { numRuns: 1, seed: 7 });
const delivery = JSON.stringify(example);

/** Rules that are broken by what makes a body look like another one, or like none. */
const UNLIKE_THEMSELVES: ReadonlySet<RuleId> = new Set<RuleId>(['event.present', 'error.envelope.shape']);

describe('bodies by themselves', () => {
  it.each<readonly [string, fc.Arbitrary<unknown>]>([
    ['submissions', arbitraries.submitFormDelivery()],
    ['lifecycle events', arbitraries.lifecycleDelivery()],
    ['results', arbitraries.resultResponse()],
  ])('have no findings where they are valid: %s', async (_, bodies) => {
    for (const body of fc.sample(bodies, { numRuns: 8, seed: 1 })) {
      expect(brokenIn(await checkText(JSON.stringify(body), {}, 'x.json'))).toEqual([]);
    }
  });

  const breakable = BREAKABLE_RULE_IDS.filter(
    (id) => undecidableByBody(id) === undefined && !UNLIKE_THEMSELVES.has(id),
  );
  it.each(sampleOf(breakable, { every: 3 }))('have the finding that they should: %s', async (id) => {
    for (const { body, also } of fc.sample(nearValid(id), { numRuns: 3, seed: 2 })) {
      const broken = brokenIn(await checkText(JSON.stringify(body), {}, 'x.json'));
      expect(broken).toContain(id);
      expect(broken.filter((each) => each !== id && !also.includes(each as RuleId))).toEqual([]);
    }
  });

  it('are refused if a file has one on each line, and the message names the way', async () => {
    const folder = await folderWith({ 'bodies.ndjson': `${delivery}\n${delivery}\n` });
    const { code, io } = await check(['bodies.ndjson'], folder);
    expect(code).toBe(2);
    expect(io.stderrText).toContain('Cannot check "bodies.ndjson": it has a body on each line.');
    expect(io.stderrText).toContain('Import it with idvkit archive import, and check the archive.');
  });

  it('show only what is wrong with them', async () => {
    const folder = await folderWith({ 'a.json': '{"error":{"status_code":"404","message":"M","detail":"D"}}' });
    const { code, io } = await check(['a.json'], folder);
    expect({ code, stderr: io.stderrText }).toEqual({ code: 1, stderr: '' });
    expect(io.stdoutText).toMatchInlineSnapshot(`
      "Failed · 1 rule

      ✗ error.envelope.shape  Errors · must
        An error has the envelope \`error\` with an integer \`status_code\`, a \`message\`
        and a \`detail\`

        → \`error.status_code\` is not what the envelope says
          x1 a.json, read as an error
          │
          │ /error/status_code: "404"
          │                     ^^^^^ expected integer
          │

      Diagnosis · faults that would explain this

      1. The service writes the status in an error as text
          error.envelope.shape/text, match 88 %, explains error.envelope.shape

      ✗ 196 rules: 1 passed, 1 failed · ○ 194 not tested · exit 1
      "
    `);
  });

  it('show neither a call nor a time on the page, and are left out of HTTP archives', async () => {
    const folder = await folderWith({
      'a.json': '{"error":{"status_code":"404","message":"M","detail":"D"}}',
      'b.json': delivery.replace('"submit_form"', '7'),
    });
    await check(['a.json', 'b.json', '--report', 'html=r.html', '--report', 'har=r.har'], folder);
    const page = await readFile(join(folder, 'r.html'), 'utf8');
    expect(page).toMatch(/a\.json, read as an error.*b\.json, read as a delivery/s);
    expect(page).not.toMatch(/masked\/|1970|receiver\.invalid|<h4>Re(?:quest|sponse)/);
    expect(JSON.parse(await readFile(join(folder, 'r.har'), 'utf8'))).toMatchObject({ log: { entries: [] } });
  });

  it('are judged together', async () => {
    const folder = await folderWith({ 'a.json': delivery, 'b.json': '{"error":{"status_code":404}}' });
    const { code, io } = await check(['a.json', 'b.json', '--json'], folder);
    expect(code).toBe(1);
    expect(io.stderrText).toBe('');
    expect(JSON.parse(io.stdoutText)).toMatchObject({ target: { kind: 'recorded' }, summary: { observations: 2 } });
  });
});

async function archiveWith(bodies: readonly string[]): Promise<string> {
  const folder = join(await folderWith(), 'archive');
  await writeArchive(folder, bodies);
  return folder;
}

describe('a folder of captures', () => {
  it('is judged as deliveries', async () => {
    const folder = await archiveWith([delivery, delivery, JSON.stringify({ application: {} })]);
    const { code, io } = await check([folder, '--json'], folder);
    expect(code).toBe(1);
    expect(io.stderrText).toBe('Read 3 captures; left out 1 that came before, byte for byte.\n');
    const report = JSON.parse(io.stdoutText) as { rules: { id: string; verdict: string }[] }; // Its own format.
    expect(Object.fromEntries(report.rules.map(({ id, verdict }) => [id, verdict]))).toMatchObject({
      'event.present': 'failed',
      'delivery.bearer': 'passed',
      'delivery.2xx.done': 'not-exercised',
    });
  });

  it('is judged where bodies are kept in files', async () => {
    const folder = join(await folderWith(), 'archive');
    await writeArchive(folder, [delivery, delivery.replace('{', `{${' '.repeat(70_000)}`)]);
    const { io } = await check([folder, '--json'], folder);
    expect(io.stderrText).toBe('Read 2 captures.\n');
    expect(JSON.parse(io.stdoutText)).toMatchObject({ summary: { observations: 2 } });
  });

  it.each([
    ['bodies', 'the body of capture 1 does not match its checksum'],
    ['entry', 'the entry of capture 1 is damaged'],
    ['version', 'its archive.db is of another version'],
  ])('is refused where its %s is damaged', async (part, state) => {
    const folder = await archiveWith([delivery]);
    if (part === 'bodies') spoilBody(folder, 1, 'x');
    if (part === 'entry') changeDatabase(folder, "UPDATE captures SET sha256 = 'no hash'");
    if (part === 'version') changeDatabase(folder, 'PRAGMA user_version = 9');
    const { code, io } = await check([folder], folder);
    expect(code).toBe(2);
    expect(io.stderrText).toContain(state);
  });
});

const entry = (url: string): string =>
  `{"startedDateTime":"2026-01-05T03:00:00Z","time":1,"request":{"method":"GET","url":"${url}","headers":[]},"response":{"status":200,"headers":[],"content":{}}}`;
const onService = (host: string): string => entry(`https://${host}/en/api/forms/kyc/applied-forms/s/result/`);

describe('what cannot be judged', () => {
  it.each([
    ['empty.har', '', 2, 'it is not JSON: the text is empty (line 1, byte 1)'],
    [
      'cut.har',
      `{"log":{"version":"1.2",\n"entries":[${onService('a.example').slice(0, 90)}`,
      2,
      'it is not JSON: the text is cut off (line 2, byte 127)',
    ],
    ['other.har', '{"entries":[]}', 2, 'it has no `log`'],
    ['none.har', '{"log":{}}', 2, 'its `log` has no `entries`'],
    ['html.har', '<html>', 2, 'it is not JSON: expected a value but found "<" (line 1, byte 1)'],
    [
      'brackets.har',
      '{"log":{"entries":[}]}}',
      2,
      'it is not JSON: expected a value or "]" but found "}" (line 1, byte 20)',
    ],
    ['entry.har', '{"log":{"entries":[\n{"request":{}}]}}', 2, 'entry 1 has no request (line 2, byte 21)'],
    [
      'token.har',
      '{"log":{"entries":[{"a":nope}]}}',
      2,
      'it is not JSON: expected "null" but found "o" (line 1, byte 26)',
    ],
    ['twice.har', '{"log":{"entries":[]}}{}', 2, 'expected the end of the text but found "{"'],
    ['deep.har', `{"log":{"entries":[${'['.repeat(600)}`, 2, 'there are more than 500 levels'],
    [
      'hosts.har',
      `{"log":{"entries":[${onService('a.example')},${onService('b.example')}]}}`,
      2,
      'Cannot identify the service',
    ],
    ['nothing.har', '{"log":{"entries":[]}}', 3, 'Read 0 entries.'],
    [
      'elsewhere.har',
      `{"log":{"entries":[${entry('https://cdn.example/')}]}}`,
      3,
      'Read 1 entry; left out 1 to other addresses.',
    ],
    [
      'below-a-path.har',
      `{"log":{"entries":[${entry('https://gate.example/idv/en/api/forms/kyc/applied-forms/s-1/result/')}]}}`,
      3,
      'Some of them call endpoints of the service under https://gate.example/idv: give it as --base-url.',
    ],
    [
      'report.har',
      `{"log":{"entries":[${entry('https://cdn.example/').replace('{', '{"_idvkit":{"masked":true},')}]}}`,
      2,
      'Cannot check "report.har": idvkit wrote it, and its values are masked.',
    ],
    ['text.json', '{\n"event": oops}', 2, 'it is not JSON'],
    ['foreign.json', '{"hello":"world"}', 2, 'it is like no body of the service'],
  ])('%s', async (name, text, expected, message) => {
    const { code, io } = await check([name], await folderWith({ [name]: text }));
    expect({ code, stderr: io.stderrText }).toEqual({
      code: expected,
      stderr: expect.stringContaining(message) as unknown,
    });
    expect(io.stderrText).not.toMatch(/ {4}at /);
  });

  it('files that are not there, or of several kinds', async () => {
    const folder = await folderWith({ 'a.har': '{"log":{"entries":[]}}', 'b.json': delivery });
    expect((await check(['none.har'], folder)).io.stderrText).toContain('it does not exist');
    expect((await check(['a.har', 'b.json'], folder)).io.stderrText).toContain('bodies are checked apart from traffic');
    expect((await check(['a.har', '--only', 'no.such'], folder)).code).toBe(2);
    expect((await check(['.'], folder)).io.stderrText).toContain('here is no capture archive');
  });

  it('a body that is too large', async () => {
    const folder = await folderWith({ 'big.json': '{' });
    await truncate(join(folder, 'big.json'), 17 * 2 ** 20);
    expect((await check(['big.json'], folder)).io.stderrText).toContain('is read');
  });
});
