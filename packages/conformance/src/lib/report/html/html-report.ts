import { countText } from '@idvkit/cli-kit';
import { html, htmlPage, type Html, type HtmlSection } from '@idvkit/cli-kit/html';
import type { ConformanceReport } from '@idvkit/schema/formats';

import { createObservedAs } from '../finding-text.ts';
import { brokenRules, countsOf, VERDICTS } from '../report-facts.ts';
import { sectionsOf } from '../sections.ts';
import { clipped } from '../texts.ts';
import { CitedObservations } from './cited-observations.ts';
import { discoveriesSection } from './discoveries.ts';
import { MessageView } from './message-view.ts';
import {
  brokenSection,
  diagnosisSection,
  headlineOf,
  heading,
  icon,
  unlockSection,
  untestedSection,
} from './overview.ts';
import { PAGE_SCRIPT } from './page-script.ts';
import { ruleView, sectionView } from './rule-view.ts';
import { STYLE } from './style.ts';

/** Failed rules that are open; more would make the page long to scroll and slow to draw. */
const MAX_OPEN = 10;

/**
 * Writes a report as one HTML page of at most a few megabytes, for a reader who looks for what failed. It needs no other file, and its
 * content security policy allows only its own style and its script, which filters.
 */
export function htmlReport(report: ConformanceReport): string {
  const cited = new CitedObservations(report.observed);
  const bySection = sectionsOf(report);
  const failed = brokenRules(report, 'failed');
  const options = {
    report,
    cited,
    messages: new MessageView(report.observed),
    observedAs: createObservedAs(report),
    most: Math.max(...bySection.map(({ rules }) => rules.length)),
    open: new Set(failed.slice(0, MAX_OPEN)),
  };
  const parts: readonly (HtmlSection | undefined)[] = [
    brokenSection(report, 'failed', (rule) => ruleView(rule, options)),
    unlockSection(report),
    brokenSection(report, 'warned', (rule) => ruleView(rule, options)),
    diagnosisSection(report),
    {
      id: 'rules',
      title: 'Rules',
      body: html`${filter(report)} ${bySection.map((section) => sectionView(section, options))}`,
    },
    untestedSection(report),
    discoveriesSection(report, cited),
  ];
  const sections = [...parts, cited.section()].filter((part) => part !== undefined);
  return htmlPage({
    title: clipped(
      `${headlineOf(report)
        .map(({ text }) => text)
        .join(', ')} · ${report.target.baseUrl}`,
      200,
    ),
    style: STYLE,
    header: heading(report),
    sections,
    footer: `${report.tool.name} ${report.tool.version} · specification ${report.specVersion} · values are masked`,
    script: PAGE_SCRIPT,
    skip: failed.length > 0 ? { to: 'failed', text: 'Skip to failures' } : { to: 'rules', text: 'Skip to rules' },
    icon: icon(report),
  });
}

function filter({ rules, summary }: ConformanceReport): Html {
  const choices = countsOf(summary).filter(([, count]) => count > 0);
  return html`<div class="filter" id="filter" role="search" hidden>
    <input type="search" aria-label="Words of a rule" placeholder="Filter, such as auth 403" />
    <fieldset>
      <legend>Show</legend>
      <label><input type="radio" name="show" value="all" checked /> all <b>${rules.length}</b></label>
      ${choices.map(
        ([verdict, count]) =>
          html`<label
            ><input type="radio" name="show" value="${verdict}" /> ${VERDICTS[verdict].label}
            <b>${countText(count)}</b></label
          >`,
      )}
    </fieldset>
    <output></output>
  </div>`;
}
