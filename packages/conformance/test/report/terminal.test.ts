import { createPaint, escapeText, type Paint } from '@idvkit/cli-kit';
import type { RuleId } from '@idvkit/schema/rules';
import { describe, expect, it } from 'vitest';

import type { ConformanceRun } from '../../src/lib/drive/calls/conformance-run.ts';
import type { RuleOutcome } from '../../src/lib/judge/rule/rule-outcome.ts';
import type { Observation } from '../../src/lib/observe/observation.ts';
import { terminalReport } from '../../src/lib/report/terminal/terminal-report.ts';
import { levelsText } from '../../src/lib/report/verdict.ts';
import { brokenOutcome, fixtureRun, keptRun, outcomeOf, somebody } from './fixture-run.ts';
import { plainPage, reportOf } from './plain-page.ts';

describe('terminalReport()', () => {
  it('is short when all is well', () => {
    expect(terminalReport(reportOf(keptRun()), plainPage())).toMatchInlineSnapshot(`
      "idvkit 0.1.0 · https://idv.example.com
      Target: a live service · Form: kyc-camera · Specification: 1.3.0 · Seed: 7

      ✓ 3 rules: 3 passed, 0 failed · exit 0
        Duration: 1 min 1 s · Observations: 6 · Checks: 12
        Self-check: 12 of 12 passed · Applications created: 1
        Failed calls: 1 without a whole response of 3
        --verbose shows everything
      "
    `);
  });

  it('marks a section of which only some rules were tested', () => {
    const tested = outcomeOf('application.id.integer');
    const untested = outcomeOf('application.no.derived', { verdict: 'not-exercised', passes: 0, evidence: [] });
    const signOf = (outcomes: readonly RuleOutcome[]): string | undefined =>
      /^(.) Application /m.exec(
        terminalReport(
          reportOf(fixtureRun(somebody, { outcomes: [...outcomes, outcomeOf('answers.map.object')] })),
          plainPage({ verbose: true }),
        ),
      )?.[1];

    expect([[tested], [tested, untested], [untested]].map(signOf)).toEqual(['✓', '◐', '○']);
  });

  it('shows what is not in order, with its evidence', () => {
    expect(terminalReport(reportOf(fixtureRun()), plainPage())).toMatchInlineSnapshot(`
      "idvkit 0.1.0 · https://idv.example.com
      Target: a live service · Form: kyc-camera · Specification: 1.3.0 · Seed: 7

      Failed · 4 rules

      ✗ application.no.derived  Application · must
        \`application.no\` is \`COK00\` followed by the zero-padded \`application.id\`

        → The digits of \`application.no\` after \`COK00\` do not read as
          \`application.id\`
          d1 submit_form of slug#ee4e to a → 204, application.id 48213377 ·
            2026-01-05T03:00:00.090Z
          │
          │ /application/no: "[masked: COK and 12 digits]"
          │                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          │         expected COK00 + zero-padded [masked]
          │

      ✗ answers.nid.check-digit  Answer · must
        The answer \`nid\` is a national id with a valid check digit

        → \`nid\` is not a national id with a valid check digit
          d1 submit_form of slug#ee4e to a → 204, application.id 48213377 ·
            2026-01-05T03:00:00.090Z
          │
          │ /answers/nid/value: "[masked: 13 digits]"
          │                     ^^^^^^^^^^^^^^^^^^^^^
          │         expected 13 digits, the last of them the check digit
          │
          x1 POST /en/api/forms/kyc-camera/create/ → 200 (12 ms) ·
            2026-01-05T03:00:00.000Z
          curl -sS -i -X POST -H "Authorization: Bearer $IDV_API_TOKEN" -H 'Content-Type: application/json' --data '{"answers":{"nid":"[masked: 13 digits]","customer_ref":"[masked]"}}' https://idv.example.com/en/api/forms/kyc-camera/create/

      ✗ create.status.201  Create application · must
        A create call that succeeds returns 201

        → Answers 200 instead of 201
          x1 POST /en/api/forms/kyc-camera/create/ → 200 (12 ms) ·
            2026-01-05T03:00:00.000Z
          │
          │ 200
          │ ^^^ expected 201
          │
          curl -sS -i -X POST -H "Authorization: Bearer $IDV_API_TOKEN" -H 'Content-Type: application/json' --data '{"answers":{"nid":"[masked: 13 digits]","customer_ref":"[masked]"}}' https://idv.example.com/en/api/forms/kyc-camera/create/

      ✗ auth.absent.403  Authentication · must
        A call without an Authorization header, where a token is needed, returns 403

        → Answers 401 instead of 403
          x2 GET /en/api/forms/kyc-camera/applied-forms/slug#ee4e/result/ without a
            token → 401 (3 ms), application.id 48213377 · 2026-01-05T03:00:00.040Z
          │
          │ 401
          │ ^^^ expected 403
          │
          curl -sS -i "https://idv.example.com/en/api/forms/kyc-camera/applied-forms/\${SLUG:?slug of the open application slug#ee4e, or of another one}/result/"
          the same in x3

      Warnings · 1 rule

      ! liveness.attempt.message-empty  eKYC checks · should
        The reserved message of a liveness try is empty, even if the try failed

        → The message of an attempt reads "[masked]"
          d1 submit_form of slug#ee4e to a → 204, application.id 48213377 ·
            2026-01-05T03:00:00.090Z
          │
          │ /extra/ekyc/liveness/attempts/0/message: "[masked]"
          │                                          ^^^^^^^^^^ expected nothing
          │

      ✗ 10 rules: 2 passed, 4 failed, 1 warned · ○ 3 not tested · exit 1
        Duration: 1 min 1 s · Observations: 6 · Checks: 34
        Self-check: 12 of 12 passed · Applications created: 1
        Failed calls: 1 without a whole response of 3
        Not tested: 3 rules. To test 1 of them, give a workspace without credit:
          fixtures.noCreditToken in the configuration.
        1 rule passed in part · 2 behaviours beyond the specification · --verbose
          shows everything
      "
    `);
  });

  it('names no address that is not known, and no seed where nothing was driven', () => {
    const target = { kind: 'recorded', baseUrl: '', formSlug: 'kyc-camera' } as const;
    const [, head] = terminalReport(reportOf({ ...keptRun(), target }), plainPage()).split('\n');
    expect(head).toBe('Target: recorded traffic · Form: kyc-camera · Specification: 1.3.0');
  });

  it('shows every rule, discovery and need when asked to', () => {
    const text = terminalReport(reportOf(fixtureRun()), plainPage({ verbose: true }));
    expect(text.slice(0, text.indexOf('Failed · '))).toMatchInlineSnapshot(`
      "idvkit 0.1.0 · https://idv.example.com
      Target: a live service · Form: kyc-camera · Specification: 1.3.0 · Seed: 7

        Section                 passed  failed  warned  not tested  checks
      ○ What the service does        ·       ·       ·           1       ·
          ○ create.credit.not-consumed
            An operator that reads the credit (operator.readCredit).

      ✗ Application                  1       1       ·           ·       9
          ✓ application.id.integer  4 checks
          ✗ application.no.derived  5 checks

      ✓ Statuses of the checks       1       ·       ·           ·       4
          ✓ other-status.ekyc.enum  4 checks
            Not seen for: pending.

      ✗ Answer                       ·       1       ·           ·       5
          ✗ answers.nid.check-digit  5 checks

      ! eKYC checks                  ·       ·       1           ·       5
          ! liveness.attempt.message-empty  5 checks

      ✗ Create application           ·       1       ·           ·       5
          ✗ create.status.201  5 checks

      ✗ Authentication               ·       1       ·           ·       6
          ✗ auth.absent.403  6 checks

      ○ Events                       ·       ·       ·           1       ·
          ○ delivery.https
            A receiver that the service reaches over HTTPS (receiver.url).

      ○ Errors                       ·       ·       ·           1       ·
          ○ create.credit.461-envelope
            A workspace without credit (fixtures.noCreditToken).

      Discovered · 2 that the specification does not show

        Text of a 404    "Not found." and "[masked]" (x2)
        Pad width of no  10 digits (d1)

      Not tested · 3 rules

      Test 1 more rule: give a workspace without credit, in idvkit.config.yaml:
          fixtures:
            noCreditToken: \${NO_CREDIT_TOKEN}
            noCreditFormSlug: FORM

      ○ Blocked by create.status.201
          1 rule: create.credit.not-consumed

      ○ A workspace without credit (fixtures.noCreditToken).
          1 rule: create.credit.461-envelope

      ○ A receiver that the service reaches over HTTPS (receiver.url).
          1 rule: delivery.https

      "
    `);
    expect(text.slice(text.lastIndexOf('✗ 10 rules'))).toMatchInlineSnapshot(`
      "✗ 10 rules: 2 passed, 4 failed, 1 warned · ○ 3 not tested · exit 1

      Started: 2026-01-05 03:00 UTC · Duration: 1 min 1 s · Observations: 6
      Checks: 34 · Self-check: 12 of 12 passed · Applications created: 1
      Failed calls: 1 without a whole response of 3
      Levels: Core 5 of 5, Submitted 2 of 2, Operated 0 of 3; Operated needs an
        operator that deletes, expires, changes a status, revokes a token and uses up
        credit
      "
    `);
  });

  it('names the files of the report last', () => {
    const text = terminalReport(reportOf(keptRun()), plainPage({ files: ['out/r.html', 'out/r.json'] }));
    expect(text.split('\n').slice(-3)).toEqual(['  Report: out/r.html', '  Report: out/r.json', '']);
  });

  it('stays within a narrow terminal, but for addresses and commands', () => {
    const lines = terminalReport(reportOf(fixtureRun()), plainPage({ columns: 50 })).split('\n');
    const wide = lines.filter((line) => line.length > 50 && !/curl|https?:|\/api\/|│/.test(line));
    expect(wide).toEqual([]);
  });

  it('dresses nothing but what is there', () => {
    const colours: Paint = createPaint({ isTTY: true }, {});
    const report = reportOf(fixtureRun());
    const dressed = escapeText(terminalReport(report, plainPage({ paint: colours })));
    expect(dressed).toContain('\u001B[31m✗\u001B[39m');
    // oxlint-disable-next-line no-control-regex -- colours begin with an escape
    expect(dressed.replaceAll(/\u001B\[[\d;]*m/g, '')).toBe(terminalReport(report, plainPage()));
  });

  it('asks for what would let most rules be exercised, and only for what is missing', () => {
    const idle = (id: RuleId, reason: string): RuleOutcome =>
      outcomeOf(id, { verdict: 'not-exercised', passes: 0, evidence: [], reason });
    const submission = 'A submission: an operator that submits, or fixtures.submittedSlug.';
    const outcomes = [
      outcomeOf('application.id.integer'),
      ...(['aml.run.shape', 'aml.run.timestamp', 'aml.entry.shape', 'aml.keyed-by-provider'] as const).map((id) =>
        idle(id, submission),
      ),
      idle('answers.nid.check-digit', `${submission} It answers nid.`),
      idle('resend.delivers', 'A resend of a submitted application, and a receiver.'),
      idle('create.credit.461', 'A workspace without credit (fixtures.noCreditToken).'),
      idle('delivery.https', 'A receiver that the service reaches over HTTPS (receiver.url).'),
      idle('submit.unknown.404', 'A submit call on a slug that does not exist.'),
    ];
    const skipped: ConformanceRun['skipped'] = [
      {
        scenario: 'images',
        reason: 'A delivery: a receiver, and an operator that submits.',
        lacks: ['submitted-application', 'receiver'],
      },
      {
        scenario: 'submissions',
        reason: 'An operator that submits (operator.submit).',
        lacks: ['submitted-application'],
      },
      { scenario: 'deliveries', reason: 'A receiver (receiver.url).', lacks: ['receiver'] },
    ];
    const run = fixtureRun(somebody, { outcomes, skipped, discoveries: [] });
    const text = terminalReport(reportOf(run), plainPage());
    const detailed = terminalReport(reportOf(run), plainPage({ verbose: true }));
    expect(detailed.slice(detailed.indexOf('Not tested'), detailed.indexOf('✓ 10 rules'))).toMatchInlineSnapshot(`
      "Not tested · 9 rules

      Test 5 more rules: give one submitted application, in idvkit.config.yaml:
          fixtures:
            submittedSlug: SLUG

      ○ An operator that submits (operator.submit).
          5 rules: aml.run.shape, aml.run.timestamp, aml.entry.shape,
          aml.keyed-by-provider, answers.nid.check-digit

      ○ An operator that submits (operator.submit).
        A receiver (receiver.url).
          1 rule: resend.delivers

      ○ A workspace without credit (fixtures.noCreditToken).
          1 rule: create.credit.461

      ○ A receiver (receiver.url).
          1 rule: delivery.https

      ○ A submit call on a slug that does not exist.
          1 rule: submit.unknown.404

      "
    `);
    expect(text.slice(text.indexOf('Not tested'))).toMatchInlineSnapshot(`
      "Not tested: 9 rules. To test 5 of them, give one submitted application:
          fixtures.submittedSlug in the configuration.
        --verbose shows everything
      "
    `);
  });

  it('shows the time of each delivery of a finding, and the seconds between them', () => {
    const delivery = fixtureRun().observations.find(({ kind }) => kind === 'delivery');
    if (delivery === undefined) throw new Error('The run has no delivery');
    const at = (id: string, seconds: number): Observation => ({ ...delivery, id, at: delivery.at + seconds * 1000 });
    const run = fixtureRun(somebody, {
      discoveries: [],
      observations: [at('d1', 0), at('d2', 2), at('d3', 6.04)],
      outcomes: [
        brokenOutcome('delivery.5xx.at-most-three', { observations: ['d3', 'd1', 'd2'], message: 'Retried too often' }),
      ],
    });

    const text = terminalReport(reportOf(run), plainPage());
    expect(text.slice(text.indexOf('→'), text.indexOf('1 rule ·'))).toMatchInlineSnapshot(`
      "→ Retried too often
          d3 submit_form of slug#ee4e to a → 204, application.id 48213377 ·
            2026-01-05T03:00:06.130Z
          2 s from d1 to d2, 4 s from d2 to d3
          d1 submit_form of slug#ee4e to a → 204, application.id 48213377 ·
            2026-01-05T03:00:00.090Z
          d2 submit_form of slug#ee4e to a → 204, application.id 48213377 ·
            2026-01-05T03:00:02.090Z

      ✗ 1 rule: 0 passed, 1 failed · exit 1
        Duration: 1 min 1 s · Observations: 3 · Checks: 5
        Self-check: 12 of 12 passed · Applications created: 1
        --verbose shows everything"
    `);
  });

  it('marks what a baseline knows', () => {
    const baseline = {
      format: 'idvkit.conformance-baseline' as const,
      version: 1 as const,
      rules: [
        { rule: 'application.id.integer' as const, reason: 'Ticket 11', expires: '2026-02-01' },
        { rule: 'create.status.201' as const, reason: 'Ticket 12', expires: '2026-02-01' },
        { rule: 'auth.absent.403' as const, reason: 'Ticket 13', expires: '2026-01-04' },
        { rule: 'delivery.https' as const, reason: 'Ticket 14', expires: '2026-02-01' },
      ],
    };
    const outcomes = [
      outcomeOf('application.id.integer'),
      brokenOutcome('create.status.201', { observations: ['x1'], message: 'Answers 200 instead of 201' }),
      brokenOutcome('auth.absent.403', { observations: ['x2'], message: 'Answers 401 instead of 403' }),
      outcomeOf('delivery.https', { verdict: 'not-exercised', passes: 0, evidence: [], reason: 'HTTPS.' }),
    ];
    const run = fixtureRun(somebody, { outcomes, discoveries: [], skipped: [] });
    const text = terminalReport(reportOf(run, { baseline }), plainPage());
    expect(text.slice(text.indexOf('Failed'))).toMatchInlineSnapshot(`
      "Failed · 1 rule

      ✗ auth.absent.403  Authentication · must · no longer excused by the baseline
        A call without an Authorization header, where a token is needed, returns 403
        Excused until 2026-01-04: Ticket 13

        → Answers 401 instead of 403
          x2 GET /en/api/forms/kyc-camera/applied-forms/slug#ee4e/result/ without a
            token → 401 (3 ms), application.id 48213377 · 2026-01-05T03:00:00.040Z
          curl -sS -i "https://idv.example.com/en/api/forms/kyc-camera/applied-forms/\${SLUG:?slug of the open application slug#ee4e, or of another one}/result/"

      Unexpected pass · 1 rule

      ✗ application.id.integer
          Passes, although the baseline lists it as failing. Remove it from the
          baseline.

      Known to fail · 1 rule

      ~ create.status.201
          Known until 2026-02-01: Ticket 12

      ✗ 4 rules: 1 passed, 1 failed, 1 known to fail · ○ 1 not tested · exit 1
        1 rule passed that the baseline lists as failing, remove it there:
        application.id.integer.
        Duration: 1 min 1 s · Observations: 6 · Checks: 14
        Self-check: 12 of 12 passed · Applications created: 1
        Failed calls: 1 without a whole response of 3
        Not tested: 1 rule. HTTPS.
        --verbose shows everything
      "
    `);
  });

  it('says how much of the time was waiting, and how many calls failed', () => {
    const { observations } = fixtureRun();
    const repeated = observations.map((each) => (each.id === 'x1' ? { ...each, repeated: true } : each));
    // An exchange with one more member is an exchange.
    const run = { ...keptRun(), waitedMs: 42_000, observations: repeated as ConformanceRun['observations'] };
    const text = terminalReport(reportOf(run), plainPage());

    expect(text).toContain('Duration: 1 min 1 s, 42.0 s of it waiting (patienceSeconds)');
    expect(text).toContain('Failed calls: 1 repeated, 1 without a whole response of 3');
  });

  it('says why a run ended early', () => {
    const interrupted = fixtureRun(somebody, {
      outcomes: [],
      observations: [],
      complete: false,
      interrupted: true,
      stopped: 'Interrupted',
      discoveries: [],
      skipped: [],
    });
    expect(terminalReport(reportOf(interrupted), plainPage())).toMatchInlineSnapshot(`
      "idvkit 0.1.0 · https://idv.example.com
      Target: a live service · Form: kyc-camera · Specification: 1.3.0 · Seed: 7

      ? The run was interrupted: what was seen until then is judged. · exit 130
        No rule was tested: nothing was observed that a rule applies to.
        Ended early: Interrupted
      "
    `);
  });

  it('says why a target could not be judged, and what to do', () => {
    const problem = {
      code: 'target-unreachable' as const,
      message: 'Cannot reach https://idv.example.com: connection refused.',
      fix: 'Start it, or name another address.',
    };
    const run = fixtureRun(somebody, {
      outcomes: [],
      observations: [],
      complete: false,
      problem,
      discoveries: [],
      skipped: [],
      created: [],
    });
    expect(terminalReport(reportOf(run), plainPage())).toMatchInlineSnapshot(`
      "idvkit 0.1.0 · https://idv.example.com
      Target: a live service · Form: kyc-camera · Specification: 1.3.0 · Seed: 7

      ✗ Cannot reach https://idv.example.com: connection refused. · exit 2
        Start it, or name another address.
      "
    `);
  });
});

describe('levelsText()', () => {
  const levels = [{ level: 'core' as const, rules: 80, tested: 0 }];

  it('says what the next level needs, unless the run ended early', () => {
    expect(levelsText({ levels, complete: true })).toBe('Core 0 of 80; Core needs its URL, a token and a form');
    expect(levelsText({ levels, complete: false })).toBe('Core 0 of 80');
  });
});
