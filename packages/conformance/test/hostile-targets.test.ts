import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { describe, expect, it, type TestContext } from 'vitest';

import { type ConformanceRun, runConformance, type RunOptions } from '../src/index.ts';
import type { HostileTarget } from './hostile-targets/start.ts';
import * as targets from './hostile-targets/targets.ts';
import { FORMS } from './independent-service/forms.ts';
import { TOKENS } from './independent-service/service.ts';
import { startIndependentService } from './independent-service/start.ts';

const IMPATIENT: RunOptions = {
  token: 'tok-of-a-stranger',
  formSlug: 'kyc-of-a-stranger',
  patienceSeconds: 0.2,
  ratePerSecond: 10_000,
  ledger: false,
  seed: 1,
};

async function runAgainst(
  start: () => Promise<HostileTarget>,
  { onTestFinished }: TestContext,
): Promise<ConformanceRun> {
  const target = await start();
  onTestFinished(() => target.close());
  // All others answer, however slowly on a busy machine.
  const callTimeoutSeconds = start === targets.hanging || start === targets.hangingBody ? 1 : 60;
  return runConformance({ ...IMPATIENT, callTimeoutSeconds, baseUrl: target.baseUrl });
}

const idsWith = ({ outcomes }: ConformanceRun, ...verdicts: string[]): string[] =>
  outcomes.filter(({ verdict }) => verdicts.includes(verdict)).map(({ rule }) => rule.id);

describe('a run against what is no such service', () => {
  it.concurrent.for([
    [targets.deadPort.name, targets.deadPort, 'target-unreachable', 'the connection is refused'],
    [targets.hangingUp.name, targets.hangingUp, 'target-unreachable', 'connections end without an answer'],
    [targets.hanging.name, targets.hanging, 'target-hangs', 'no answer comes in time'],
    [targets.hangingBody.name, targets.hangingBody, 'target-hangs', 'no answer comes in time'],
    [
      targets.otherProtocol.name,
      targets.otherProtocol,
      'target-not-this-service',
      'what listens there does not speak HTTP',
    ],
    [
      targets.endlessHeaders.name,
      targets.endlessHeaders,
      'target-not-this-service',
      'what listens there does not speak HTTP',
    ],
    [
      targets.endlessBody.name,
      targets.endlessBody,
      'target-not-this-service',
      'its answers are far larger than those of the service',
    ],
    [targets.worn.name, targets.worn, 'target-rate-limited', 'it answers 429, too many requests'],
    [targets.webSite.name, targets.webSite, 'target-not-this-service', 'it answers 200 with HTML, and the service'],
    [targets.wrongPath.name, targets.wrongPath, 'target-not-this-service', 'it answers 404 with HTML, and the service'],
    [
      targets.plainText.name,
      targets.plainText,
      'target-not-this-service',
      'it answers 200 with a body that is not JSON',
    ],
    [
      targets.invalidJson.name,
      targets.invalidJson,
      'target-not-this-service',
      'it answers 200 with a body that is not JSON',
    ],
    [
      targets.movedAway.name,
      targets.movedAway,
      'target-redirects',
      'it answers 308 and redirects calls to https://idv.example.com that the service would answer',
    ],
    [
      targets.redirectLoop.name,
      targets.redirectLoop,
      'target-redirects',
      'it answers 307 and redirects calls that the service would answer',
    ],
  ] as const)('ends at once with one clear message: %s', async ([, start, code, state], context) => {
    const run = await runAgainst(start, context);
    expect(run.problem).toMatchObject({ code, message: expect.stringContaining(state) });
    expect(run.problem?.fix).toMatch(/^[A-Z].*\.$/);
    expect(JSON.stringify([run.problem?.message, run.problem?.fix])).not.toMatch(/stranger|undefined|Error/);
    expect(run).toMatchObject({ complete: false, discoveries: [], selfCheck: { judged: 0 } });
    expect(idsWith(run, 'passed', 'warned', 'failed')).toEqual([]);
    expect(run.observations.length).toBeLessThan(5);
  });

  it.concurrent('says of a gateway whose service is down what it answers, and judges nothing', async (context) => {
    const run = await runAgainst(targets.maintenance, context);
    expect(run.problem).toMatchObject({
      code: 'target-unavailable',
      message: expect.stringMatching(/: it answers 503 with HTML to every call\.$/),
      fix: expect.not.stringContaining('baseUrl'),
    });
    expect(run).toMatchObject({ complete: false, discoveries: [], selfCheck: { judged: 0 } });
    expect(idsWith(run, 'passed', 'warned', 'failed')).toEqual([]);
  });

  it.concurrent('reads no more of an endless body than it has to', async ({ onTestFinished }) => {
    const target = await targets.endlessBody();
    onTestFinished(() => target.close());
    await runConformance({ ...IMPATIENT, baseUrl: target.baseUrl });
    expect(target.sent()).toBeLessThan(128 * 2 ** 20);
  });

  it.concurrent('gives a server that answers {} to everything no pass at all', async (context) => {
    const run = await runAgainst(targets.alwaysEmptyObject, context);
    expect(idsWith(run, 'passed')).toEqual([]);
    expect(idsWith(run, 'failed')).toEqual(
      expect.arrayContaining([
        'create.status.201',
        'create.body.required-fields',
        'result.unknown.404',
        'auth.absent.403',
      ]),
    );
  });

  it.concurrent('gives a server that forbids everything the shape of its refusals, and nothing else', async (context) => {
    const run = await runAgainst(targets.alwaysForbidden, context);
    expect(idsWith(run, 'passed')).toEqual([
      'error.envelope.shape',
      'error.envelope.status-code',
      'error.envelope.message',
      'error.envelope.detail-string',
      'error.403.detail',
      'error.content-type.json',
    ]);
    expect(idsWith(run, 'failed')).toEqual(
      expect.arrayContaining([
        'create.status.201',
        'result.unknown.404',
        'auth.invalid-token.401',
        'locale.unknown.302',
      ]),
    );
  });
});

