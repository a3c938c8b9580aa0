import { counted } from '@idvkit/cli-kit';
import { bar, html, inlineCode, type Html, type HtmlValue } from '@idvkit/cli-kit/html';
import type { ConformanceReport, ReportedFinding, RuleReport } from '@idvkit/schema/formats';
import { sentencesOf, type SpecificationSentence } from '@idvkit/schema/rules';

import { shownValue, type ObservedAs } from '../finding-text.ts';
import { countsOf, findingKinds, marksOf, timesText, VERDICTS } from '../report-facts.ts';
import { ruleAddress } from '../rule-address.ts';
import { type Section, sectionTitle } from '../sections.ts';
import { clipped } from '../texts.ts';
import type { CitedObservations } from './cited-observations.ts';
import type { MessageView } from './message-view.ts';

const MAX_KINDS = 4;
const MAX_IDS = 6;
const MAX_EVIDENCE = 5;
const MAX_VALUE_LENGTH = 400;
const OPEN = html` open`;

export interface RuleViewOptions {
  readonly report: ConformanceReport;
  readonly cited: CitedObservations;
  readonly messages: MessageView;
  readonly observedAs: ObservedAs;
  /** Rules of the largest section: a bar is as wide as its section is large. */
  readonly most: number;
  /** Rules that are open: the first that failed. */
  readonly open: ReadonlySet<RuleReport>;
}

/** Shows the rules of a section, folded. A rule that failed is shown above, so that a link is enough. */
export function sectionView(section: Section, options: RuleViewOptions): Html {
  const { name, title, rules } = section;
  const counts = countsOf(section).filter(([, count]) => count > 0);
  return html`<details class="section" id="section-${name.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}">
    <summary>
      <span><b>${title}</b>${title !== name && html`<br /><code>${name}</code>`}</span>
      ${bar(
        counts.map(([className, value]) => ({ className, value })),
        options.most,
      )}
      <small>${counts.map(([verdict, count]) => `${count} ${VERDICTS[verdict].label}`).join(', ')}</small>
    </summary>
    ${rules.map((rule) => (isShownAbove(rule) ? linkView(rule) : ruleView(rule, options)))}
  </details> `;
}

function isShownAbove({ verdict, baseline }: RuleReport): boolean {
  return (verdict === 'failed' || verdict === 'warned') && baseline !== 'known';
}

function linkView({ id, verdict, title }: RuleReport): Html {
  const { sign, label } = VERDICTS[verdict];
  return html`<p class="rule ${verdict}">
    <span class="sign" role="img" aria-label="${label}">${sign}</span
    ><span class="name"><a href="#rule-${id}">${id}</a><br />${inlineCode(title)}</span>
  </p> `;
}

/** Shows a rule, open if it is among the first that failed. */
export function ruleView(rule: RuleReport, options: RuleViewOptions): Html {
  const { id, section, title, verdict, observations } = rule;
  const { sign, label } = VERDICTS[verdict];
  const notes = [...marksOf(rule), ...(observations === 0 ? [] : [counted(observations, 'check')])];
  return html`<details class="rule ${verdict}" id="rule-${id}" ${options.open.has(rule) && OPEN}>
    <summary>
      <span class="sign" role="img" aria-label="${label}">${sign}</span
      ><span class="name"><b>${id}</b> <small>${notes.join(' · ')}</small><br />${inlineCode(title)}</span>
    </summary>
    <div class="inside">
      ${insideOf(rule, options)}
      <p class="note"><a href="${ruleAddress(rule.id)}">Specification, “${sectionTitle(section)}”</a></p>
    </div>
  </details> `;
}

