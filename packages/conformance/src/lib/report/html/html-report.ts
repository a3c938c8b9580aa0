import { html, type Html, htmlPage, type HtmlSection } from '@idvkit/cli-kit/html';
import { countText } from '@idvkit/cli-kit/text';
import type { ConformanceReport } from '@idvkit/schema/formats';

import { brokenRules, countsOf, VERDICTS } from '../report-facts.ts';
import { sectionsOf } from '../sections.ts';
import { clipped } from '../texts.ts';
import { verdictLine } from '../verdict.ts';
import { ApplicationTimelines } from './application-timeline.ts';
import { CitedObservations } from './cited-observations.ts';
import { discoveriesSection } from './discoveries.ts';
import { MessageView } from './message-view.ts';
import {
  brokenSection,
  changesSection,
  diagnosisSection,
  heading,
  icon,
  unlockSection,
  untestedSection,
} from './overview.ts';
import { PAGE_SCRIPT } from './page-script.ts';
import { ruleView, sectionView } from './rule-view.ts';
import { STYLE } from './style.ts';

/**
 * Writes a report as one HTML page of at most a few megabytes, for a reader who looks for what failed. It needs no other file, and its
 * content security policy allows only its own style and its script, which filters.
 */
export function htmlReport(report: ConformanceReport): string {
  const cited = new CitedObservations(report.observed);
  const timelines = new ApplicationTimelines(report, cited);
  const options = { report, cited, timelines, messages: new MessageView(report.observed) };
  const parts: readonly (HtmlSection | undefined)[] = [
    brokenSection(report, 'failed', (rule) => ruleView(rule, options)),
    unlockSection(report),
    brokenSection(report, 'warned', (rule) => ruleView(rule, options)),
    changesSection(report),
    diagnosisSection(report),
    {
      id: 'rules',
      title: 'Rules',
      body: html`${filter(report)} ${sectionsOf(report).map((section) => sectionView(section, options))}`,
    },
    untestedSection(report),
    timelines.section(),
    discoveriesSection(report, cited),
  ];
  const sections = [...parts, cited.section()].filter((part) => part !== undefined);
  const isBroken = brokenRules(report, 'failed').length > 0;
  return htmlPage({
    title: clipped(`${verdictLine(report)} · ${report.target.baseUrl}`, 200),
    style: STYLE,
    header: heading(report),
    sections,
    footer: `${report.tool.name} ${report.tool.version} · specification ${report.specVersion} · values are masked`,
    script: PAGE_SCRIPT,
    skip: isBroken ? { to: 'failed', text: 'Skip to failures' } : { to: 'rules', text: 'Skip to rules' },
    icon: icon(report),
  });
}

function filter({ rules, summary }: ConformanceReport): Html {
  const choices = countsOf(summary).filter(([, count]) => count > 0);
  return html`<div class="filter" id="filter" role="search" hidden>
    <input type="search" aria-label="Words of a rule" placeholder="auth 403" />
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
