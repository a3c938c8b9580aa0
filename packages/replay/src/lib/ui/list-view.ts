import { ArchiveError, type Archive, type CaptureEntry, type CaptureFacets, type CaptureFilter } from '@idvkit/archive';
import { counted, countText, sizeText } from '@idvkit/cli-kit';
import { html, type Html, type HtmlValue } from '@idvkit/cli-kit/html';

import { findNumbers, holdsAll } from '../select/find-selected.ts';
import { parseSelection } from '../select/parse-selection.ts';
import { wordsOfSearch } from '../select/selection-words.ts';
import { numberOf, type Asked } from './asked.ts';

const PAGE_CAPTURES = 100;
const MAX_CAPTURES = 2_000;

/** Filters with a button for each value that captures have, the most frequent. */
const MAX_CHIPS = 4;
const CHIPS = ['type', 'ekyc', 'aml', 'bearer', 'tag'] as const;
const TONES: Readonly<Record<string, string>> = { pass: 'good', auto_pass: 'good', need_review: 'warn', fail: 'bad' };

/** Draws the captures that a search finds, the newest first, without anything personal. */
export async function drawList({ archive, posted, signal }: Asked): Promise<Html> {
  const query = posted.get('query') ?? '';
  const limit = numberOf(posted, 'limit', 0, MAX_CAPTURES) || PAGE_CAPTURES;
  const facets = archive.facets();
  const { filter, texts, problem } = readSearch(archive, query, facets);
  const found: CaptureEntry[] = [];
  for (const entry of problem === '' ? archive.list({ ...filter, order: 'newest' }) : []) {
    if (signal.aborted || found.length > limit) break;
    if (await holdsAll(archive, entry.captured, texts)) found.push(entry);
  }
  const shown = found.slice(0, limit);
  const total = texts.length > 0 ? shown.length : archive.count(filter);
  const count =
    shown.length === total ? counted(total, 'capture') : `${countText(shown.length)} of ${countText(total)}`;
  const nothing = query === '' ? 'Nothing is captured yet.' : 'No captures match.';
  return html`<div class="chips" role="group" aria-label="Filters">${chipsOf(query, facets)}</div>
    <p class="line hint">
      <span data-say>${problem || (shown.length === 0 ? nothing : count)}</span>
      ${query !== '' && html`<button type="button" class="link" data-word="">Clear</button>`}
      <button id="compare" class="link" form="send" formaction="/compare" formnovalidate data-into="#detail" hidden>
        Compare the selected
      </button>
    </p>
    <ul>
      ${shown.map((entry, index) => [
        dayOf(entry) !== dayOf(shown[index - 1]) && html`<li class="hint">${dayOf(entry)} UTC</li>`,
        rowOf(entry),
      ])}
    </ul>
    <input type="hidden" name="limit" value="${limit}" />
    ${
      found.length > limit &&
      html`<button class="quiet" formaction="/list?limit=${Math.min(MAX_CAPTURES, limit + PAGE_CAPTURES)}">
        Show older
      </button>`
    }`;
}

function readSearch(
  archive: Archive,
  query: string,
  facets: CaptureFacets,
): { readonly filter: CaptureFilter; readonly texts: readonly string[]; readonly problem: string } {
  const selection = parseSelection(wordsOfSearch(query), { facets, now: new Date() });
  const { filter, texts, problems } = selection;
  const problem = problems.map(({ state, fix }) => `${state}. ${fix}`).join(' ');
  if (problem !== '') return { filter, texts, problem };
  try {
    const numbers = findNumbers(archive, selection);
    return { filter: { ...filter, ...(numbers && { numbers }), texts }, texts, problem };
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    return { filter, texts, problem: `${error.message}. Put a text in double quotes.` };
  }
}

function chipsOf(query: string, facets: CaptureFacets): readonly Html[] {
  return CHIPS.flatMap((name) => {
    const values = facets[name].filter(({ value }) => name !== 'bearer' || isWrong(value));
    return values.slice(0, MAX_CHIPS).map(({ value, captures }) => {
      const word = `${name}:${/\s/.test(value) ? `"${value}"` : value}`;
      const isOn = ` ${query} `.includes(` ${word} `);
      return html`<button id="${word}" type="button" class="chip" data-word="${word}" aria-pressed="${String(isOn)}">
        ${name === 'type' ? value : `${name} ${value}`} <small>${countText(captures)}</small>
      </button>`;
    });
  });
}

function rowOf(entry: CaptureEntry): Html {
  const { captured, lastOutcome } = entry;
  const { id, receivedAt, body, answer } = captured;
  const result = lastOutcome && 'failure' in lastOutcome ? 'failed' : (lastOutcome?.status ?? answer ?? '–');
  return html`<li>
    <input type="checkbox" name="selected" value="${id}" form="send" aria-label="Select #${id}" />
    <button id="c${id}" class="row" formaction="/capture?id=${id}" data-into="#detail">
      <b class="${toneOf(result)}" title="${lastOutcome ? 'Last result of a receiver' : 'Answered'}">${result}</b>
      <b>${titleOf(entry)}</b> <small>${receivedAt.slice(11, 19)}</small>
      <span class="line">
        ${pillsOf(entry)} <small>${sizeText(body.bytes)}${!body.complete && ', cut off'}</small>
      </span>
    </button>
  </li>`;
}

function dayOf(entry?: CaptureEntry): string | undefined {
  return entry?.captured.receivedAt.slice(0, 10);
}

/** Returns number and type of a capture. */
export function titleOf({ captured, summary }: CaptureEntry): string {
  return `#${captured.id} ${summary.type ?? (summary.json ? 'no type' : 'no JSON')}`;
}

/** Draws short labels of what matters in a capture. */
export function pillsOf({ captured: { bearer }, summary: { ekyc, aml = [], status }, tags }: CaptureEntry): HtmlValue {
  const pill = (text: string, tone?: string): Html => html`<span class="pill ${tone}">${text}</span> `;
  return [
    isWrong(bearer) && pill(bearer === 'absent' ? 'no bearer' : 'wrong bearer', 'bad'),
    status !== undefined && status !== 'complete' && pill(status),
    ekyc !== undefined && pill(`eKYC ${ekyc}`, TONES[ekyc]),
    aml.length > 0 && pill(`AML ${aml[0]}${aml.length > 1 ? ` +${aml.length - 1}` : ''}`, 'warn'),
    ...tags.map((tag) => pill(tag)),
  ];
}

function isWrong(bearer: string): boolean {
  return bearer !== 'match' && bearer !== 'not-checked';
}

/** Returns the class of an HTTP status, or of a word for a failure. */
export function toneOf(status: number | string): string {
  if (status === '–') return '';
  return Number(status) < 300 ? 'good' : Number(status) < 500 ? 'warn' : 'bad';
}
