import { counted, countText } from '@idvkit/cli-kit';
import { factList, html, Html, inlineCode, type HtmlSection, type HtmlValue } from '@idvkit/cli-kit/html';
import type { ConformanceReport, RuleReport } from '@idvkit/schema/formats';

import {
  brokenRules,
  failureText,
  marksOf,
  notesOf,
  runFacts,
  targetFacts,
  tellingDiagnosis,
  timesOf,
  VERDICTS,
} from '../report-facts.ts';
import { sectionsOf } from '../sections.ts';
import { blockedOf, suppliesOf, unlockOf } from '../supplies.ts';
import { clipped } from '../texts.ts';
import { isExplainedByRules, levelsText, verdictOf, type VerdictPart } from '../verdict.ts';

const MAX_SENTENCE_LENGTH = 600;

function shortened(text: string): HtmlValue {
  return inlineCode(clipped(text, MAX_SENTENCE_LENGTH));
}

/** Returns the verdict in its colours for the page, on which a pass of only some rules is green. */
export function headlineOf(report: ConformanceReport): readonly VerdictPart[] {
  const [first, ...rest] = verdictOf(report);
  if (first === undefined || !isExplainedByRules(report)) return verdictOf(report);
  return [{ ...first, tone: brokenRules(report, 'failed').length > 0 ? 'bad' : 'good' }, ...rest];
}

/** Shows the verdict, a square for each rule, and the run, folded. */
export function heading(report: ConformanceReport): Html {
  const { target, exit } = report;
  const parts = headlineOf(report).map(
    ({ sign, text, tone }) =>
      html`<span class="${tone}"
        >${sign !== '·' && html`<span aria-hidden="true">${sign}</span> `}${shortened(text)}</span
      > `,
  );
  const facts = [
    ...targetFacts(report),
    ...runFacts(report),
    ['Exit code', String(exit.code)],
    ['Levels', levelsText(report)],
  ] as const;
  return html`<p class="eyebrow">
      Conformance report${target.baseUrl !== '' && ` · ${clipped(target.baseUrl, MAX_SENTENCE_LENGTH)}`}
    </p>
    <h1>${parts}</h1>
    ${notesOf(report).map((note) => html`<p>${shortened(note)}</p>`)} ${grid(report)}
    <details class="run">
      <summary>Run</summary>
      ${factList(facts)}
    </details>`;
}

/** Draws the whole run: a square per rule. Keyboards and screen readers get the list of rules instead. */
function grid(report: ConformanceReport): Html {
  const squares = sectionsOf(report).flatMap(({ rules }) =>
    rules.map(
      ({ id, verdict }) =>
        html`<a tabindex="-1" class="${verdict}" href="#rule-${id}" title="${id}: ${VERDICTS[verdict].label}"></a>`,
    ),
  );
  return html`<div class="grid" aria-hidden="true">${squares}</div>`;
}

/** Draws the icon of the tab: its colour is the verdict. */
export function icon(report: ConformanceReport): Html {
  const [first] = headlineOf(report);
  const color = { good: '#1a7f4b', bad: '#b9252b', open: '#69717a' }[first?.tone ?? 'open'];
  return new Html(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="${color}"/></svg>`,
  );
}

/** Lists rules with one verdict, a line each, before their details. */
export function brokenSection(
  report: ConformanceReport,
  verdict: 'failed' | 'warned',
  detailOf: (rule: RuleReport) => Html,
): HtmlSection | undefined {
  const rules = brokenRules(report, verdict);
  if (rules.length === 0) return undefined;
  const lines = rules.map(
    (rule) =>
      html`<li>
        <a href="#rule-${rule.id}">${rule.id}</a> ${inlineCode(clipped(failureText(rule, report), 200))}
        <small>${countText(timesOf(rule))}× · ${marksOf(rule).join(' · ')}</small>
      </li> `,
  );
  return {
    id: verdict,
    title: `${verdict === 'failed' ? 'Failed' : 'Warnings'}: ${counted(rules.length, 'rule')}`,
    body: html`<div class="beside">
      <ul class="failures">
        ${lines}
      </ul>
      <div>${rules.map(detailOf)}</div>
    </div>`,
  };
}

/** Shows the one setting that lets most rules be tested. */
export function unlockSection(report: ConformanceReport): HtmlSection | undefined {
  const unlock = unlockOf(report);
  if (unlock === undefined) return undefined;
  const { rules, give, paste } = unlock;
  return {
    id: 'unlock',
    title: `Test ${countText(rules)} more: give ${give}`,
    body: html`<p>Add this to <code>idvkit.config.yaml</code>:</p>
      <pre tabindex="0">${paste}</pre>`,
  };
}

/** Lists what was not tested: by the rules that failed, then by what is missing. */
export function untestedSection(report: ConformanceReport): HtmlSection | undefined {
  const named = (rules: readonly Pick<RuleReport, 'id'>[]): readonly HtmlValue[] =>
    rules.map(({ id }, index) => html`${index > 0 && ', '}<a href="#rule-${id}">${id}</a>`);
  const blocked = blockedOf(report).map(
    ({ by, rules }) =>
      html`<li>
        <p>Blocked by ${named(by.map((id) => ({ id })))} (${rules.length})</p>
        <p class="note">${named(rules)}</p>
      </li> `,
  );
  const missing = suppliesOf(report).map(
    ({ wanted, rules }) =>
      html`<li>
        <p>${wanted.map((text) => html`${shortened(text)} `)}</p>
        <p class="note">${counted(rules.length, 'rule')}: ${named(rules)}</p>
      </li> `,
  );
  if (blocked.length + missing.length === 0) return undefined;
  return {
    id: 'untested',
    title: 'Not tested',
    body: html`${
      blocked.length > 0 &&
      html`<ul class="supplies">
        ${blocked}
      </ul>`
    }
    ${
      missing.length > 0 &&
      html`<h3>By what is missing</h3>
        <ul class="supplies">
          ${missing}
        </ul>`
    }`,
  };
}

/** Lists the faults that would explain the failures. */
export function diagnosisSection(report: ConformanceReport): HtmlSection | undefined {
  const diagnosis = tellingDiagnosis(report);
  if (diagnosis.length === 0) return undefined;
  const rows = diagnosis.map(
    ({ fault, title, explains, match, alternatives }) =>
      html`<li>
        <p>The service ${inlineCode(title)} <small>${fault} · match ${Math.round(match * 100)} %</small></p>
        <p class="note">
          Explains
          ${explains.map((id, index) => html`${index > 0 && ', '}<a href="#rule-${id}">${id}</a>`)}${
            alternatives.length > 0 && `; as likely: ${alternatives.join(', ')}`
          }
        </p>
      </li> `,
  );
  return {
    id: 'diagnosis',
    title: 'Faults that would explain this',
    lead: 'Each is a defect that the mock can play: idvkit mock --fault ID.',
    body: html`<ol class="supplies">
      ${rows}
    </ol>`,
  };
}
