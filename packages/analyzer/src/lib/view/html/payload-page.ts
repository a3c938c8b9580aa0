import { factList, html, type Html, type HtmlPage, type HtmlValue } from '@idvkit/cli-kit/html';
import { counted, countText, sizeText } from '@idvkit/cli-kit/text';
import type { DocumentSummary, PayloadSummary } from '@idvkit/schema/formats';

import { blacklistText } from '../size-text.ts';
import { documentSections } from './document-sections.ts';
import { page, type PageOptions } from './page.ts';
import { momentText } from './timeline.ts';
import { toneOf } from './tones.ts';

/** Writes the summary of one payload as an HTML page that needs nothing else and holds no script. */
export function payloadPage(summary: PayloadSummary, options: PageOptions): string {
  return page(payloadContent(summary), options);
}

/** Returns what the page of a payload shows. */
export function payloadContent(summary: PayloadSummary): Pick<HtmlPage, 'title' | 'header' | 'sections'> {
  const [document] = summary.documents;
  const title = document ? headlineOf(document) : 'Nothing was read';
  return {
    title: `Payload: ${title}`,
    header: header(summary, document, title),
    sections: document ? documentSections(document) : [],
  };
}

function headlineOf({ hits, blacklistHits, bytes }: DocumentSummary): string {
  const found = [
    ...(hits > 0 || blacklistHits === 0 ? [hits === 0 ? 'No hits' : counted(hits, 'hit')] : []),
    ...(blacklistHits > 0 ? [blacklistText(blacklistHits)] : []),
  ];
  return `${found.join(', ')} in ${sizeText(bytes)}`;
}

function header(summary: PayloadSummary, document: DocumentSummary | undefined, title: string): Html {
  return html`<p class="eyebrow">Payload summary${document?.source !== undefined && ` · ${document.source}`}</p>
    <h1>${title}</h1>
    ${!summary.complete && html`<p class="banner"><strong>Incomplete.</strong> ${summary.problem?.message ?? 'The input ended early'}</p>`}
    ${document && [chips(document), facts(document)]}`;
}

function chips({ event, application, outcome }: DocumentSummary): Html {
  const shown: readonly (readonly [text: string, tone?: string | undefined])[] = [
    ...(event.type === undefined ? [] : [[event.type] as const]),
    ...(application.status === undefined ? [] : [[application.status] as const]),
    ...(outcome.ekyc === undefined ? [] : [[`ekyc ${outcome.ekyc}`, toneOf(outcome.ekyc)] as const]),
    ...(outcome.faceScore === undefined ? [] : [[`face ${outcome.faceScore}`, toneOf(outcome.faceStatus)] as const]),
    ...outcome.columns.map(({ name, value }) => [`${name}: ${value}`] as const),
  ];
  return html`<ul class="chips" aria-label="Outcome">
    ${shown.map(([text, tone]) => html`<li class="${tone}">${text}</li>`)}
  </ul>`;
}

function facts({
  bytes,
  hits,
  hitBytes,
  blacklistHits,
  screening,
  answers,
  attempts,
  application,
  event,
  outcome,
}: DocumentSummary): Html {
  const { runs, entries } = screening;
  const all: readonly (readonly [string, HtmlValue])[] = [
    ['Size', sizeText(bytes)],
    ['Of hits', sizeText(hitBytes)],
    ['Hits', countText(hits)],
    ['Own blacklist', blacklistHits === 0 ? undefined : countText(blacklistHits)],
    ['Screening', `${counted(runs, 'run')}, ${counted(entries, 'entry', 'entries')}`],
    ['Answers', countText(answers)],
    ['Camera tries', countText(attempts.length)],
    ['Document', outcome.documentType],
    ['Form', application.form],
    ['Application', application.id],
    ['Submitted', application.submittedAt && momentText(application.submittedAt)],
    ['Delivered', event.createdAt && momentText(event.createdAt)],
  ];
  return factList(all);
}
