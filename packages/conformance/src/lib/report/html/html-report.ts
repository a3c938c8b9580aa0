import { createHash } from 'node:crypto';

import type { ConformanceReport } from '@idvkit/schema/formats';

import type { Observation } from '../../observe/observation.ts';
import { clipped } from '../clipped.ts';
import { drawnSeed } from '../drawn-seed.ts';
import { flakyTexts } from '../flaky-texts.ts';
import type { Masker } from '../mask/masker.ts';
import { createObservedAs } from '../observed-as.ts';
import { sectionsOf } from '../sections.ts';
import { counted, grouped } from '../terminal/page.ts';
import { suppliesOf } from '../terminal/supplies.ts';
import { applicationTimeline } from './application-timeline.ts';
import { html, Html, sentence, type HtmlValue } from './html.ts';
import { MessageView } from './message-view.ts';
import { sectionView } from './rule-view.ts';
import { sectionCoverage, verdictBar } from './section-coverage.ts';
import { STYLE } from './style.ts';
import { VERDICTS } from './verdicts.ts';

/** What a page is made of beside the report itself. */
export interface HtmlOptions {
  readonly observations: readonly Observation[];
  readonly masker: Masker;
}

/** Not a space more than what the policy has the digest of. */
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);
/** Discoveries listed, and characters of a sentence. */
const DISCOVERY_LIMIT = 150;
const SENTENCE_LENGTH = 600;

/**
 * Writes a report as one HTML page that needs nothing else: no script, no asset, and a content security policy that allows
 * none. It has the verdict, the coverage of each section, every rule with its evidence, each finding with its request and
 * answer, and a drawing of what happened to one application. A few megabytes at most, whatever was observed.
 */