describe('a run that was told something wrong', () => {
  const [form] = FORMS;
  const known = { ...IMPATIENT, token: TOKENS.good, formSlug: form?.slug ?? '' };

  async function runWith(options: RunOptions, { onTestFinished }: TestContext): Promise<ConformanceRun> {
    const service = await startIndependentService();
    onTestFinished(() => service.close());
    return runConformance({ baseUrl: service.baseUrl, ...known, ...options });
  }

  it.concurrent('names a token that is refused, without repeating it', async (context) => {
    const run = await runWith({ token: 'tok-of-a-stranger' }, context);
    expect(run.problem?.code).toBe('token-refused');
    expect(`${run.problem?.message} ${run.problem?.fix}`).not.toContain('stranger');
  });

  it.concurrent('names a form that is not there', async (context) => {
    const run = await runWith({ formSlug: 'no-such-form' }, context);
    expect(run.problem?.code).toBe('form-unknown');
  });

  it.concurrent('names a port that is in use', async (context) => {
    const taken = createServer();
    await new Promise<void>((resolve) => {
      taken.listen(0, '127.0.0.1', resolve);
    });
    context.onTestFinished(() => void taken.close());
    // A listening server on TCP has an address with a port.
    const { port } = taken.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/`;
    const run = await runWith({ receiver: { listen: `127.0.0.1:${port}`, url, secret: 's' } }, context);
    expect(run.problem).toMatchObject({
      code: 'receiver-unavailable',
      message: `Cannot listen for deliveries on 127.0.0.1:${port}: the port is in use.`,
    });
  });

  it('names what it was not given', async () => {
    const { token: _token, ...rest } = known;
    const run = await runConformance({ ...rest, baseUrl: 'http://127.0.0.1:9' });
    expect(run.problem).toMatchObject({ code: 'options-invalid', fix: expect.stringContaining('IDV_API_TOKEN') });
  });

  it.each(['ftp://127.0.0.1', 'not an address', 'http://user:secret@127.0.0.1'])(
    'refuses to call %s, without repeating it',
    async (baseUrl) => {
      const run = await runConformance({ ...known, baseUrl });
      expect(run.problem?.code).toBe('options-invalid');
      expect(`${run.problem?.message}${run.problem?.fix}`).not.toContain('secret');
    },
  );

  it.concurrent('judges what it can without any budget for creating', async (context) => {
    const run = await runWith({ budget: { applications: 0 } }, context);
    expect(run.problem).toBeUndefined();
    expect(idsWith(run, 'failed')).toEqual([]);
    expect(idsWith(run, 'passed')).toEqual(expect.arrayContaining(['error.401.detail', 'locale.unknown.location']));
    expect(idsWith(run, 'not-exercised')).toContain('create.status.201');
  });
});
