import type { RuleReport } from '@idvkit/schema/formats';
import { catalogue, RULE_IDS } from '@idvkit/schema/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { inlineCode, inlineText } from '../../src/lib/report/markdown/inline.ts';
import { markdownReport } from '../../src/lib/report/markdown/markdown-report.ts';
import { fixtureRun, keptRun, outcomeOf, somebody } from './fixture-run.ts';
import { reportOf } from './plain-page.ts';

describe('markdownReport()', () => {
  it('marks a section of which only some rules were tested', () => {
    const outcomes = [
      outcomeOf('application.id.integer'),
      outcomeOf('application.no.derived', { verdict: 'not-exercised', passes: 0, evidence: [] }),
    ];

    expect(markdownReport(reportOf(fixtureRun(somebody, { outcomes })))).toContain('| ◐ | Application | 1 |');
  });

  it('says how the run ended, by section, with what is broken and what to supply', () => {
    expect(markdownReport(reportOf(fixtureRun()))).toMatchInlineSnapshot(`
      "## idvkit: ✗ 10 rules: 2 passed, 4 failed, 1 warned · ○ 3 not tested

      Exit code 1.

      ### Failed: 4 rules

      **[application.no.derived](https://github.com/idvkit/idvkit/blob/main/docs/rules.md#application.no.derived)** · Application · must\\
      \`application.no\` is \`COK00\` followed by the zero-padded \`application.id\`

      - The digits of \`application.no\` after \`COK00\` do not read as \`application.id\` (at \`/application/no\`, expected \`COK00 + zero-padded [masked]\`, actual \`[masked: COK and 12 digits]\`)\\
        d1 \`submit_form of slug#ee4e to a → 204, application.id 48213377 · 2026-01-05T03:00:00.090Z\`

      **[answers.nid.check-digit](https://github.com/idvkit/idvkit/blob/main/docs/rules.md#answers.nid.check-digit)** · Answer · must\\
      The answer \`nid\` is a national id with a valid check digit

      - \`nid\` is not a national id with a valid check digit (at \`/answers/nid/value\`, expected \`13 digits, the last of them the check digit\`, actual \`[masked: 13 digits]\`)\\
        d1 \`submit_form of slug#ee4e to a → 204, application.id 48213377 · 2026-01-05T03:00:00.090Z\`

      **[create.status.201](https://github.com/idvkit/idvkit/blob/main/docs/rules.md#create.status.201)** · Create application · must\\
      A create call that succeeds returns 201

      - Answers 200 instead of 201 (expected \`201\`, actual \`200\`)\\
        x1 \`POST /en/api/forms/kyc-camera/create/ → 200 (12 ms) · 2026-01-05T03:00:00.000Z\`

      **[auth.absent.403](https://github.com/idvkit/idvkit/blob/main/docs/rules.md#auth.absent.403)** · Authentication · must\\
      A call without an Authorization header, where a token is needed, returns 403

      - Answers 401 instead of 403 (expected \`403\`, actual \`401\`)\\
        x2 \`GET /en/api/forms/kyc-camera/applied-forms/slug#ee4e/result/ without a token → 401 (3 ms), application.id 48213377 · 2026-01-05T03:00:00.040Z\`, the same in x3

      ### Warned: 1 rule

      **[liveness.attempt.message-empty](https://github.com/idvkit/idvkit/blob/main/docs/rules.md#liveness.attempt.message-empty)** · eKYC checks · should\\
      The reserved message of a liveness try is empty, even if the try failed

      - The message of an attempt reads "\\[masked\\]" (at \`/extra/ekyc/liveness/attempts/0/message\`, expected \`nothing\`, actual \`[masked]\`)\\
        d1 \`submit_form of slug#ee4e to a → 204, application.id 48213377 · 2026-01-05T03:00:00.090Z\`

      ### Not tested: 3 rules

      Test 1 more rule: give a workspace without credit, in \`idvkit.config.yaml\`:

      \`\`\`yaml
      fixtures:
        noCreditToken: \${NO_CREDIT_TOKEN}
        noCreditFormSlug: FORM
      \`\`\`

      - Blocked by create.status.201\\
        1 rule: \`create.credit.not-consumed\`

      - A workspace without credit (fixtures.noCreditToken).\\
        1 rule: \`create.credit.461-envelope\`

      - A receiver that the service reaches over HTTPS (receiver.url).\\
        1 rule: \`delivery.https\`

      <details><summary>Run and sections</summary>

      \`https://idv.example.com\` · Target a live service · Form kyc-camera · Specification 1.3.0 · Seed 7 · Started 2026-01-05 03:00 UTC · Duration 1 min 1 s · Observations 6 · Checks 34 · Self-check 12 of 12 passed · Applications created 1 · Failed calls 1 without a whole response of 3 · Levels Core 5 of 5, Submitted 2 of 2, Operated 0 of 3; Operated needs an operator that deletes, expires, changes a status, revokes a token and uses up credit

      | | Section | passed | failed | warned | not tested | checks |
      | - | :- | -: | -: | -: | -: | -: |
      | ⚪ | What the service does | · | · | · | 1 | · |
      | ❌ | Application | 1 | 1 | · | · | 9 |
      | ✅ | Statuses of the checks | 1 | · | · | · | 4 |
      | ❌ | Answer | · | 1 | · | · | 5 |
      | ⚠️ | eKYC checks | · | · | 1 | · | 5 |
      | ❌ | Create application | · | 1 | · | · | 5 |
      | ❌ | Authentication | · | 1 | · | · | 6 |
      | ⚪ | Events | · | · | · | 1 | · |
      | ⚪ | Errors | · | · | · | 1 | · |

      </details>
      "
    `);
  });

  it('is short where all is in order', () => {
    const text = markdownReport(reportOf(keptRun()));
    expect(text.split('\n')[0]).toBe('## idvkit: ✓ 3 rules: 3 passed, 0 failed');
    expect(text).not.toContain('###');
  });

  it('never takes 60 kB, and says what it leaves out', () => {
    const report = reportOf(fixtureRun());
    const long = '`<|ก'.repeat(400);
    const finding = { message: long, path: long, expected: long, actual: long, observation: 'x1' };
    const rules = RULE_IDS.map((id, index): RuleReport => {
      const { section, level, binds, title } = catalogue[id];
      const rule = { id, section, level, binds, title, observations: 4, evidence: [] };
      return index % 10 === 0
        ? { ...rule, verdict: 'not-exercised', reason: `${id} ${long}`, findings: [] }
        : {
            ...rule,
            verdict: 'failed',
            findings: [1, 2, 3, 4].map((kind) => ({ ...finding, message: `${kind}${long}`, observation: `x${index}` })),
          };
    });
    const problem = { code: 'target-unreachable', message: long.repeat(50), fix: long.repeat(50) };
    const text = markdownReport({ ...report, rules, problem, exit: { code: 2, reasons: [long.repeat(50), long] } });
    expect(Buffer.byteLength(text)).toBeLessThan(60_000);
    expect(text).toMatch(/…and \d+ more rules: `--report html=FILE` shows them all\./);
    expect(text).toContain('### Not tested');
  });
});

