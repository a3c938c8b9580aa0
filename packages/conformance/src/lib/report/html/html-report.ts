import { factList, html, type Html, htmlPage, type HtmlSection } from '@idvkit/cli-kit/html';
import type { ConformanceReport } from '@idvkit/schema/formats';

import { createObservedAs } from '../finding-text.ts';
import { countsOf, isInconclusive, notesOf, runFacts, targetFacts, VERDICTS } from '../report-facts.ts';
import { sectionsOf } from '../sections.ts';
import { suppliesOf } from '../supplies.ts';
import { clipped, counted, grouped } from '../texts.ts';
import { applicationTimeline } from './application-timeline.ts';
import { MessageView } from './message-view.ts';
import { sectionView, sentence } from './rule-view.ts';
import { sectionCoverage, verdictBar } from './section-coverage.ts';
import { STYLE } from './style.ts';

const MAX_DISCOVERIES = 150;
const MAX_SENTENCE_LENGTH = 600;

/**
 * Writes a report as one HTML page of at most a few megabytes. It needs no other file: no script, no asset, and a content
 * security policy that allows none.
 */
export function htmlReport(report: ConformanceReport): string {
  const options = { observedAs: createObservedAs(report), messages: new MessageView(report.observed) };
  const sections = sectionsOf(report);
  const rules = html`${filter(report)} ${sections.map((section) => sectionView(section, options))}`;
  const parts: readonly (HtmlSection | undefined)[] = [
    { id: 'coverage', title: 'Coverage by section', body: sectionCoverage(sections) },
    { id: 'rules', title: 'Rules', body: rules },
    applicationTimeline(report),
    supplies(report),
    discoveries(report),
  ];
  return htmlPage({
    title: `Conformance: ${report.exit.code === 0 ? 'OK' : 'not OK'} · ${clipped(report.target.baseUrl, 100)}`,
    style: STYLE,
    header: heading(report),
    sections: parts.filter((part) => part !== undefined),
    footer: `${report.tool.name} ${report.tool.version} · specification ${report.specVersion} · values are masked`,
  });
}

function heading(report: ConformanceReport): Html {
  const { exit, target, summary } = report;
  const [sign, state] = exit.code === 0 ? ['✓', 'good'] : isInconclusive(exit.code) ? ['?', 'open'] : ['✗', 'bad'];
  return html`<p class="eyebrow">Conformance report</p>
    <h1 class="${state}">
      <span class="sign" aria-hidden="true">${sign}</span
      ><span>${shortened(exit.reasons[0] ?? 'No reason is known.')}</span>
    </h1>
    ${notesOf(report).map((note) => html`<p>${shortened(note)}</p>`)}
    <p class="target">${clipped(target.baseUrl, MAX_SENTENCE_LENGTH)}</p>
    ${verdictBar(summary)}
    <ul class="legend">
      ${countsOf(summary).map(([verdict, count]) => html`<li class="${verdict}"><b>${grouped(count)}</b> ${VERDICTS[verdict].label}</li>`)}
    </ul>
    ${factList([...targetFacts(report), ...runFacts(report), ['Exit code', exit.code]])}`;
}

function shortened(text: string): Html {
  return sentence(clipped(text, MAX_SENTENCE_LENGTH));
}

function filter({ rules, summary }: ConformanceReport): Html {
  const choices = countsOf(summary).filter(([, count]) => count > 0);
  return html`<fieldset class="filter">
    <legend>Show</legend>
    <label><input type="radio" name="show" id="show-all" checked /> all <b>${rules.length}</b></label>
    ${choices.map(
      ([verdict, count]) =>
        html`<label
          ><input type="radio" name="show" id="show-${verdict}" /> ${VERDICTS[verdict].label}
          <b>${grouped(count)}</b></label
        >`,
    )}
  </fieldset>`;
}

function supplies(report: ConformanceReport): HtmlSection | undefined {
  const items = suppliesOf(report).map(
    ({ wanted, rules }) =>
      html`<li>
        <p>${wanted.map((text) => html`${shortened(text)} `)}</p>
        <p class="note">
          ${counted(rules.length, 'rule')}:
          ${rules.map(({ id }, index) => html`${index > 0 && ', '}<a href="#rule-${id}">${id}</a>`)}
        </p>
      </li> `,
  );
  if (items.length === 0) return undefined;
  return {
    id: 'supplies',
    title: 'Not tested, by what is missing',
    body: html`<ul class="supplies">
      ${items}
    </ul>`,
  };
}

function discoveries({ discoveries: all }: ConformanceReport): HtmlSection | undefined {
  if (all.length === 0) return undefined;
  const rows = all.slice(0, MAX_DISCOVERIES).map(
    ({ about, seen, observation }) =>
      html`<tr>
        <th scope="row">${clipped(about, 200)}</th>
        <td>${clipped(seen, 300)}</td>
        <td class="number">${observation}</td>
      </tr> `,
  );
  const more = all.length - rows.length;
  return {
    id: 'discoveries',
    title: 'Discovered',
    lead: 'The specification does not show this, and no rule checks it.',
    body: html`<div class="scroll">
        <table class="discoveries">
          <thead>
            <tr>
              <th scope="col">About</th>
              <th scope="col">Seen</th>
              <th scope="col" class="number">In</th>
            </tr>
          </thead>
          <tbody>
            ${rows}
          </tbody>
        </table>
      </div>
      ${more > 0 && html`<p class="note">and ${more} more</p>`}`,
  };
}
