import { setImmediate } from 'node:timers/promises';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { createTestClock } from '@idvkit/delivery';
import { at, stringAt } from '@idvkit/json';
import { describe, expect, it } from 'vitest';

import { createReport } from '../../src/index.ts';
import type { ConformanceRun } from '../../src/lib/drive/calls/conformance-run.ts';
import { readStateProbe } from '../../src/lib/receiver-audit/read-probe.ts';
import { createMain } from '../command-line.ts';
import { audit } from './audit.ts';
import { createdAt, hashOf, SECRET, startReceiver, type TestReceiver } from './test-receiver.ts';

/** What a receiver keeps of an application. */
interface Kept {
  readonly status: string;
  /** The time that it compares, in milliseconds. */
  readonly time: number;
  readonly keys: readonly string[];
}

/** Decides what a receiver keeps after a delivery; `undefined` keeps what it has. */
type Take = (delivery: Delivered, before: Kept | undefined) => Partial<Kept> | undefined;

interface Delivered {
  readonly isSubmission: boolean;
  readonly createdAt: number;
  readonly submittedAt: number;
  readonly key: string;
  readonly nounce: string;
  readonly text: string;
}

const HOUR_MS = 3_600_000;
const isKnown = (key: string, before: Kept | undefined): boolean => before?.keys.includes(key) === true;
const newer = (time: number, before: Kept | undefined): Partial<Kept> | undefined =>
  before === undefined || time > before.time ? { time } : undefined;
/** When a state was true: a submission describes the moment of submission, however late it comes. */
const stateTime = ({ isSubmission, createdAt, submittedAt }: Delivered): number =>
  isSubmission ? submittedAt : createdAt;

const RESEND = 'a resend of the submission overwrote an update_status of 10 minutes ago';
const STALE = 'an update_status of 10 minutes ago overwrote an update_status of 5 minutes ago';
const RETRY = 'a retry of the submission overwrote an update_status of 5 minutes ago';

const faulty: readonly (readonly [name: string, finds: readonly string[], take: Take])[] = [
  ['keeps what came last', [RESEND, STALE, RETRY], () => ({})],
  ['compares the times of events only', [RESEND, RETRY], ({ createdAt }, before) => newer(createdAt, before)],
  [
    'only processes submissions once',
    [STALE, RETRY],
    ({ isSubmission, key }, before) => {
      if (!isSubmission) return {};
      return isKnown(key, before) ? undefined : { keys: [key] };
    },
  ],
  [
    'processes each nounce once',
    [RESEND, STALE, RETRY],
    ({ nounce }, before) => (isKnown(nounce, before) ? undefined : { keys: [nounce] }),
  ],
  [
    'lets a submission start again',
    [RESEND, RETRY],
    ({ isSubmission, createdAt }, before) => (isSubmission ? { time: createdAt } : newer(createdAt, before)),
  ],
  [
    'compares hours',
    [STALE],
    (delivery, before) =>
      Math.floor(stateTime(delivery) / HOUR_MS) >= Math.floor((before?.time ?? 0) / HOUR_MS)
        ? { time: stateTime(delivery) }
        : undefined,
  ],
  [
    'processes each body once',
    [RESEND, STALE, RETRY],
    ({ text }, before) => (isKnown(hashOf(text), before) ? undefined : { keys: [hashOf(text)] }),
  ],
  [
    'compares what applies to status changes only',
    [RETRY],
    ({ isSubmission, key, createdAt }, before) =>
      isSubmission ? (isKnown(key, before) ? undefined : { keys: [key], time: createdAt }) : newer(createdAt, before),
  ],
];

const sound: readonly (readonly [name: string, take: Take])[] = [
  ['compares the times of states', (delivery, before) => newer(stateTime(delivery), before)],
  [
    'lets no submission change a state',
    ({ isSubmission, createdAt }, before) =>
      isSubmission && before !== undefined ? undefined : newer(createdAt, isSubmission ? undefined : before),
  ],
  ['takes no status from deliveries', (_, before) => (before === undefined ? { status: 'see the result' } : undefined)],
];

interface StatefulReceiver extends TestReceiver {
  readonly stateOf: (slug: string) => Promise<string>;
}

/** Starts a receiver that keeps one status per application. */
async function startStateful(take: Take, isLate = false): Promise<StatefulReceiver> {
  const kept = new Map<string, Kept>();
  const receiver = await startReceiver({
    look: (body) => {
      const slug = stringAt(body, 'application', 'slug') ?? '';
      const isSubmission = stringAt(body, 'event', 'type') === 'submit_form';
      const before = kept.get(slug);
      const submittedAt = Date.parse(stringAt(body, 'application', 'submitted_at') ?? '');
      const delivered = {
        isSubmission,
        createdAt: createdAt(body),
        submittedAt,
        key: `${slug}|${submittedAt}`,
        nounce: stringAt(body, 'event', 'nounce') ?? '',
        text: JSON.stringify(body),
      };
      const taken = take(delivered, before);
      const status = JSON.stringify(at(body, 'application', 'other_status'));
      const keys = [...(before?.keys ?? []), ...(taken?.keys ?? [])];
      const write = (): void => void kept.set(slug, { status, time: before?.time ?? 0, ...taken, keys });
      if (taken === undefined) return undefined;
      if (isLate) void setImmediate().then(write);
      else write();
      return undefined;
    },
  });
  return Object.assign(receiver, { stateOf: (slug: string) => Promise.resolve(kept.get(slug)?.status ?? '') });
}

