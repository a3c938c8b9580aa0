import { html, type Html, type HtmlValue } from '@idvkit/cli-kit/html';
import type { ReportedFinding, RuleReport } from '@idvkit/schema/formats';

import { type ObservedAs, shownValue } from '../finding-text.ts';
import { findingKinds, ruleAddress, UNEXPECTED_PASS, VERDICTS } from '../report-facts.ts';
import type { Section } from '../sections.ts';
import { clipped, counted } from '../texts.ts';
import type { MessageView } from './message-view.ts';
import { sectionId } from './section-coverage.ts';

const MAX_KINDS = 4;
const MAX_IDS = 12;
const MAX_EVIDENCE_LINES = 5;
const MAX_VALUE_LENGTH = 400;
const OPEN = html` open`;

export interface RuleViewOptions {
  readonly observedAs: ObservedAs;
  readonly messages: MessageView;
}

export function sectionView(section: Section, options: RuleViewOptions): Html {
  const { name, rules, passed } = section;
  return html`<section class="rules" id="${sectionId(name)}">
    <h3>${name} <small>${passed} of ${rules.length} passed</small></h3>
    ${rules.map((rule) => ruleView(rule, options))}
  </section> `;
}

function ruleView(rule: RuleReport, options: RuleViewOptions): Html {
  const { id, level, title, verdict, observations, baseline } = rule;
  const { sign, label } = VERDICTS[verdict];
  const isOpen = verdict === 'failed' || verdict === 'warned';
  const checks = observations === 0 ? '' : counted(observations, 'check');
  return html`<details class="rule ${verdict}" id="rule-${id}" ${isOpen && OPEN}>
    <summary>
      <span class="sign" role="img" aria-label="${label}">${sign}</span
      ><span class="name"
        ><b>${id}</b>
        <small>${level}${checks !== '' && ` · ${checks}`}${baseline !== undefined && ` · ${BASELINES[baseline]}`}</small
        ><br />${sentence(title)}</span
      >
    </summary>
    <div class="inside">
      ${insideOf(rule, options)}
      <p class="note"><a href="${ruleAddress(id)}">Specification, “${rule.section}”</a></p>
    </div>
  </details> `;
}

const BASELINES: Readonly<Record<NonNullable<RuleReport['baseline']>, string>> = {
  known: 'known to fail',
  expired: 'no longer excused by the baseline',
  'unexpected-pass': UNEXPECTED_PASS,
  'not-exercised': 'in the baseline',
};

function insideOf(rule: RuleReport, options: RuleViewOptions): HtmlValue {
  const { findings, moreFindings = 0, reason, verdict } = rule;
  const kinds = findingKinds(rule);
  const rest = kinds.slice(MAX_KINDS).reduce((sum, kind) => sum + kind.length, moreFindings);
  return [
    reason !== undefined &&
      html`<p class="reason">${verdict === 'not-exercised' ? 'Missing: ' : ''}${clipped(reason, MAX_VALUE_LENGTH)}</p>`,
    ...kinds.slice(0, MAX_KINDS).map((kind) => findingView(kind, options)),
    rest > 0 && html`<p class="note">and ${counted(rest, 'more finding')}</p>`,
    findings.length === 0 && evidenceView(rule, options),
  ];
}

function evidenceView({ evidence, observations }: RuleReport, { observedAs }: RuleViewOptions): Html | false {
  if (evidence.length === 0) return false;
  const lines = evidence
    .slice(0, MAX_EVIDENCE_LINES)
    .map((id) => html`<li><b>${id}</b> ${clipped(observedAs(id), MAX_VALUE_LENGTH)}</li>`);
  const more = observations > lines.length ? `, the first of ${counted(observations, 'check')}` : '';
  return html`<p class="note">Seen in${more}:</p>
    <ul class="evidence">
      ${lines}
    </ul>`;
}

function findingView(
  [first, ...same]: readonly [ReportedFinding, ...ReportedFinding[]],
  { observedAs, messages }: RuleViewOptions,
): Html {
  const { message, path, expected, actual, observation, also = [], times, curl } = first;
  const value = (name: string, what: unknown): HtmlValue =>
    what !== undefined &&
    html`<dt>${name}</dt>
      <dd><code>${clipped(shownValue(what), MAX_VALUE_LENGTH)}</code></dd>`;
  const others = [...new Set(same.map(({ observation }) => observation))];
  const ids = others.slice(0, MAX_IDS).join(', ');
  const more = others.length > MAX_IDS ? ` and ${others.length - MAX_IDS} more` : '';
  return html`<article class="finding">
    <h4>${sentence(clipped(message, 2 * MAX_VALUE_LENGTH))}</h4>
    <dl>
      ${value('At', path === '' ? '/' : path)}${value('Expected', expected)}${value('Actual', actual)}
      <dt>Seen in</dt>
      <dd><b>${observation}</b> ${clipped(observedAs(observation), MAX_VALUE_LENGTH)}</dd>
      ${also.slice(0, 3).map(
        (id) =>
          html`<dt>and</dt>
            <dd><b>${id}</b> ${clipped(observedAs(id), MAX_VALUE_LENGTH)}</dd>`,
      )}${
        ids !== '' &&
        html`<dt>The same in</dt>
          <dd>${ids}${more}</dd>`
      }${value('Times', times)}
    </dl>
    ${messages.of(observation, path)}${
      curl !== undefined &&
      html`<h5>Again</h5>
        <pre class="curl" tabindex="0">${clipped(curl, 2000)}</pre>`
    }
  </article> `;
}

/** Formats code in backquotes. */
export function sentence(text: string): Html {
  const parts = text.split(/`([^`]+)`/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
