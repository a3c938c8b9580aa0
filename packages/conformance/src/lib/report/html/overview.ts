import { html, Html, type HtmlSection, type HtmlValue } from '@idvkit/cli-kit/html';
import { counted, countText } from '@idvkit/cli-kit/text';
import type { ConformanceReport, RuleReport } from '@idvkit/schema/formats';

import {
  brokenRules,
  type Fact,
  failureText,
  marksOf,
  notesOf,
  runFacts,
  targetFacts,
  timesOf,
  VERDICTS,
} from '../report-facts.ts';
import { sectionsOf } from '../sections.ts';
import { blockedOf, suppliesOf, unlockOf } from '../supplies.ts';
import { clipped } from '../texts.ts';
import { levelsText, verdictOf } from '../verdict.ts';
import { sentence } from './rule-view.ts';

const MAX_SENTENCE_LENGTH = 600;

export function shortened(text: string): Html {
  return sentence(clipped(text, MAX_SENTENCE_LENGTH));
}

/** Shows the verdict, one line about the run, and a square for each rule. */
export function heading(report: ConformanceReport): Html {
  const { target, exit } = report;
  const parts = verdictOf(report).map(
    ({ sign, text, tone }, index) =>
      html`<span class="${tone}"
        >${index > 0 && html`<span class="between" aria-hidden="true">·</span> `}${
          sign !== '·' && html`<span class="sign" aria-hidden="true">${sign}</span> `
        }${shortened(text)}</span
      > `,
  );
  const facts = [...targetFacts(report), ...runFacts(report), ['Exit code', String(exit.code)]] as const;
  const levels = levelsText(report);
  return html`<p class="eyebrow">Conformance report · ${clipped(target.baseUrl, MAX_SENTENCE_LENGTH)}</p>
    <h1>${parts}</h1>
    ${notesOf(report).map((note) => html`<p>${shortened(note)}</p>`)}
    <p class="note">${inLine(facts)}</p>
    ${levels !== undefined && html`<p class="note">Levels: ${levels}</p>`} ${grid(report)}`;
}

function inLine(facts: readonly Fact[]): readonly HtmlValue[] {
  return facts.flatMap(([name, value], index) => [index > 0 && ' · ', html`${name}: ${value}`]);
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
  const [first] = verdictOf(report);
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
        <a href="#rule-${rule.id}">${rule.id}</a> ${sentence(clipped(failureText(rule, report), 200))}
        <small>${countText(timesOf(rule))}× · ${marksOf(rule).join(' · ')}</small>
      </li> `,
  );
  return {
    id: verdict,
    title: `${verdict === 'failed' ? 'Failed' : 'Warnings'}: ${counted(rules.length, 'rule')}`,
    body: html`<ul class="failures">
        ${lines}
      </ul>
      ${rules.map(detailOf)}`,
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

/** Lists what changed since the compared report, except rules that still fail. */
export function changesSection({ rules, comparison }: ConformanceReport): HtmlSection | undefined {
  if (comparison === undefined) return undefined;
  const items = (['new', 'fixed', 'unknown'] as const).flatMap((wanted) => {
    const own = rules.filter(({ change }) => change === wanted);
    const links = own.map(({ id }, index) => html`${index > 0 && ', '}<a href="#rule-${id}">${id}</a>`);
    return own.length === 0
      ? []
      : [
          html`<dt>${CHANGE_TITLES[wanted]}</dt>
            <dd>${links}</dd>`,
        ];
  });
  if (items.length === 0) return undefined;
  return {
    id: 'changes',
    title: `Changed since ${comparison.startedAt.slice(0, 10)}`,
    body: html`<dl class="plain">${items}</dl>`,
  };
}

const CHANGE_TITLES = { new: 'New', fixed: 'Fixed', unknown: 'Not tested any more' } as const;

/** Lists the faults that would explain the failures. */
export function diagnosisSection({ diagnosis = [] }: ConformanceReport): HtmlSection | undefined {
  if (diagnosis.length === 0) return undefined;
  const rows = diagnosis.map(
    ({ fault, title, explains, match, alternatives }) =>
      html`<li>
        <p>The service ${sentence(title)} <small>${fault} · match ${Math.round(match * 100)} %</small></p>
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