/** The middle of an hour: a receiver that compares hours takes 10 and 5 minutes ago for the same time. */
const NOW = Date.parse('2026-01-05T03:30:00Z');

function auditState(receiver: StatefulReceiver): Promise<ConformanceRun> {
  return audit(receiver, {
    clock: createTestClock({ now: NOW, mode: 'offset' }),
    only: ['receiver.out-of-order.accepted'],
    stateProbe: receiver.stateOf,
    timing: { retrySpacingMs: 0, probeQuietMs: 2, probePatienceMs: 1000 },
  });
}

describe('the audit with a state probe', () => {
  it.each(faulty)('finds a receiver that %s', async (_, finds, take) => {
    await using receiver = await startStateful(take);
    const { discoveries, observations } = await auditState(receiver);

    expect(discoveries.map(({ seen }) => seen)).toEqual(finds);
    const known = new Set(observations.map(({ id }) => id));
    for (const { observation, against, advice } of discoveries) {
      expect([known.has(observation), against !== undefined && known.has(against), advice]).toEqual([
        true,
        true,
        expect.any(String),
      ]);
    }
  });

  it('finds a receiver that writes after it acknowledged', async () => {
    await using receiver = await startStateful(() => ({}), true);
    expect((await auditState(receiver)).discoveries.map(({ seen }) => seen)).toEqual([RESEND, STALE, RETRY]);
  });

  it.each(sound)('is quiet about a receiver that %s', async (_, take) => {
    await using receiver = await startStateful(take);
    expect((await auditState(receiver)).discoveries).toEqual([]);
  });

  it('says that nothing could be compared if the probe stands still', async () => {
    await using receiver = await startStateful(() => ({}));
    const { discoveries } = await auditState({ ...receiver, stateOf: () => Promise.resolve('') });
    expect(discoveries.map(({ seen }) => seen)).toEqual([
      'the state probe shows no status change, so nothing could be compared',
    ]);
  });

  it('gives advice that fails no run, with both deliveries', async () => {
    await using receiver = await startStateful(() => ({}));
    const report = createReport(await auditState(receiver));
    expect(report.exit.code).toBe(0);
    const [first] = report.discoveries;
    expect(first).toMatchObject({ seen: RESEND, advice: expect.stringContaining('Process a submission once') });
    const shown = report.observed.filter(({ id }) => id === first?.observation || id === first?.against);
    expect(shown.map((each) => each.kind === 'exchange' && each.call !== undefined)).toEqual([true, true]);
  });

  it('comes from --state-probe, and its advice is printed without --verbose', async () => {
    await using receiver = await startStateful(() => ({}));
    const io = createTestIo({ env: { IDV_WEBHOOK_SECRET: SECRET }, columns: 100 });
    let asked: unknown;
    const main = createMain({
      auditReceiver: ({ stateProbe }) => {
        asked = stateProbe;
        return auditState(receiver);
      },
    });

    expect(await main(['receiver', '--url', receiver.url, '--state-probe', 'read-state {slug}'], io)).toBe(0);
    expect(asked).toBe('read-state {slug}');
    const [, printed = ''] = io.stdoutText.split('Advice');
    expect(printed.split('\n\n').slice(0, 2).join('\n\n')).toMatchInlineSnapshot(`
      " · no rule demands this

        a resend of the submission overwrote an update_status of 10 minutes ago (x5 after x4)
          Process a submission once, by slug and submitted_at: a resend brings no newer state.
        an update_status of 10 minutes ago overwrote an update_status of 5 minutes ago (x8 after x7)
          Keep the status change with the newest event.created_at: deliveries may overtake each other.
        a retry of the submission overwrote an update_status of 5 minutes ago (x10 after x9)
          Count the state of a submission as old as its submitted_at: a retry has a new
          event.created_at. A late retry of an update_status looks new, so read the result if you must
          be sure."
    `);
  });
});

describe('readStateProbe()', () => {
  it('asks an address or a command about an application, and takes 404 for an unknown one', async () => {
    await using receiver = await startReceiver({
      instead: ({ url = '' }, response) => {
        const status = url.includes('unknown') ? 404 : 200;
        return response.writeHead(status).end(url).writableEnded;
      },
    });
    const probe = `${receiver.url}/{slug}`;
    expect(await readStateProbe({ probe, slug: 'k3v9' })).toBe('/hooks/idv/k3v9');
    expect(await readStateProbe({ probe, slug: 'unknown' })).toBe('');
    const command = `${process.execPath} -p "process.argv[1] + process.env.IDV_SLUG" {slug}`;
    expect(await readStateProbe({ probe: command, slug: 'k3v9' })).toBe('k3v9k3v9');
    expect(await readStateProbe({ probe: (slug) => ({ slug }), slug: 'k3v9' })).toBe('{"slug":"k3v9"}');
  });
});