describe('markdownReport() of a report from somebody else', () => {
  const HOSTILE = 'x\u001B]8;;x\u0007\u009B\u202E\n# a <img src=x>';

  it('holds no control character, no line and no element of its texts', () => {
    const report = reportOf(fixtureRun());
    const rules = report.rules.map((rule) => ({
      ...rule,
      title: HOSTILE,
      findings: rule.findings.map((finding) => ({
        ...finding,
        observation: HOSTILE,
        times: HOSTILE,
        message: HOSTILE,
      })),
    }));
    const text = markdownReport({ ...report, tool: { name: HOSTILE, version: HOSTILE }, rules });
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]|^# a|(?<!`[^`\n]*)<img/mu);
  });
});

describe('inlineText()', () => {
  it('lets no text become markup', () => {
    expect(inlineText('<b> *a* _b_ [c](d) | #1 @me `code *x*`')).toBe(
      String.raw`&lt;b\> \*a\* \_b\_ \[c\](d) \| \#1 \@me ` + '`code *x*`',
    );
  });
});

describe('inlineCode()', () => {
  it('shows no control or invisible character as it is', () => {
    const hostile = '\u001B]8;;x\u0007\b\u009B2J\u202E\u200B\u061C';
    for (const text of [inlineCode(hostile), inlineText(hostile)]) expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it('has a fence that the text does not hold, on one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('`', 'a', '\n', ' ') }), (text) => {
        const code = inlineCode(text);
        const fence = /^`*/.exec(code)?.[0] ?? '';
        expect(code).not.toContain('\n');
        const inside = code === '' ? [] : code.slice(fence.length, -fence.length).split(/[^`]+/);
        expect(inside).not.toContain(fence === '' ? '`' : fence);
      }),
    );
  });
});
