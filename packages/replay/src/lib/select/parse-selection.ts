import type { AmlFlag, CaptureFacets, CaptureFilter } from '@idvkit/archive';
import { closest, parseDuration, parseSize } from '@idvkit/cli-kit';
import { AML_LISTS, applicationStatus, ekycOutcome, KNOWN_EVENT_TYPES } from '@idvkit/schema';
import type { Captured } from '@idvkit/schema/formats';

import { parseResult, type SelectionWord } from './selection-words.ts';

/** The captures that a selection chooses: those of its references, if it has any, that match all of its filters and texts. */
export interface Selection {
  readonly references: readonly string[];
  readonly filter: CaptureFilter;
  /** Texts that the body holds. */
  readonly texts: readonly string[];
  /** If there are any, the selection must not be used. */
  readonly problems: readonly SelectionProblem[];
}

export interface SelectionProblem {
  /** A clause, such as `type:x is unknown`. */
  readonly state: string;
  /** Sentences. */
  readonly fix: string;
}

type Facet = keyof CaptureFacets;
type Draft = { -readonly [Key in keyof CaptureFilter]: CaptureFilter[Key] };

/** Values of the service; captures may have others. */
const KNOWN_VALUES: Readonly<Record<Facet, readonly string[]>> = {
  type: KNOWN_EVENT_TYPES,
  status: applicationStatus.options,
  ekyc: ekycOutcome.options,
  aml: AML_LISTS,
  bearer: ['match', 'mismatch', 'absent', 'other-scheme', 'not-checked'] satisfies Captured['bearer'][],
  form: [],
  tag: [],
};

const STATES: Readonly<Record<string, CaptureFilter>> = {
  failed: { receivers: ['failed'] },
  missed: { receivers: ['missed'] },
  'cut-off': { complete: false },
  'no-json': { json: false },
};

/** Adds the value of a filter that is not a facet. @throws {Error} with a sentence that names what the filter takes. */
const VALUE_FILTERS: Readonly<Record<string, (value: string, draft: Draft, now: Date) => void>> = {
  is(value, draft) {
    const state = Object.hasOwn(STATES, value) ? STATES[value] : undefined;
    if (state === undefined) {
      const [meant] = closest(value, Object.keys(STATES));
      const hint = meant === undefined ? '' : `Did you mean is:${meant}? `;
      throw new RangeError(`${hint}Use one of ${Object.keys(STATES).join(', ')}.`);
    }
    const receivers = [...(draft.receivers ?? []), ...(state.receivers ?? [])];
    Object.assign(draft, state, receivers.length > 0 && { receivers });
  },
  result(value, draft) {
    const span = parseResult(value);
    if (span === undefined) throw new RangeError('Give a status such as 204, or 5xx.');
    draft.results = [...(draft.results ?? []), span];
  },
  answered(value, draft) {
    if (value !== 'none' && !/^[1-5]\d\d$/.test(value)) throw new RangeError('Give a status such as 204, or none.');
    draft.answers = [...(draft.answers ?? []), value === 'none' ? null : Number(value)];
  },
  nounce(value, draft) {
    draft.nounce = value;
  },
  since(value, draft, now) {
    draft.since = parseTime(value, now);
  },
  until(value, draft, now) {
    draft.until = parseTime(value, now);
  },
  'min-size': (value, draft) => {
    draft.minBytes = parseSize(value);
  },
  'max-size': (value, draft) => {
    draft.maxBytes = parseSize(value);
  },
};

const FILTER_NAMES = [...Object.keys(KNOWN_VALUES), ...Object.keys(VALUE_FILTERS), 'text'];

/**
 * Reads a selection: `type:submit_form aml:pep 5xx is:failed since:2h "a text"`. The value of a facet stands for every value that
 * starts with it, unless it is one itself. Values of one filter are alternatives; only tags and texts all have to match.
 *
 * @param facets Values that captures of the archives have.
 */
