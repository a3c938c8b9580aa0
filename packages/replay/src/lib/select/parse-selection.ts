import type { AmlFlag, CaptureFacets, CaptureFilter, FacetValue, ReceiverState } from '@idvkit/archive';
import type { Captured } from '@idvkit/schema/formats';

/** A search, read: captures that match all of it. */
export interface ParsedQuery {
  readonly filter: CaptureFilter;
  /** Texts that the body holds. */
  readonly texts: readonly string[];
  /** Sentences about filters that no capture can match. If there are any, nothing is listed. */
  readonly problems: readonly string[];
}

const STATES: Readonly<Record<string, CaptureFilter>> = {
  failed: { receivers: ['failed'] },
  'not-sent': { receivers: ['not-sent'] },
  'not-passed-on': { receivers: ['not-passed-on'] },
  'cut-off': { complete: false },
  'no-json': { json: false },
};

/**
 * Reads a search: `type:submit_form aml:pep 5xx is:failed "a text"`. A value stands for every value that starts with it, unless it is
 * one itself. Values of one filter are alternatives, only tags all have to match.
 * @param facets Values that captures of the archive have.
 */
export function parseQuery(query: string, facets: CaptureFacets): ParsedQuery {
  const chosen: { -readonly [Key in keyof CaptureFacets]?: string[] } = {};
  const results: [number, number][] = [];
  const texts: string[] = [];
  const problems: string[] = [];
  let states: CaptureFilter = {};
  for (const [, name, quoted, word = ''] of query.matchAll(/(?:([A-Za-z_-]+):)?(?:"([^"]*)"?|(\S*))/g)) {
    const value = quoted ?? word;
    const [, digit = '', rest = ''] = /^([1-5])(\d\d|xx)$/.exec(word) ?? [];
    if (value === '') continue;
    if (name === undefined) {
      if (digit === '') texts.push(value);
      else results.push(rest === 'xx' ? [Number(`${digit}00`), Number(`${digit}99`)] : [Number(word), Number(word)]);
    } else if (name === 'is') {
      const state = Object.hasOwn(STATES, value) ? STATES[value] : undefined;
      if (state === undefined) problems.push(`No filter is:${value}. There are ${Object.keys(STATES).join(', ')}.`);
      states = { ...states, ...state, ...joined(states.receivers, state?.receivers) };
    } else if (isFacet(name, facets)) {
      const found = valuesFor(value, facets[name]);
      if (found.length === 0) problems.push(unknownValue(name, value, facets[name]));
      chosen[name] = [...(chosen[name] ?? []), ...found];
    } else {
      const names = [...Object.keys(facets), 'is'].join(', ');
      problems.push(`No filter ${name}. There are ${names}. Put a text that has a colon in quotes.`);
    }
  }
  const { type, status, ekyc, form, bearer, aml, tag } = chosen;
  const filter: CaptureFilter = {
    ...states,
    ...(type && { types: type }),
    ...(status && { statuses: status }),
    ...(ekyc && { ekyc }),
    ...(form?.[0] !== undefined && { form: form[0] }),
    // Their values are those of captures.
    ...(bearer && { bearers: bearer as Captured['bearer'][] }),
    ...(aml && { aml: aml as AmlFlag[] }),
    ...(tag && { tags: tag }),
    ...(results.length > 0 && { results }),
  };
  return { filter, texts, problems };
}

function joined(
  before: readonly ReceiverState[] | undefined,
  added: readonly ReceiverState[] | undefined,
): CaptureFilter {
  return before && added ? { receivers: [...before, ...added] } : {};
}

function isFacet(name: string, facets: CaptureFacets): name is keyof CaptureFacets {
  return Object.hasOwn(facets, name);
}

function valuesFor(value: string, known: readonly FacetValue[]): readonly string[] {
  const values = known.map((each) => each.value);
  return values.includes(value) ? [value] : values.filter((each) => each.startsWith(value));
}

function unknownValue(name: string, value: string, known: readonly FacetValue[]): string {
  const here = known.map((each) => `${each.value} (${each.captures})`).join(', ');
  return `No captures match ${name}:${value}. ${here === '' ? `No capture has a ${name}.` : `Here: ${here}.`}`;
}