export function htmlReport(report: ConformanceReport, { observations, masker }: HtmlOptions): string {
  const options = {
    observedAs: createObservedAs(report),
    messages: new MessageView(observations, masker),
  };
  const sections = sectionsOf(report);
  const timeline = applicationTimeline(report, observations, masker);
  const idle = supplies(report);
  const discovered = discoveries(report);
  const places: readonly (readonly [name: string, id: string] | false)[] = [
    ['Coverage', 'coverage'],
    ['Rules', 'rules'],
    timeline !== undefined && ['An application', 'timeline'],
    idle !== undefined && ['Not exercised', 'supplies'],
    discovered !== undefined && ['Discovered', 'discoveries'],
  ];
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'sha256-${digest(STYLE)}'; base-uri 'none'; form-action 'none'"
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>Conformance: ${title(report)}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>
          ${heading(report)}
          <nav aria-label="Contents">
            <ul>
              ${places.map((place) => place !== false && html`<li><a href="#${place[1]}">${place[0]}</a></li>`)}
            </ul>
          </nav>
          <section aria-labelledby="coverage">
            <h2 id="coverage">Coverage by section</h2>
            ${sectionCoverage(sections)}
          </section>
          <section aria-labelledby="rules">
            <h2 id="rules">Rules</h2>
            ${filter(report)} ${sections.map((section) => sectionView(section, options))}
          </section>
          ${timeline} ${idle} ${discovered}
        </main>
        <footer>
          <p>${report.tool.name} ${report.tool.version} · specification ${report.specVersion} · values are masked</p>
        </footer>
      </body>
    </html> `;
  return page.text;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function title({ exit, target }: ConformanceReport): string {
  return `${exit.code === 0 ? 'in order' : 'not in order'} · ${clipped(target.baseUrl, 100)}`;
}

function heading(report: ConformanceReport): Html {
  const { exit, target, summary, problem, stopped, complete } = report;
  const [sign, state] =
    exit.code === 0 ? ['✓', 'good'] : exit.code === 3 || exit.code === 130 ? ['?', 'open'] : ['✗', 'bad'];
  const [first = 'No reason is known.', ...others] = exit.reasons;
  const notes = [
    ...others,
    ...(problem === undefined ? [] : [problem.fix]),
    ...(problem === undefined && !complete && stopped !== undefined ? [`Ended early: ${stopped}`] : []),
  ];
  return html`<header>
    <p class="eyebrow">Conformance report</p>
    <h1 class="${state}">
      <span class="sign" aria-hidden="true">${sign}</span><span>${sentence(clipped(first, SENTENCE_LENGTH))}</span>
    </h1>
    ${notes.map((note) => html`<p>${sentence(clipped(note, SENTENCE_LENGTH))}</p>`)}
    <p class="target">${clipped(target.baseUrl, SENTENCE_LENGTH)}</p>
    ${verdictBar(summary)}
    <ul class="legend">
      ${counts(report).map(([verdict, count]) => html`<li class="${verdict}"><b>${grouped(count)}</b> ${VERDICTS[verdict].label.toLowerCase()}</li>`)}
    </ul>
    <dl class="facts">
      ${facts(report).map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </header>`;
}

function counts({ summary }: ConformanceReport): readonly (readonly [keyof typeof VERDICTS, number])[] {
  return [
    ['passed', summary.passed],
    ['failed', summary.failed],
    ['warned', summary.warned],
    ['not-exercised', summary.notExercised],
  ];
}

const TARGETS: Readonly<Record<string, string>> = {
  'embedded-mock': 'a mock of its own',
  mock: 'a mock',
  live: 'a live service',
  recorded: 'recorded traffic',
  proxied: 'what went through a proxy',
  receiver: "a client's receiver",
};

function facts(report: ConformanceReport): readonly (readonly [string, HtmlValue])[] {
  const { target, rules, summary, selfCheck, created, durationMs, waitedMs = 0, startedAt, exit } = report;
  const seed = drawnSeed(report);
  const checks = rules.reduce((sum, { observations }) => sum + observations, 0);
  return [
    ['Target', TARGETS[target.kind] ?? target.kind],
    ...(target.formSlug === '' ? [] : [['Form', target.formSlug] as const]),
    ['Started', html`<time datetime="${startedAt}">${startedAt.slice(0, 16).replace('T', ' ')} UTC</time>`],
    ['Took', `${(durationMs / 1000).toFixed(1)} s`],
    ...(waitedMs < 1000 ? [] : [['Of it waiting', `${(waitedMs / 1000).toFixed(1)} s (patienceSeconds)`] as const]),
    ...flakyTexts(report).map((text) => ['Flaky', text] as const),
    ['Rules', grouped(rules.length)],
    ['Observations', grouped(summary.observations)],
    ['Checks', grouped(checks)],
    ['Self-check', `${selfCheck.judged - selfCheck.missed.length} of ${selfCheck.judged} passed`],
    ['Applications', `${created.length} created`],
    ...(summary.known > 0 ? [['Known', `${summary.known} broken`] as const] : []),
    ...(seed === undefined ? [] : [['Seed', String(seed)] as const]),
    ['Exit code', String(exit.code)],
  ];
}

function filter(report: ConformanceReport): Html {
  const all = html`<label
    ><input type="radio" name="show" id="show-all" checked /> All <b>${report.rules.length}</b></label
  >`;
  const others = counts(report)
    .filter(([, count]) => count > 0)
    .map(
      ([verdict, count]) =>
        html`<label
          ><input type="radio" name="show" id="show-${verdict}" /> ${VERDICTS[verdict].label}
          <b>${grouped(count)}</b></label
        >`,
    );
  return html`<fieldset class="filter">
    <legend>Show</legend>
    ${all}${others}
  </fieldset>`;
}

function supplies(report: ConformanceReport): HtmlValue {
  const all = suppliesOf(report);
  if (all.length === 0) return undefined;
  const items = all.map(
    ({ wanted, rules }) =>
      html`<li>
        <p>${wanted.map((text) => html`${sentence(clipped(text, SENTENCE_LENGTH))} `)}</p>
        <p class="note">
          ${counted(rules.length, 'rule')}:
          ${rules.map(({ id }, index) => html`${index > 0 && ', '}<a href="#rule-${id}">${id}</a>`)}
        </p>
      </li> `,
  );
  return html`<section aria-labelledby="supplies">
    <h2 id="supplies">Not exercised, by what to supply</h2>
    <ul class="supplies">
      ${items}
    </ul>
  </section>`;
}

function discoveries({ discoveries: all }: ConformanceReport): HtmlValue {
  if (all.length === 0) return undefined;
  const rows = all.slice(0, DISCOVERY_LIMIT).map(
    ({ about, seen, observation }) =>
      html`<tr>
        <th scope="row">${clipped(about, 200)}</th>
        <td>${clipped(seen, 300)}</td>
        <td class="number">${observation}</td>
      </tr> `,
  );
  const more = all.length - rows.length;
  return html`<section aria-labelledby="discoveries">
    <h2 id="discoveries">Discovered</h2>
    <p class="note">What the specification does not show, and no rule judges.</p>
    <div class="scroll">
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
    ${more > 0 && html`<p class="note">and ${more} more</p>`}
  </section>`;
}
