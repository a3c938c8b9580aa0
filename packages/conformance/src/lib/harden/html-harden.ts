import { counted } from '@idvkit/cli-kit';
import { bar, factList, html, htmlPage, htmlTable, inlineCode, type Html } from '@idvkit/cli-kit/html';
import type { HardenReport } from '@idvkit/schema/formats';

import { ruleAddress } from '../report/rule-address.ts';
import { headlineOf } from './harden-summary.ts';
import { breakersOf, survivorsOf, type ShownChange } from './survivor.ts';
import { incompleteText, skippedText } from './terminal-harden.ts';

const STYLE = `
.bar .noticed { fill: var(--good) } .bar .survived { fill: var(--bad) } header .bar { height: .9rem; margin: .75rem 0 }
td small, th small { display: block; color: var(--soft) }
`;

/** Writes a report as one HTML page that needs no other file. */
export function htmlHarden(report: HardenReport): string {
  const { command, complete, correct, summary, tool } = report;
  const { faults, score } = summary;
  const facts = [
    ['Command', command.join(' ')],
    ['Score', score === null ? '-' : `${score} %`],
    ['Against the correct mock', `${counted(correct.calls, 'call')}, ${(correct.ms / 1000).toFixed(1)} s`],
  ] as const;
  return htmlPage({
    title: headlineOf(report),
    style: STYLE,
    header: html`<h1>${headlineOf(report)}</h1>
      ${bar(
        [
          { value: faults.noticed, className: 'noticed' },
          { value: faults.run - faults.noticed, className: 'survived' },
        ],
        Math.max(1, faults.run),
      )}
      <p>${skippedText(report)}</p>
      ${!complete && html`<p>${incompleteText(report)}</p>`} ${factList(facts)}`,
    sections: [
      {
        id: 'variations',
        title: 'Valid variations that broke your code',
        body: tableOf(breakersOf(report), 'None of those that were run.'),
      },
      {
        id: 'survivors',
        title: 'Faults that your tests did not notice',
        body: tableOf(survivorsOf(report), 'None of those that were run.'),
      },
    ],
    footer: `${tool.name} ${tool.version} · no value of a message is shown`,
    skip: { to: 'survivors', text: 'Skip to faults' },
  });
}

function tableOf(changes: readonly ShownChange[], none: string): Html {
  if (changes.length === 0) return html`<p>${none}</p>`;
  return htmlTable({
    heads: ['The service', 'Your tests receive', 'Do'],
    rows: changes.map(({ id, title, rule, seen, sentence, advice }) => [
      html`${title} <small>${rule === undefined ? id : html`<a href="${ruleAddress(rule)}">${id}</a>`}</small>`,
      html`${inlineCode(seen)} ${sentence !== undefined && html`<small>${inlineCode(sentence)}</small>`}`,
      inlineCode(advice),
    ]),
  });
}
