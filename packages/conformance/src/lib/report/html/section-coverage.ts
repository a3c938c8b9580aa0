import type { Verdict } from '@idvkit/schema/formats';

import type { Section } from '../sections.ts';
import { grouped } from '../terminal/page.ts';
import { html, type Html } from './html.ts';

/** How many rules came to what. */
export type Counts = Pick<Section, 'passed' | 'failed' | 'warned' | 'notExercised'>;

const PARTS = [
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['warned', 'warned'],
  ['notExercised', 'not-exercised'],
] as const;

/** A bar that says how many of the rules came to what; the numbers stand beside it as text. */
export function verdictBar(counts: Counts): Html {
  const total = Math.max(
    1,
    PARTS.reduce((sum, [part]) => sum + counts[part], 0),
  );
  let left = 0;
  const rects = PARTS.flatMap(([part, name]) => {
    const count = counts[part];
    if (count === 0) return [];
    const width = (count / total) * 100;
    const rect = html`<rect class="${name}" x="${left.toFixed(2)}%" width="${width.toFixed(2)}%" height="100%"></rect>`;
    left += width;
    return [rect];
  });
  return html`<svg class="bar" aria-hidden="true" focusable="false">${rects}</svg>`;
}

/** A table of the sections: how their rules came out, as bars and numbers. */
export function sectionCoverage(sections: readonly Section[]): Html {
  return html`<div class="scroll">
    <table class="coverage">
      <thead>
        <tr>
          <th scope="col">Section</th>
          <th scope="col" class="wide">Coverage</th>
          <th scope="col" class="number">Passed</th>
          <th scope="col" class="number">Failed</th>
          <th scope="col" class="number">Warned</th>
          <th scope="col" class="number">Not&nbsp;exercised</th>
          <th scope="col" class="number checks">Checks</th>
        </tr>
      </thead>
      <tbody>
        ${sections.map(sectionRow)}
      </tbody>
    </table>
  </div>`;
}

function sectionRow(section: Section): Html {
  const { name, passed, failed, warned, notExercised, observations } = section;
  return html`<tr>
    <th scope="row"><a href="#${sectionId(name)}">${name}</a></th>
    <td class="wide">${verdictBar(section)}</td>
    ${number('passed', 'passed', passed)}${number('failed', 'failed', failed)}${number('warned', 'warned', warned)}${number('not-exercised', 'not exercised', notExercised)}
    <td class="number checks">${grouped(observations)}</td>
  </tr> `;
}

function number(verdict: Verdict, label: string, count: number): Html {
  return count === 0
    ? html`<td class="number none">0</td>`
    : html`<td class="number ${verdict}">${grouped(count)}<span class="phone"> ${label}</span></td>`;
}

/** The id of a section on the page. */
export function sectionId(name: string): string {
  return `section-${name.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}`;
}
