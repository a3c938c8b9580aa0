import { readFile } from 'node:fs/promises';

import type { RuleId } from '@idvkit/schema/rules';
import { describe, expect, it } from 'vitest';

import { createReport } from '../../src/index.ts';
import { diagnose } from '../../src/lib/report/diagnosis/diagnose.ts';
import { brokenIn, checkText, verdictsOf } from './reading.ts';

type Tool = 'firefox' | 'mitmproxy';

/** An archive as far as tests change it. */
interface Archive {
  readonly log: {
    readonly entries: {
      readonly request: { readonly method: string; readonly url: string; readonly postData?: { text: string } };
      readonly response: { readonly status: number; readonly content: { text?: string } };
    }[];
  };
}

/** What the tool wrote; see fixtures/README.md. */
function archiveOf(tool: Tool): Promise<string> {
  return readFile(new URL(`fixtures/${tool}.har`, import.meta.url), 'utf8');
}

/** What a service does wrong once: in which message, and how that differs from what is right. */
interface Slip {
  readonly call: readonly [method: string, path: RegExp, status: number];
  readonly right: RegExp;
  readonly wrong: string;
  /** What holds the text; default the answer. */
  readonly part?: 'request';
}

/** The archive with one slip in it. */
function withSlip(text: string, { call: [method, path, status], right, wrong, part }: Slip): string {
  const archive = JSON.parse(text) as Archive;
  const [holder] = archive.log.entries
    .filter(
      ({ request, response }) => request.method === method && path.test(request.url) && response.status === status,
    )
    .map(({ request, response }) => (part === 'request' ? request.postData : response.content))
    .filter((each) => right.test(each?.text ?? ''));
  const before = holder?.text ?? '';
  if (holder !== undefined) holder.text = before.replace(right, wrong);
  expect(holder?.text).not.toBe(before);
  return JSON.stringify(archive);
}

const slips: readonly (readonly [RuleId, Slip])[] = [
  [
    'error.envelope.status-code',
    { call: ['GET', /create\/$/, 403], right: /"status_code":403/, wrong: '"status_code":404' },
  ],
  ['create.info.absolute', { call: ['POST', /create\/$/, 201], right: /"info":"https?:\/\/[^/]+/, wrong: '"info":"' }],
  ['answers.nid.check-digit', { call: ['GET', /result\/$/, 200], right: /2679873768956/, wrong: '2679873768955' }],
];

const EVENT: Slip = { call: ['POST', /\/hook$/, 204], right: /"version":1/, wrong: '"version":"1"', part: 'request' };

describe('a check of what tools wrote', () => {
  it('finds nothing in a correct service, and decides as much of it in either', async () => {
    const firefox = await checkText(await archiveOf('firefox'));
    const mitmproxy = await checkText(await archiveOf('mitmproxy'));

    for (const run of [firefox, mitmproxy]) {
      expect(brokenIn(run)).toEqual([]);
      expect(run.selfCheck.missed).toEqual([]);
    }
    const passed = (run: typeof firefox): readonly string[] =>
      Object.entries(verdictsOf(run)).flatMap(([id, verdict]) => (verdict === 'passed' ? [id] : []));
    expect([passed(firefox).length, passed(mitmproxy).length]).toEqual([121, 137]);
    // What a page does not see is what is delivered.
    expect(passed(mitmproxy).filter((id) => !passed(firefox).includes(id))).toMatchInlineSnapshot(`
      [
        "image.exp.15-minutes-after-event",
        "resend.delivers",
        "resend.new-nounce",
        "resend.new-created-at",
        "event.present",
        "event.nounce.string",
        "event.nounce.unique",
        "event.type.string",
        "event.version.on-submit-form",
        "event.created-at",
        "event.created-at.not-before-submission",
        "event.submit-form.payload",
        "event.submit-form.complete",
        "delivery.method.post",
        "delivery.content-type.json",
        "delivery.idempotency-key.stable",
      ]
    `);
    expect(passed(firefox).filter((id) => !passed(mitmproxy).includes(id))).toEqual([]);
  });

  it.each(
    (['firefox', 'mitmproxy'] as const).flatMap((tool) => slips.map(([rule, slip]) => [tool, rule, slip] as const)),
  )('finds in the archive of %s that %s is broken and nothing else, and diagnoses it', async (tool, rule, slip) => {
    const run = await checkText(withSlip(await archiveOf(tool), slip));

    expect(brokenIn(run)).toEqual([rule]);
    const diagnosis = diagnose(createReport(run).rules, new Map());
    expect(diagnosis.map(({ fault, explains }) => [fault.split('/', 1)[0], explains])).toEqual([[rule, [rule]]]);
  });

  it('finds what is wrong with a delivery that went through mitmproxy', async () => {
    const text = withSlip(await archiveOf('mitmproxy'), EVENT);
    expect(brokenIn(await checkText(text))).toEqual(['event.version.on-submit-form']);
  });

  it('tells whether deliveries through mitmproxy carry the secret', async () => {
    const text = await archiveOf('mitmproxy');
    const verdictWith = async (webhookSecret: string): Promise<unknown> =>
      verdictsOf(await checkText(text, { webhookSecret }))['delivery.bearer'];
    expect([await verdictWith('whsec_test'), await verdictWith('another')]).toEqual(['passed', 'failed']);
    const { outcomes } = await checkText(text, {});
    expect(outcomes.find(({ rule }) => rule.id === 'delivery.bearer')?.reason).toContain('IDV_WEBHOOK_SECRET');
  });
});
