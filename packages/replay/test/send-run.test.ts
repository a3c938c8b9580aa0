import { randomUUID } from 'node:crypto';
import { rm, truncate, writeFile } from 'node:fs/promises';

import { systemClock } from '@idvkit/delivery';
import { imageExpirySeconds } from '@idvkit/schema';
import type { SendPlan } from '@idvkit/schema/formats';
import { arbitraries } from '@idvkit/schema/generators';
import fc from 'fast-check';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { ImageServer, RunJournal, sendRun, type SendEvent, type SendOutcome } from '../src/index.ts';
import { plannedReceiver, type PlannedReaction, type PlannedReceiver } from './planned-receiver.ts';
import { sampleArchive, type SampleArchive } from './sample-archive.ts';

const ODD =
  '{ "event":{"type":"submit_form","nounce":"n\\u0031","created_at" : "2026-01-05T03:00:00+00:00"}, "n": 9007199254740993, "s": "\\u0e2a\\/", "s": 1e2,"extra":{"ekyc":{"liveness":{"url":"https:\\/\\/svc.example\\/api\\/ekyc\\/a1\\/result\\/image\\/?q=tok\\u0026exp=1"}}} }';

let sample: SampleArchive;
let receiver: PlannedReceiver;
let interruption: AbortController;

beforeEach(async () => {
  sample = await sampleArchive();
  receiver = await plannedReceiver();
  interruption = new AbortController();
});

afterEach(async () => {
  await receiver.close();
  await sample.remove();
});

function plan(changes: Partial<SendPlan> = {}): SendPlan {
  return {
    mode: 'as-is',
    images: 'keep',
    set: [],
    headers: [],
    targets: [receiver.url],
    captures: [1],
    times: 1,
    order: 'given',
    seed: 1,
    pace: { kind: 'none' },
    concurrency: 1,
    retrySpacingMs: 0,
    timeoutMs: 30_000,
    ...changes,
  };
}

async function send(
  planned: SendPlan,
  {
    resume,
    imageServer,
    onEvent,
  }: { resume?: string; imageServer?: ImageServer; onEvent?: (event: SendEvent) => void } = {},
): Promise<{ run: string; outcomes: readonly SendOutcome[] }> {
  const { archive } = sample;
  const run = resume ?? randomUUID();
  const opened =
    resume === undefined
      ? { journal: await RunJournal.create(archive.folder, run, planned, '2026-01-05T03:00:00.000Z') }
      : await RunJournal.resume(archive.folder, resume);
  const recorded = 'recorded' in opened ? opened.recorded : undefined;
  try {
    const outcomes = await sendRun({
      archive,
      plan: recorded?.plan ?? planned,
      journal: opened.journal,
      ...(recorded && { recorded: recorded.items }),
      receivedAtMs: () => 0,
      secret: 'receiver-secret',
      clock: systemClock,
      newNounce: randomUUID,
      imageServer,
      ...(onEvent && { onEvent }),
      signal: interruption.signal,
    });
    return { run, outcomes };
  } finally {
    await opened.journal.close();
  }
}

const bodies = (): string[] => receiver.arrived.map(({ body }) => body.toString());