function insideOf(rule: RuleReport, options: RuleViewOptions): HtmlValue {
  const { findings, reason, verdict, evidence, again, blockedBy = [] } = rule;
  const { cited } = options;
  const [first, ...others] = findingKinds(rule).slice(0, MAX_KINDS);
  const quoted = findings.length > 0 ? quotedSentence(rule) : undefined;
  const blockers = blockedBy.map((by, index) => html`${index > 0 && ', '}<a href="#rule-${by}">${by}</a>`);
  return [
    quoted !== undefined && html`<blockquote>${inlineCode(quoted)}</blockquote>`,
    blockers.length > 0 && html`<p class="reason">Blocked by ${blockers}</p>`,
    reason !== undefined &&
      html`<p class="reason">${verdict === 'not-exercised' ? 'Missing: ' : ''}${clipped(reason, MAX_VALUE_LENGTH)}</p>`,
    first !== undefined && findingView(first, options),
    others.length > 0 &&
      html`<details>
        <summary>${counted(others.length, 'more condition')}</summary>
        ${others.map((kind) => findingView(kind, options))}
      </details>`,
    noteOf(timesText(rule, { kinds: MAX_KINDS, ids: MAX_IDS })),
    againView(again),
    findings.length === 0 && evidence.length > 0 && noteOf(['Seen in ', cited.links(evidence.slice(0, MAX_EVIDENCE))]),
  ];
}

/** Returns the sentence of the specification that a rule checks: the one that is closest to it, and about fewest others. */
function quotedSentence({ id, section }: RuleReport): string | undefined {
  const all = sentencesOf(id);
  const own = all.filter((each) => each.section === section);
  const distance = ({ rules = [] }: SpecificationSentence): number => rules.indexOf(id) + rules.length / 1000;
  return (own.length > 0 ? own : all).toSorted((one, other) => distance(one) - distance(other))[0]?.text;
}

function noteOf(text: HtmlValue): Html | false {
  return text !== undefined && html`<p class="note">${text}</p>`;
}

function findingView(
  [first, ...same]: readonly [ReportedFinding, ...ReportedFinding[]],
  { report, cited, messages, observedAs }: RuleViewOptions,
): Html {
  const { message, path, expected, actual, observation, also = [], times, curl } = first;
  const value = (name: string, what: unknown): HtmlValue =>
    what !== undefined &&
    html`<dt>${name}</dt>
      <dd><code>${clipped(shownValue(what), MAX_VALUE_LENGTH)}</code></dd>`;
  const seen = (name: string, id: string): Html =>
    html`<dt>${name}</dt>
      <dd>${cited.link(id)} ${clipped(observedAs(id), MAX_VALUE_LENGTH)}</dd>`;
  const others = [...new Set(same.map(({ observation }) => observation))].slice(0, MAX_IDS);
  return html`<article class="finding">
    <h3>${inlineCode(clipped(message, 2 * MAX_VALUE_LENGTH))}</h3>
    <dl>
      ${value('At', path === '' ? '/' : path)}${value('Expected', expected)}${value('Actual', actual)}
      ${seen('Seen in', observation)}${also.slice(0, 3).map((id) => seen('and', id))}${
        others.length > 0 &&
        html`<dt>The same in</dt>
          <dd>${cited.links(others)}</dd>`
      }${value('Times', times)}${applicationOf(observation, report, cited)}
    </dl>
    ${messages.of(observation, path)}${againView(curl)}
  </article> `;
}

/** Shows the command that repeats a call or a check. */
function againView(command: string | undefined): HtmlValue {
  return (
    command !== undefined &&
    html`<h4>Again</h4>
      <pre class="curl" tabindex="0">${clipped(command, 2000)}</pre>`
  );
}

/** Names the application, and says where its slug may be. */
function applicationOf(id: string, { created, target }: ConformanceReport, cited: CitedObservations): Html | false {
  const observed = cited.get(id);
  const name = observed?.kind === 'exchange' || observed?.kind === 'delivery' ? observed.application : undefined;
  if (name === undefined) return false;
  return html`<dt>Application</dt>
    <dd>
      <code>${name}</code
      >${target.kind === 'live' && created.includes(name) && html` <small>its slug is in the ledger, if the run wrote one</small>`}
    </dd>`;
}
