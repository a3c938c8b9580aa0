import { counted, countText } from '@idvkit/cli-kit';
import { html, htmlTable, type Html, type HtmlSection } from '@idvkit/cli-kit/html';
import type { DocumentSummary, EvidenceCard } from '@idvkit/schema/formats';

import { MASK } from '../../collect/shown-text.ts';
import type { HitChanges } from '../../export/hit-changes.ts';
import { agreementText, agreementTexts, changesText, flagTexts, storiesText } from '../evidence-text.ts';
import { hitCommand } from './page.ts';

type Cell = EvidenceCard['hits'][number]['name'];

/** Runs that have a line: the card is one printed page. */
const MAX_RUNS = 4;

/** Draws what a reviewer asks first. @param since Hits that changed since an earlier payload. */
export function evidenceSection(
  { evidence, hits: all, source, screening }: DocumentSummary,
  since: HitChanges | undefined,
): HtmlSection | false {
  if (!evidence || evidence.runs.length === 0) return false;
  const { runs, hits } = evidence;
  const shown = runs.slice(0, MAX_RUNS);
  const runsLeft = screening.runs - shown.length;
  const lines: readonly (Html | string | undefined | false)[] = [
    ...shown.map(
      // A run without a result, or one that did not end, has no place.
      (run) =>
        html`${run.provider}, run ${run.run + 1}: ${flagTexts(run).join(' · ')} ${run.bytes > 0 && placeOf(run)}`,
    ),
    runsLeft > 0 && `and ${counted(runsLeft, 'more run')}`,
    storiesText(evidence),
    since && `Since the earlier payload: ${changesText(since)}`,
    hits.length > 0 && `Agree with the input: ${agreementTexts(evidence).join(' · ')}`,
  ];
  return {
    id: 'evidence',
    title: 'Evidence',
    lead: html`@ is the byte in the input. ${hitCommand(source)}`,
    body: html`<div class="evidence">
      <ul>
        ${lines.map((line) => line && html`<li>${line}</li>`)}
      </ul>
      ${hits.length > 0 && hitTable(evidence, all)}
    </div>`,
  };
}

function hitTable({ hits, exact }: EvidenceCard, all: number): Html {
  const more = all - hits.length;
  const order = exact ? 'come after these' : 'are not shown; some may come before these';
  const table = htmlTable({
    caption: 'Hits in the order of a review',
    heads: ['Hit', 'List', 'Match', 'Score', 'Name', 'Birth date', 'Country'],
    rows: hits.map(({ number, provider, run, entry, offset, ...cells }) => [
      html`#${number} <small title="${provider}">run ${run + 1}, entry ${entry + 1}</small> ${placeOf({ offset })}`,
      ...(['list', 'match', 'score', 'name', 'birthDate', 'country'] as const).map((name) => cell(cells[name])),
    ]),
  });
  return html`${table}${more > 0 && html`<p class="note">${counted(more, 'more hit')} ${order}.</p>`}`;
}

function cell({ value, agrees, ...place }: Cell): Html {
  const texts = [agreementText({ agrees }), value === MASK ? '' : (value ?? '')];
  return html`${texts.filter((text) => text !== '').join(': ')} ${placeOf(place)}`;
}

function placeOf({ offset }: Pick<Cell, 'offset'>): Html | undefined {
  return offset === undefined ? undefined : html`<small>@${countText(offset)}</small>`;
}