describe('sendRun(), as-is', () => {
  it('sends the very bytes, with the headers that came, in every attempt', async () => {
    const headers: [string, string][] = [
      ['Host', 'elsewhere.example'],
      ['X-oDD', '1'],
      ['Content-Type', 'application/json; charset=utf-8'],
      ['Content-Length', '7'],
      ['Connection', 'keep-alive, X-hop'],
      ['X-hop', '1'],
      ['X-oDD', '2'],
      ['Cookie', '[redacted]'],
    ];
    await sample.keep([ODD], { headers });
    receiver.plan.push(503);
    const { outcomes } = await send(plan({ headers: [['X-New', 'ü']] }));
    expect(outcomes).toMatchObject([{ result: 'delivered', attempts: [{ number: 1 }, { number: 2 }] }]);
    expect(bodies()).toEqual([ODD, ODD]);
    const { rawHeaders } = receiver.arrived[1] ?? { rawHeaders: [] };
    expect(rawHeaders.filter((_, index) => index % 2 === 0)).toEqual([
      'host',
      'connection',
      'authorization',
      'X-oDD',
      'Content-Type',
      'X-oDD',
      'X-New',
      'content-length',
    ]);
    expect(receiver.arrived[1]?.headers).toMatchObject({
      authorization: 'Bearer receiver-secret',
      'x-odd': '1, 2',
      'content-length': String(Buffer.byteLength(ODD)),
    });
  });

  it('sends a chunked body chunked, and no bearer where it is removed', async () => {
    await sample.keep(['{}'], { headers: [['Transfer-Encoding', 'chunked']] });
    await send(plan({ headers: [['Authorization', null]] }));
    expect(receiver.arrived[0]?.headers).toMatchObject({
      'transfer-encoding': 'chunked',
      'content-type': 'application/json',
    });
    expect(receiver.arrived[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each<[PlannedReaction[], string[], string]>([
    [[400], ['4xx: not retried'], 'given-up'],
    [[429], ['4xx: not retried'], 'given-up'],
    [[302], ['3xx: not shown in the specification, not retried'], 'given-up'],
    [['reset'], ['no connection: not shown in the specification, not retried'], 'given-up'],
    [['silence'], ['no answer within 0.2 s: not retried'], 'given-up'],
    [[503, 204], ['5xx: retry 1 of 3 follows', '2xx: delivered'], 'delivered'],
    [
      [500, 502, 503, 504, 204],
      [
        '5xx: retry 1 of 3 follows',
        '5xx: retry 2 of 3 follows',
        '5xx: retry 3 of 3 follows',
        '5xx: retried three times, no more',
      ],
      'given-up',
    ],
  ])('meets %j with the rules %j', async (reactions, rules, result) => {
    await sample.keep(['{}']);
    receiver.plan.push(...reactions);
    const timeoutMs = reactions[0] === 'silence' ? 200 : 30_000;
    const { outcomes } = await send(plan({ timeoutMs }));
    expect(outcomes[0]?.attempts.map(({ rule }) => rule)).toEqual(rules);
    expect(outcomes[0]?.result).toBe(result);
    const noted: unknown[] = [];
    for await (const { outcome } of sample.archive.attempts(1)) noted.push(outcome);
    expect(noted).toHaveLength(rules.length + 1);
  });

  it('does not send what is missing, changed or cut off, and says so', async () => {
    const [missing, shorter, other] = await sample.keep(['{"a":1}', '{"a":2}', '{"a":3}']);
    const path = async (sha256 = ''): Promise<string> => (await sample.archive.bodies.locate(sha256))?.path ?? '';
    await rm(await path(missing?.body.sha256));
    await truncate(await path(shorter?.body.sha256), 3);
    await writeFile(await path(other?.body.sha256), '{"a":4}');
    const { outcomes } = await send(plan({ captures: [1, 2, 3] }));
    expect(outcomes.map(({ result, why }) => [result, why])).toEqual([
      ['not-sent', 'its body is missing from the archive'],
      ['not-sent', 'its body is not what was received; run idv-replay verify'],
      ['not-sent', 'its body is not what was received; run idv-replay verify'],
    ]);
    expect(bodies()).toEqual([]);
  });

  it.each([
    ['given', ['2', '1', '3']],
    ['recorded', ['1', '2', '3']],
    ['reverse', ['3', '2', '1']],
  ] as const)('sends in the order %s', async (order, expected) => {
    await sample.keep(['1', '2', '3']);
    await send(plan({ captures: [2, 1, 3], order }));
    expect(bodies()).toEqual(expected);
  });

  it('sends duplicates to several targets, in a random order that follows from the seed', async () => {
    const second = await plannedReceiver();
    await sample.keep(['1', '2', '3']);
    const planned = plan({ captures: [1, 2, 3], times: 2, order: 'random', targets: [receiver.url, second.url] });
    const { outcomes } = await send(planned);
    const first = bodies();
    expect(first.toSorted()).toEqual(['1', '1', '2', '2', '3', '3']);
    expect(second.arrived.map(({ body }) => body.toString())).toEqual(first);
    expect(outcomes).toHaveLength(12);
    receiver.arrived.length = 0;
    await send({ ...planned, targets: [receiver.url] });
    expect(bodies()).toEqual(first);
    await second.close();
  });
});

describe('sendRun(), afresh', () => {
  it('changes nounce, creation time and exp, and no other byte', async () => {
    await sample.keep([ODD]);
    receiver.plan.push(500);
    await send(plan({ mode: 'fresh' }));
    const seen = bodies().map((text) => {
      const [, nounce = '', createdAt = '', exp = ''] =
        /"nounce":"([^"]*)","created_at" : "([^"]*)".*exp=(\d+)/.exec(text) ?? [];
      expect(
        text.replace(nounce, 'n\\u0031').replace(createdAt, '2026-01-05T03:00:00+00:00').replace(`exp=${exp}`, 'exp=1'),
      ).toBe(ODD);
      expect(Number(exp)).toBe(imageExpirySeconds({ created_at: createdAt }));
      return [nounce, createdAt];
    });
    expect(new Set(seen.flat()).size).toBe(4);
  });

  it('changes nothing else of any delivery of the contract', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(arbitraries.submitFormDelivery(), async (submission) => {
        const text = JSON.stringify(submission);
        const [captured] = await sample.keep([text]);
        await send(plan({ mode: 'fresh', captures: [captured?.id ?? 0] }));
        count += 1;
        const sent = JSON.parse(receiver.arrived[count - 1]?.body.toString() ?? '') as typeof submission;
        const { nounce, created_at: createdAt } = submission.event;
        const exp = /(exp=)\d+/g;
        const restored = JSON.stringify({ ...sent, event: { ...sent.event, nounce, created_at: createdAt } });
        expect(restored.replaceAll(exp, '$1')).toBe(text.replaceAll(exp, '$1'));
      }),
      { numRuns: 15 },
    );
  });

  it('serves the images that were kept, and stand-ins for others, until their exp', async () => {
    const [captured] = await sample.keep([ODD]);
    const writer = await sample.archive.openWriter();
    const staged = await sample.archive.images.stage(
      (async function* () {
        yield Buffer.from('jpeg');
      })(),
    );
    const { sha256, bytes } = await sample.archive.images.publish(staged);
    const offset = ODD.indexOf('https:');
    const length = ODD.indexOf('"', offset) - offset;
    const fact = { capture: captured?.id ?? 0, at: '2026-01-05T03:00:00.000Z', offset, length };
    await writer.recordImage({ ...fact, outcome: { sha256, bytes, contentType: 'image/jpeg' } });
    await writer.close();
    let nowMs = Date.now();
    const imageServer = await ImageServer.start(sample.archive, () => nowMs);
    await send(plan({ mode: 'fresh', images: 'serve' }), { imageServer });
    const url = (JSON.parse(bodies()[0] ?? '') as { extra: { ekyc: { liveness: { url: string } } } }).extra.ekyc
      .liveness.url;
    expect(new URL(url).pathname).toBe('/api/ekyc/a1/result/image/');
    const get = async (address: string): Promise<[number, string]> => {
      const answer = await request(address);
      return [answer.statusCode, await answer.body.text()];
    };
    expect(await get(url)).toEqual([200, 'jpeg']);
    expect(await get(url.replace(/exp=\d+/, 'exp=99999999999'))).toEqual([403, '']);
    nowMs += 901_000;
    expect(await get(url)).toEqual([403, '']);
    expect(imageServer.tally).toEqual({ minted: 1, fetched: 1, refused: 2, standIns: 0 });
    await imageServer.close();
  });

  it('sends expired images with a creation time to match', async () => {
    await sample.keep([ODD]);
    const imageServer = await ImageServer.start(sample.archive, Date.now);
    await send(plan({ mode: 'fresh', images: 'expired' }), { imageServer });
    const sent = JSON.parse(bodies()[0] ?? '') as {
      event: { created_at: string };
      extra: { ekyc: { liveness: { url: string } } };
    };
    const { url } = sent.extra.ekyc.liveness;
    expect(Number(new URL(url).searchParams.get('exp'))).toBe(imageExpirySeconds(sent.event));
    expect((await request(url)).statusCode).toBe(403);
    await imageServer.close();
  });

  it.each([
    ['{"event":', 'its body is no JSON that can be edited: The text is cut off at byte 9'],
    ['{"event":{"nounce":"n"}}', 'it has no event.created_at that could be new: send it --as-is'],
  ])('does not send %s', async (text, why) => {
    await sample.keep([text]);
    const { outcomes } = await send(plan({ mode: 'fresh' }));
    expect(outcomes).toMatchObject([{ result: 'not-sent', why }]);
  });

  it('sets values where they stand, adds those that are not there, and refuses those without a place', async () => {
    await sample.keep(['{"a":{"b": [1,2], "b":3},"c":{}}', '[]']);
    const changes: unknown[] = [];
    const planned = plan({
      captures: [1, 2],
      set: [
        { pointer: '/a/b', text: '"x"' },
        { pointer: '/c/d~1e', text: '1' },
        { pointer: '/c/f', text: '2' },
      ],
    });
    const { outcomes } = await send(planned, {
      onEvent: (event) => void (event.kind === 'edited' && changes.push(...event.changes)),
    });
    expect(bodies()).toEqual(['{"a":{"b": "x", "b":"x"},"c":{"d/e":1,"f":2}}']);
    expect(changes).toHaveLength(4);
    expect(outcomes[1]).toMatchObject({
      result: 'not-sent',
      why: 'there is no place for /a/b, /c/d~1e, /c/f: what it is to be in is not there',
    });
  });
});

describe('sendRun(), resumed', () => {
  it('sends only what was neither answered nor timed out, with the retries that are left', async () => {
    await sample.keep(['1', '2', '3', '4']);
    receiver.plan.push(204, 404, 503, 'silence');
    const ended = Promise.withResolvers<void>();
    let attempts = 0;
    const onEvent = (): void => {
      attempts += 1;
      if (attempts === 3) ended.resolve();
    };
    const planned = plan({ captures: [1, 2, 3, 4], concurrency: 4, retrySpacingMs: 3_600_000 });
    const running = send(planned, { onEvent });
    await Promise.all([receiver.count(4), ended.promise]);
    interruption.abort();
    const { run, outcomes } = await running;
    expect(outcomes.map(({ result }) => result).toSorted()).toEqual([
      'delivered',
      'given-up',
      'interrupted',
      'interrupted',
    ]);
    const open = outcomes.flatMap(({ item, result }) => (result === 'interrupted' ? [String(item.capture)] : []));

    interruption = new AbortController();
    receiver.arrived.length = 0;
    const resumed = await send(plan(), { resume: run });
    expect(bodies().toSorted()).toEqual(open.toSorted());
    expect(resumed.outcomes.flatMap(({ item, again }) => (again ? [String(item.capture)] : []))).toEqual(open);
    expect(resumed.outcomes.map(({ result }) => result).toSorted()).toEqual([
      'delivered',
      'delivered',
      'delivered',
      'given-up',
    ]);
  });

  it('has the retries that are left, and counts attempts on', async () => {
    await sample.keep(['1']);
    const at = '2026-01-05T03:00:00.000Z';
    const journal = await RunJournal.create(sample.archive.folder, 'earlier', plan(), at);
    await journal.append({ kind: 'started', item: 1, at });
    for (const number of [1, 2]) {
      const outcome = { status: 503 };
      await journal.append({ kind: 'attempt', item: 1, number, at, durationMs: 1, outcome, next: 'retry' });
    }
    await journal.close();
    receiver.plan.push(500, 500, 500);
    const { outcomes } = await send(plan(), { resume: 'earlier' });
    expect(outcomes[0]?.attempts.map(({ number, rule }) => `${number} ${rule}`)).toEqual([
      '1 5xx: retry 1 of 3 follows',
      '2 5xx: retry 2 of 3 follows',
      '3 5xx: retry 3 of 3 follows',
      '4 5xx: retried three times, no more',
    ]);
    expect(bodies()).toHaveLength(2);
  });

  it('does nothing where all is known, and refuses runs that are not there or under way', async () => {
    await sample.keep(['1']);
    const { run } = await send(plan());
    await send(plan(), { resume: run });
    expect(bodies()).toEqual(['1']);
    const { folder } = sample.archive;
    await expect(RunJournal.resume(folder, 'no-such-run')).rejects.toThrow('There is no run "no-such-run"');
    const { journal } = await RunJournal.resume(folder, 'last');
    await expect(RunJournal.resume(folder, run)).rejects.toThrow('is under way in another process');
    await journal.close();
  });
});
