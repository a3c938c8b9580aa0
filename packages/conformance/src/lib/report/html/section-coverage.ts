import { bar, html, type Html } from '@idvkit/cli-kit/html';
import type { Verdict } from '@idvkit/schema/formats';

import { countsOf, VERDICTS, type Counts } from '../report-facts.ts';
import type { Section } from '../sections.ts';
import { grouped } from '../texts.ts';

export function verdictBar(counts: Counts): Html {
  const parts = countsOf(counts).map(([className, value]) => ({ className, value }));
  return bar(
    parts,
    Math.max(
      1,
      parts.reduce((sum, { value }) => sum + value, 0),
    ),
  );
}

export function sectionCoverage(sections: readonly Section[]): Html {
  const verdicts = Object.values(VERDICTS);
  return html`<div class="scroll">
    <table class="coverage">
      <thead>
        <tr>
          <th scope="col">Section</th>
          <th scope="col" class="wide">Coverage</th>
          ${verdicts.map(({ label }) => html`<th scope="col" class="number">${label}</th>`)}
          <th scope="col" class="number checks">checks</th>
        </tr>
      </thead>
      <tbody>
        ${sections.map(sectionRow)}
      </tbody>
    </table>
  </div>`;
}

function sectionRow(section: Section): Html {
  const { name, observations } = section;
  return html`<tr>
    <th scope="row"><a href="#${sectionId(name)}">${name}</a></th>
    <td class="wide">${verdictBar(section)}</td>
    ${countsOf(section).map(([verdict, count]) => number(verdict, count))}
    <td class="number checks">${grouped(observations)}</td>
  </tr> `;
}

function number(verdict: Verdict, count: number): Html {
  return count === 0
    ? html`<td class="number none">0</td>`
    : html`<td class="number ${verdict}">${grouped(count)}<span class="phone"> ${VERDICTS[verdict].label}</span></td>`;
}

export function sectionId(name: string): string {
  return `section-${name.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}`;
}
