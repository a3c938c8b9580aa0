import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createTestIo, type TestIo } from '@idvkit/cli-kit/testing';
import { sendBaseline, sendReport, type SendPlan, type SendReport } from '@idvkit/schema/formats';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { main } from './command-line.ts';
import { plannedReceiver, type PlannedReceiver } from './planned-receiver.ts';
import { sampleArchive, type SampleArchive } from './sample-archive.ts';

const env = { IDV_WEBHOOK_SECRET: 'not-to-be-seen' };

let sample: SampleArchive;
let receiver: PlannedReceiver;

beforeEach(async () => {
  sample = await sampleArchive();
  receiver = await plannedReceiver();
});

afterEach(async () => {
  await receiver.close();
  await sample.remove();
});

function start(...argv: string[]): { io: TestIo; ended: Promise<number> } {
  const io = createTestIo({ cwd: sample.archive.folder, env });
  return { io, ended: main(['send', '--dir', '.', ...argv], io) };
}

async function send(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { io, ended } = start(...argv);
  const code = await ended;
  expect(io.stdoutText + io.stderrText).not.toContain(env.IDV_WEBHOOK_SECRET);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

async function readReport(file: string): Promise<SendReport> {
  return sendReport.parse(JSON.parse(await readFile(join(sample.archive.folder, file), 'utf8')));
}

const bodies = (): string[] => receiver.arrived.map(({ body }) => body.toString());

describe('idvkit send', () => {
  it('says what changed since a baseline, and fails only for what got worse', async () => {
    await sample.keep(['1', '2', '3', '4', '5']);
    receiver.plan.push(204, 500, 500, 500, 500, 404, 204, 204);
    const first = ['--to', receiver.url, '--retry-spacing', '0', '--report', 'baseline=known.json'];
    expect((await send('1', '2', '3', '4', '5', ...first)).code).toBe(1);
    const known = sendBaseline.parse(JSON.parse(await readFile(join(sample.archive.folder, 'known.json'), 'utf8')));
    expect(known.entries.map(({ answer, met }) => [answer, met])).toEqual([
      ['204', true],
      ['500', false],
      ['404', false],
      ['204', true],
      ['204', true],
    ]);
    await sample.keep(['6']);
    receiver.plan.push(200, 204, 401, 400, 204);
    const { code, stdout } = await send(
      '1-4',
      '6',
      '--to',
      receiver.url,
      '--baseline',
      'known.json',
      '--report',
      'json=r.json',
    );
    expect(code).toBe(1);
    expect(stdout.split('\n').slice(5, 10)).toEqual([
      'STILL PASSING  #1  200, was 204',
      'FIXED  #2  204, was 500',
      'STILL FAILING  #3  401, was 404',
      'REGRESSED  #4  400, was 204',
      'NEW  #6  204',
    ]);
    expect((await readReport('r.json')).baseline).toEqual({
      verdicts: { 'still-passing': 1, fixed: 1, 'still-failing': 1, regressed: 1, new: 1 },
      notSent: 1,
    });
    receiver.plan.push(404);
    expect((await send('3', '--to', receiver.url, '--baseline', 'known.json')).code).toBe(0);
  });

  it('leaves a report that says so when it is interrupted, and a run that goes on', async () => {
    await sample.keep(['1', '2', '3']);
    receiver.plan.push(204, 'silence');
    const { io, ended } = start(
      'all',
      '--to',
      receiver.url,
      '--report',
      'json=part.json',
      '--report',
      'junit=part.xml',
    );
    await receiver.count(2);
    io.interrupt();
    expect(await ended).toBe(130);
    expect(io.stderrText).toMatch(
      /^idvkit: Stopped before the end. Continue with: idvkit send --resume \S+ --to \S+ --dir \.$/m,
    );
    const part = await readReport('part.json');
    const { latencyMs, ...summary } = part.summary;
    expect([part.complete, summary]).toEqual([false, { deliveries: 3, met: 1, unmet: 0, open: 2, attempts: 2 }]);
    // One of the attempts was answered.
    const answered = part.deliveries.flatMap(({ attempts }) => attempts).filter(({ outcome }) => 'status' in outcome);
    const time = answered[0]?.durationMs;
    expect([answered.length, latencyMs]).toEqual([1, { p50: time, p90: time, p99: time, max: time }]);
    expect(await readFile(join(sample.archive.folder, 'part.xml'), 'utf8')).toContain(
      'tests="3" failures="0" skipped="2"',
    );
    const resumed = await send('--resume', part.run, '--to', receiver.url, '--report', 'json=whole.json');
    expect([resumed.code, resumed.stderr]).toEqual([
      0,
      `Resuming run ${part.run}: 2 of 3 deliveries are open, to ${receiver.url}\n#2 had started: it may arrive twice\n`,
    ]);
    expect(bodies()).toEqual(['1', '2', '2', '3']);
    const whole = await readReport('whole.json');
    expect(whole.deliveries.map(({ result, again }) => [result, again])).toEqual([
      ['delivered', undefined],
      ['delivered', true],
      ['delivered', undefined],
    ]);
  });

  describe('--resume, with a run that somebody else made', () => {
    const plan: Omit<SendPlan, 'targets'> = {
      mode: 'as-is',
      images: 'keep',
      set: [],
      headers: [],
      captures: [1],
      times: 1,
      order: 'given',
      seed: 1,
      pace: { kind: 'none' },
      concurrency: 1,
      retrySpacingMs: 0,
      timeoutMs: 30_000,
      expect: '2xx',
    };

    async function planted(target: string): Promise<string> {
      await sample.keep(['1']);
      const run = await sample.archive.startRun({ ...plan, targets: [target] });
      await sample.archive.releaseRun(run);
      return run;
    }

    it('sends nothing to a host that is not allowed again', async () => {
      const url = new URL(receiver.url);
      url.hostname = '0.0.0.0';
      const run = await planted(url.href);
      const refused = await send('--resume', run, '--to', url.href);
      expect([refused.code, refused.stdout, refused.stderr]).toEqual([
        2,
        '',
        expect.stringContaining('Cannot send to 0.0.0.0: captures hold personal data, and only loopback is allowed.'),
      ]);
      expect(receiver.arrived).toEqual([]);
      const allowed = await send('--resume', 'last', '--to', url.href, '--allow-host', '0.0.0.0');
      expect(allowed.stderr).toBe(`Resuming run ${run}: 1 of 1 deliveries are open, to ${url.href}\n`);
      expect([allowed.code, bodies()]).toEqual([0, ['1']]);
    });

    it('sends the secret to no receiver that the command line does not name', async () => {
      const run = await planted(receiver.url);
      const other = 'http://127.0.0.1:1/hook';
      for (const [named, message] of [
        [[], `the run sends to ${receiver.url}, which --to does not name.`],
        [['--to', other], `the run sends to ${receiver.url}, which --to does not name.`],
        [['--to', receiver.url, '--to', other], `the run does not send to ${other}.`],
      ] as const) {
        const { code, stderr } = await send('--resume', run, ...named);
        expect([code, stderr]).toEqual([2, expect.stringContaining(`Cannot resume: ${message}`)]);
      }
      expect(receiver.arrived).toEqual([]);
      expect((await send('--resume', run, '--to', receiver.url)).code).toBe(0);
      expect(bodies()).toEqual(['1']);
    });

    it.each(['ftp://127.0.0.1/', 'http://u:p@127.0.0.1/', 'nowhere'])('takes no address such as %s', async (target) => {
      const { code, stderr } = await send('--resume', await planted(target), '--to', receiver.url);
      expect([code, stderr]).toEqual([2, expect.stringContaining('Cannot send: a receiver is not an http or https')]);
    });
  });

  it('expects what it is told to, and prints one document with --json', async () => {
    await sample.keep(['1']);
    receiver.plan.push(401, 401);
    const met = await send('1', '--to', receiver.url, '--expect', '401,403');
    expect([met.code, met.stdout]).toEqual([
      0,
      expect.stringMatching(/^PASS {2}#1 .*\n.*1 as expected \(401,403\), 0 not/),
    ]);
    const resumed = await send('--resume', 'last', '--to', receiver.url);
    expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringContaining('1 as expected (401,403), 0 not')]);
    expect((await send('--resume', 'last', '--to', receiver.url, '--expect', '204')).code).toBe(1);
    const { code, stdout, stderr } = await send('1', '--to', receiver.url, '--expect', '2xx', '--json');
    expect([code, sendReport.parse(JSON.parse(stdout)).deliveries[0]?.met]).toEqual([1, false]);
    expect(stderr).toContain('FAIL  #1  attempt 1  answered 401');
  });

  it('shows what a receiver answers to a failure, without what is personal in it', async () => {
    await sample.keep([
      '{"event":{"type":"drop_off"},"answers":{"full_name_first_name":{"value":"Malee Srisuk"},"no":{"value":110170}}}',
    ]);
    const text = '{"error":"drop_off: field nid is missing for MALEE, srisuk (no. 110170)"}';
    receiver.plan.push({ status: 422, text }, { status: 422, text: 'x'.repeat(5_000) });
    const { stdout } = await send('1', '--to', receiver.url);
    const masked = '{"error":"drop_off: field nid is missing for ‹5 characters›, ‹6 characters› (no. ‹6 characters›)"}';
    expect(stdout.split('\n')[1]).toBe(`      application/json: ${masked}`);
    expect((await send('1', '--to', receiver.url, '--json')).stdout).not.toContain('xxx');
    expect(sample.archive.answersOf(1)).toMatchObject([
      { text, complete: true },
      { text: 'x'.repeat(4_096), complete: false },
    ]);
  });

  it('leaves a row for each attempt that says what was sent', async () => {
    await sample.keep(['{"application":{"status":"complete"}}']);
    await send('1', '--to', receiver.url, '--set', '/application/status=expired');
    const io = createTestIo({ cwd: sample.archive.folder });
    await main(['show', '1', '--head', '--dir', '.'], io);
    expect(io.stdoutText.match(/ sent to .*$/gm)).toEqual([
      expect.stringMatching(
        / sent to \S+\/hook {2}attempt 1 {2}answered 204 in \d+ ms {2}run \S+ {2}edited: \/application\/status$/,
      ),
    ]);
  });

  it('says that a selection chooses nothing, or only some', async () => {
    await sample.keep(['1', '2']);
    const nothing = await send('is:failed', '--to', receiver.url);
    expect([nothing.code, nothing.stderr]).toEqual([
      0,
      'idvkit: No captures match. All that no receiver answered 2xx are is:missed\n',
    ]);
    expect((await send('2-99', '--to', receiver.url)).stderr).toBe('idvkit: Only 1 of the captures 2-99 are there\n');
  });

  it('shows a plan and the edits in it, and sends nothing', async () => {
    await sample.keep(['{"application":{"status":"complete","slug":"se-cret"}}']);
    const set = ['--set', '/application/status=expired', '--set', '/application/slug=x'];
    const { code, stdout } = await send(
      '1',
      '--to',
      receiver.url,
      ...set,
      '--times',
      '2',
      '--rate',
      '2/s',
      '--order',
      'random:5',
      '--dry-run',
    );
    expect([code, stdout.replaceAll(receiver.url, 'URL')]).toMatchInlineSnapshot(`
      [
        0,
        "WOULD SEND  at 0.000 s  #1 copy 1  54 bytes to URL, as is: the bytes that came, and what is set
        /application/status
        - "complete"
        + "expired"
        /application/slug
        - "‹string, 7 bytes›"
        + "x"
      WOULD SEND  at 0.500 s  #1 copy 2  54 bytes to URL, as is: the bytes that came, and what is set
      2 deliveries, order random, seed 5; 5xx up to 3 retries, 1 s apart; 30 s for an answer
      ",
      ]
    `);
    expect(bodies()).toEqual([]);
  });

  it('sends one after the other, but in parallel at a pace', async () => {
    await sample.keep(['1', '2', '3']);
    receiver.plan.push('silence', 'silence', 'silence', 'silence');
    const inTurn = start('all', '--to', receiver.url);
    await receiver.count(1);
    inTurn.io.interrupt();
    expect(await inTurn.ended).toBe(130);
    expect(receiver.arrived).toHaveLength(1);
    const paced = start('all', '--to', receiver.url, '--rate', '1000/s', '--report', 'baseline=cut.json');
    await receiver.count(4);
    paced.io.interrupt();
    expect(await paced.ended).toBe(130);
    expect(paced.io.stderrText).toContain('The baseline "cut.json" was not written: the run was cut short');
  });

  it.each([
    [[], 'Cannot send: no receiver is named.'],
    [['--to', 'http://127.0.0.1:1/'], 'Cannot send: no capture is named.'],
    [['1', '--to', 'http://u:hunter2@127.0.0.1:1/'], 'Give an address without credentials'],
    [['1', '--to', 'https://hooks.example/x'], 'Cannot send to hooks.example: captures hold personal data'],
    [['1', '--to', 'http://127.0.0.1:1/', '--images', 'serve'], '--images is for fresh deliveries'],
    [['1', '--to', 'http://127.0.0.1:1/', '--rate', '0x'], 'Give how many times as fast'],
    [['1', '--to', 'http://127.0.0.1:1/', '--rate', 'slow'], 'Give a rate'],
    [['1', '--to', 'http://127.0.0.1:1/', '--order', 'rnadom'], 'Give given, recorded, reverse, random'],
    [['1', '--to', 'http://127.0.0.1:1/', '--order', 'random:x'], '--order'],
    [['1', '--to', 'http://127.0.0.1:1/', '--set', 'x=1'], 'A JSON pointer begins with "/"'],
    [['1', '--to', 'http://127.0.0.1:1/', '--set', '/a=1', '--set', '/a/b=1'], '--set /a/b is within /a'],
    [
      ['1', '--to', 'http://127.0.0.1:1/', '--header', 'Authorization: Bearer hunter2'],
      'The bearer comes from IDV_WEBHOOK_SECRET',
    ],
    [['1', '--to', 'http://127.0.0.1:1/', '--header', 'Content-Length: 1'], 'is made by the connection'],
    [['1', '--to', 'http://127.0.0.1:1/', '--expect', 'good'], 'Expect statuses such as 2xx'],
    [
      ['1', '--to', 'http://127.0.0.1:1/', '--report', 'html=x'],
      'Give KIND=FILE, such as json=FILE. Kinds are json, junit, baseline.',
    ],
    [
      ['1', '--to', 'http://127.0.0.1:1/', '--baseline', 'nowhere'],
      'Cannot read the baseline "nowhere": it does not exist.',
    ],
    [['9', '--to', 'http://127.0.0.1:1/'], 'the archive has no capture "9"'],
    [['5-9', '--to', 'http://127.0.0.1:1/'], 'the archive has no capture in 5-9'],
    [['--resume', 'no-such-run'], 'Cannot resume: there is no run "no-such-run" in this archive.'],
    [['--resume', 'last', '--dry-run'], "cannot be used with option '--dry-run'"],
    [['1', '--resume', 'last'], 'a run is to be resumed, and captures are named'],
  ])('refuses %j', async (argv, message) => {
    await sample.keep(['1']);
    const { code, stderr } = await send(...argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).not.toMatch(/\n {4}at |hunter2/);
  });
});
