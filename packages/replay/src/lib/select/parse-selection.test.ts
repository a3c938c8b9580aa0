import type { CaptureFacets } from '@idvkit/archive';
import { describe, expect, it } from 'vitest';

import { parseSelection, type Selection } from './parse-selection.ts';
import { wordsOfArguments, wordsOfSearch } from './selection-words.ts';

const values = (...texts: readonly string[]): CaptureFacets['type'] =>
  texts.map((value, index) => ({ value, captures: index + 1 }));
const FACETS: CaptureFacets = {
  type: values('submit_form', 'update_status'),
  status: values('complete', 'odd'),
  ekyc: values('pass', 'passed'),
  form: values('kyc'),
  bearer: values('match', 'mismatch'),
  aml: values('pep', 'sanctions'),
  tag: values('two words', 'x'),
};
const NOW = new Date('2026-01-05T03:00:00Z');

const ofArguments = (...args: readonly string[]): Selection =>
  parseSelection(wordsOfArguments(args), { facets: FACETS, now: NOW });
const ofSearch = (search: string): Selection => parseSelection(wordsOfSearch(search), { facets: FACETS, now: NOW });

describe('parseSelection()', () => {
  it.each([
    ['', {}, []],
    ['  type:submit_form aml:pep 5xx ', { types: ['submit_form'], aml: ['pep'], results: [[500, 599]] }, []],
    ['type:u type:sub', { types: ['update_status', 'submit_form'] }, []],
    ['type:drop_off', { types: ['drop_off'] }, []],
    ['ekyc:pass', { ekyc: ['pass'] }, []],
    ['ekyc:pas', { ekyc: ['pass', 'passed'] }, []],
    ['tag:"two words" tag:x', { tags: ['two words', 'x'] }, []],
    ['result:204 is:failed is:missed', { results: [[204, 204]], receivers: ['failed', 'missed'] }, []],
    ['is:failed is:failed is:cut-off', { receivers: ['failed', 'failed'], complete: false }, []],
    ['is:cut-off is:no-json form:kyc', { complete: false, json: false, form: 'kyc' }, []],
    ['answered:none answered:503 nounce:n1', { answers: [null, 503], nounce: 'n1' }, []],
    [
      'since:2h until:2026-01-06 min-size:1KB max-size:2KB',
      {
        since: new Date('2026-01-05T01:00:00Z'),
        until: new Date('2026-01-06T00:00:00Z'),
        minBytes: 1_000,
        maxBytes: 2_000,
      },
      [],
    ],
    ['"a: text" word text:other', {}, ['a: text', 'word', 'other']],
    ['type: "', {}, []],
  ])('reads the search %s', (search, filter, texts) => {
    expect(ofSearch(search)).toEqual({ references: [], filter, texts, problems: [] });
  });

  it('reads references between filters, in a search as in arguments', () => {
    const words = ['3', '#4', '3-7', 'latest', 'latest:submit_form', 'sha256:7a0c', '7a0c0d', 'all', 'tag:x'];
    const expected = { references: words.slice(0, -1), filter: { tags: ['x'] }, texts: [], problems: [] };
    expect(ofArguments(...words)).toEqual(expected);
    expect(ofSearch(words.join(' '))).toEqual(expected);
  });

  it('reads each argument as one word', () => {
    expect(ofArguments('tag:two words', 'no such section', '"pep"', 'text:a', '2xx')).toEqual({
      references: [],
      filter: { tags: ['two words'], results: [[200, 299]] },
      texts: ['no such section', 'pep', 'a'],
      problems: [],
    });
  });

  it.each([
    [
      'type:sumbit_form',
      'type:sumbit_form is unknown, and no capture has it',
      'Did you mean type:submit_form? Use one of',
    ],
    ['status:typo', 'status:typo is unknown', 'incomplete, complete, expired, odd.'],
    ['tag:y', 'tag:y is unknown', 'two words, x.'],
    ['type:', 'type: is unknown', 'Use one of submit_form'],
    ['colour:red', 'colour: is not a filter', 'Filters are type, status, ekyc, aml, bearer, form, tag, is, result'],
    ['tpye:submit_form', 'tpye: is not a filter', 'Did you mean type:?'],
    ['is:constructor', 'is:constructor is not usable', 'Use one of failed, missed,'],
    ['is:faild', 'is:faild is not usable', 'Did you mean is:failed?'],
    ['constructor:x', 'constructor: is not a filter', 'Filters are'],
    ['answered:2', 'answered:2 is not usable', 'Give a status such as 204, or none.'],
    ['result:6xx', 'result:6xx is not usable', 'Give a status such as 204, or 5xx.'],
    ['since:yesterday', 'since:yesterday is not usable', 'Give a date'],
    ['min-size:big', 'min-size:big is not usable', 'Give a size'],
    ['nounce:', 'nounce: has no value', 'Filters are'],
    ['pep', '"pep" is neither a capture nor a filter', 'Did you mean aml:pep?'],
    ['latset', '"latset" is neither a capture nor a filter', 'Did you mean latest?'],
    ['', '"" is neither a capture nor a filter', 'Name captures by number'],
  ])('refuses the argument %s', (argument, state, fix) => {
    expect(ofArguments(argument).problems).toEqual([
      { state: expect.stringContaining(state), fix: expect.stringContaining(fix) },
    ]);
  });

  it('refuses a period that is empty', () => {
    expect(ofArguments('since:2026-01-05', 'until:2026-01-04').problems).toEqual([
      { state: 'since: is not before until:', fix: 'Give an earlier since:, or a later until:.' },
    ]);
  });
});
