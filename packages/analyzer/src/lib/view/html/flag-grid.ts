import { html, type HtmlValue, type Html } from '@idvkit/cli-kit/html';
import { AML_LISTS } from '@idvkit/schema';
import type { RunSummary } from '@idvkit/schema/formats';

/** Entries that have a column of their own. */
const MAX_ENTRIES = 12;

/** Draws which flags a run and its entries have raised, and where they contradict each other. */
export function flagGrid(run: RunSummary): Html {
  const entries = run.entries.slice(0, MAX_ENTRIES);
  const rows = ['found', ...AML_LISTS.map((list) => `in_${list}`)];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Flags of run ${run.index + 1}">
    <table class="flags">
      <caption>
        Flags of run ${run.index + 1}
      </caption>
      <thead>
        <tr>
          <th scope="col">List</th>
          <th scope="col">any</th>
          <th scope="col">all</th>
          ${entries.map(({ index }) => html`<th scope="col">entry ${index + 1}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              <th scope="row">${row.replace(/^in_/, '').replaceAll('_', ' ')}</th>
              ${cell(run, `is_any_${row}`)}${cell(run, `is_all_${row}`)}
              ${entries.map((entry) => cell(entry, `is_${row}`))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function cell({ flags, contradicted }: Pick<RunSummary, 'flags' | 'contradicted'>, name: string): HtmlValue {
  const flag = flags[name];
  const [sign, state] = flag === undefined ? ['·', 'absent'] : flag ? ['●', 'yes'] : ['○', 'no'];
  const isOdd = contradicted.includes(name);
  return html`<td class="${state}${isOdd && ' odd'}">
    <span aria-hidden="true">${sign}${isOdd && '!'}</span
    ><span class="unseen">${state}${isOdd && ', contradicted'}</span>
  </td>`;
}