export function parseSelection(
  words: readonly SelectionWord[],
  { facets, now }: { readonly facets: CaptureFacets; readonly now: Date },
): Selection {
  const chosen: Partial<Record<Facet, string[]>> = {};
  const draft: Draft = {};
  const references: string[] = [];
  const texts: string[] = [];
  const problems: SelectionProblem[] = [];
  for (const word of words) {
    if (word.kind === 'reference') references.push(word.reference);
    else if (word.kind === 'text') texts.push(word.text);
    else if (word.kind === 'bare') {
      const span = parseResult(word.word);
      if (span === undefined) problems.push(unknownWord(word.word, facets));
      else draft.results = [...(draft.results ?? []), span];
    } else if (word.name === 'text' && word.value !== '') texts.push(word.value);
    else if (isFacet(word.name)) {
      const values = valuesOf(word.name, word.value, facets);
      if (values.length === 0) problems.push(unknownValue(word.name, word.value, facets));
      chosen[word.name] = [...(chosen[word.name] ?? []), ...values];
    } else {
      const problem = addValue(word, draft, now);
      if (problem !== undefined) problems.push(problem);
    }
  }
  if (draft.since !== undefined && draft.until !== undefined && draft.since >= draft.until) {
    problems.push({ state: 'since: is not before until:', fix: 'Give an earlier since:, or a later until:.' });
  }
  const { type, status, ekyc, form, bearer, aml, tag } = chosen;
  const filter: CaptureFilter = {
    ...draft,
    ...(type && { types: type }),
    ...(status && { statuses: status }),
    ...(ekyc && { ekyc }),
    ...(form?.[0] !== undefined && { form: form[0] }),
    // Their values are those of captures, or of KNOWN_VALUES.
    ...(bearer && { bearers: bearer as Captured['bearer'][] }),
    ...(aml && { aml: aml as AmlFlag[] }),
    ...(tag && { tags: tag }),
  };
  return { references, filter, texts, problems };
}

function isFacet(name: string): name is Facet {
  return Object.hasOwn(KNOWN_VALUES, name);
}

function valuesOf(name: Facet, value: string, facets: CaptureFacets): readonly string[] {
  const values = facets[name].map((each) => each.value);
  if (values.includes(value)) return [value];
  if (KNOWN_VALUES[name].includes(value)) return [value];
  return value === '' ? [] : values.filter((each) => each.startsWith(value));
}

function unknownValue(name: Facet, value: string, facets: CaptureFacets): SelectionProblem {
  const known = [...new Set([...KNOWN_VALUES[name], ...facets[name].map((each) => each.value)])];
  const [meant] = closest(value, known);
  const hint = meant === undefined ? '' : `Did you mean ${name}:${meant}? `;
  return {
    state: `${name}:${value} is unknown, and no capture has it`,
    fix: known.length === 0 ? `No capture has a ${name}.` : `${hint}Use one of ${known.join(', ')}.`,
  };
}

function addValue(
  { name, value }: { readonly name: string; readonly value: string },
  draft: Draft,
  now: Date,
): SelectionProblem | undefined {
  const add = Object.hasOwn(VALUE_FILTERS, name) ? VALUE_FILTERS[name] : undefined;
  if (add === undefined || value === '') {
    const [meant] = closest(name, FILTER_NAMES);
    const hint = meant === undefined || meant === name ? '' : `Did you mean ${meant}:? `;
    return {
      state: add === undefined && name !== 'text' ? `${name}: is not a filter` : `${name}: has no value`,
      fix: `${hint}Filters are ${FILTER_NAMES.join(', ')}. Put a text that has a colon in double quotes.`,
    };
  }
  try {
    add(value, draft, now);
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { state: `${name}:${value} is not usable`, fix: error.message };
  }
}

function unknownWord(word: string, facets: CaptureFacets): SelectionProblem {
  const facet = (Object.keys(KNOWN_VALUES) as Facet[]).find((name) => valuesOf(name, word, facets).includes(word)); // Its keys are facets.
  const [meant] = facet === undefined ? closest(word, ['all', 'latest']) : [`${facet}:${word}`];
  const hint = meant === undefined ? '' : `Did you mean ${meant}? `;
  return {
    state: `"${word}" is neither a capture nor a filter`,
    fix: `${hint}Name captures by number, as 3-7, all, latest, latest:TYPE or the start of a hash, or use filters: ${FILTER_NAMES.join(', ')}.`,
  };
}

function parseTime(text: string, now: Date): Date {
  if (/^\d+(?:\.\d+)?(?:ms|s|m|h|d)$/.test(text)) return new Date(now.getTime() - parseDuration(text));
  const isDated = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = new Date(text);
  if (isDated && !Number.isNaN(time.getTime())) return time;
  throw new RangeError('Give a date, a time with its offset, or a duration such as 2h.');
}
