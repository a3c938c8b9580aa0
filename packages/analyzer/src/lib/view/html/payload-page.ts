import { counted, countText, sizeText } from '@idvkit/cli-kit';
import { factList, html, type Html, type HtmlPage } from '@idvkit/cli-kit/html';
import type { AmlList } from '@idvkit/schema';
import type { DocumentSummary, PayloadSummary, ScreeningTotals } from '@idvkit/schema/formats';

import type { HitChanges } from '../../export/hit-changes.ts';
import { hitsText, blacklistText } from '../size-text.ts';
import { documentSections } from './document-sections.ts';
import { momentText, page, type PageOptions } from './page.ts';
import { toneOf } from './tones.ts';

/** Writes the summary of one payload as an HTML page that needs nothing else and holds no script. */
export function payloadPage(summary: PayloadSummary, options: PageOptions & { readonly since?: HitChanges }): string {
  return page(payloadContent(summary, options.since), options);
}

/** Returns what the page of a payload shows. */
export function payloadContent(
  summary: PayloadSummary,
  since?: HitChanges,
): Pick<HtmlPage, 'title' | 'header' | 'sections'> {
  const [document] = summary.documents;
  const title = document ? headlineOf(document) : 'Nothing was read';
  return {
    title: `Payload: ${title}`,
    header: header(summary, document, title),
    sections: document ? documentSections(document, since) : [],
  };
}

function headlineOf({ hits, screening, blacklistHits, bytes }: DocumentSummary): string {
  const found = [
    ...(hits > 0 || blacklistHits === 0 ? [hits === 0 ? 'No hits' : hitsText(screening)] : []),
    ...(blacklistHits > 0 ? [blacklistText(blacklistHits)] : []),
  ];
  return `${found.join(', ')} in ${sizeText(bytes)}`;
}

function header(summary: PayloadSummary, document: DocumentSummary | undefined, title: string): Html {
  return html`<p class="eyebrow">Payload summary${document?.source !== undefined && ` · ${document.source}`}</p>
    <h1>${title}</h1>
    ${!summary.complete && html`<p class="notice bad"><strong>Incomplete.</strong> ${summary.problem?.message ?? 'The input ended early'}</p>`}
    ${document && [chips(document), facts(document)]}`;
}

/** Names of the lists of a screening, as compliance calls them. */
const LISTS: Readonly<Record<AmlList, string>> = {
  pep: 'PEP',
  sanctions: 'sanctions',
  adverse_media: 'adverse media',
  warnings: 'warnings',
  fitness_probity: 'fitness and probity',
};
const RISKS = ['high', 'medium', 'low'];

type Chip = readonly [text: string, tone?: string | undefined];

function chips({ event, application, outcome, providers, screening }: DocumentSummary): Html {
  const shown: readonly Chip[] = [
    ...screeningChips(providers, screening),
    ...(outcome.ekyc === undefined ? [] : [[`ekyc ${outcome.ekyc}`, toneOf(outcome.ekyc)] as const]),
    ...(outcome.faceScore === undefined ? [] : [[`face ${outcome.faceScore}`, toneOf(outcome.faceStatus)] as const]),
    ...outcome.columns.map(({ name, value }) => [`${name} ${value}`, toneOf(value.toLowerCase())] as const),
    ...[event.type, application.status].flatMap((text) => (text === undefined ? [] : [[text] as const])),
  ];
  return html`<ul class="chips" aria-label="Outcome">
    ${shown.map(([text, tone]) => html`<li class="pill ${tone}">${text}</li>`)}
  </ul>`;
}

/** Says which lists raised a flag in some run or entry, at which provider, with which highest risk. */
function screeningChips(
  providers: DocumentSummary['providers'],
  { runs, flags, riskLevels }: ScreeningTotals,
): readonly Chip[] {
  if (runs === 0) return [];
  const raised = new Set(flags.counts.map(({ value }) => value));
  for (const { runs: all } of providers) {
    for (const { entries } of all) {
      for (const { flags: own } of entries) for (const [name, on] of Object.entries(own)) if (on) raised.add(name);
    }
  }
  const lists = Object.entries(LISTS).filter(
    ([list]) => raised.has(`is_any_in_${list}`) || raised.has(`is_in_${list}`),
  );
  const levels = new Set(riskLevels.counts.map(({ value }) => value));
  const risk = RISKS.find((level) => levels.has(level));
  return [
    ...(lists.length === 0 ? [['on no list', 'good'] as const] : lists.map(([, name]) => [name, 'bad'] as const)),
    ...(risk === undefined ? [] : [[`risk ${risk}`, toneOf(risk)] as const]),
    ...providers.map(({ name }) => [name] as const),
  ];
}

function facts(document: DocumentSummary): Html {
  const { bytes, hits, hitBytes, blacklistHits, screening, answers, attempts, application, event, outcome } = document;
  const { runs, entries } = screening;
  return factList([
    ['Size', sizeText(bytes)],
    ['Of hits', sizeText(hitBytes)],
    ['Hits', countText(hits)],
    ['Own blacklist', blacklistHits === 0 ? undefined : countText(blacklistHits)],
    ['Screening', `${counted(runs, 'run')}, ${counted(entries, 'entry', 'entries')}`],
    ['Answers', countText(answers)],
    ['Camera attempts', countText(attempts.length)],
    ['Document', outcome.documentType],
    ['Form', application.form],
    ['Application', application.id],
    ['Submitted', application.submittedAt && momentText(application.submittedAt)],
    ['Delivered', event.createdAt && momentText(event.createdAt)],
  ]);
}
