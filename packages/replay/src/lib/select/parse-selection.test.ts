import type { CaptureFacets } from '@idvkit/archive';
import { describe, expect, it } from 'vitest';

import { parseQuery } from './parse-query.ts';

const values = (...texts: readonly string[]): CaptureFacets['type'] =>
  texts.map((value, index) => ({ value, captures: index + 1 }));
const FACETS: CaptureFacets = {
  type: values('submit_form', 'update_status'),
  status: values('complete'),
  ekyc: values('pass', 'passed'),
  form: values('kyc'),
  bearer: values('match', 'mismatch'),
  aml: values('pep', 'sanctions'),
  tag: values('two words', 'x'),
};

describe('parseQuery()', () => {
  it.each([
    ['', {}, []],
    ['  type:submit_form aml:pep 5xx ', { types: ['submit_form'], aml: ['pep'], results: [[500, 599]] }, []],
    ['type:u type:sub', { types: ['update_status', 'submit_form'] }, []],
    ['ekyc:pass', { ekyc: ['pass'] }, []],
    ['ekyc:pas', { ekyc: ['pass', 'passed'] }, []],
    ['tag:"two words" tag:x', { tags: ['two words', 'x'] }, []],
    ['204 is:failed is:not-sent', { results: [[204, 204]], receivers: ['failed', 'not-sent'] }, []],
    ['is:cut-off is:no-json form:kyc', { complete: false, json: false, form: 'kyc' }, []],
    ['"a: text" word 999', {}, ['a: text', 'word', '999']],
    ['type: "', {}, []],
  ])('reads %s', (query, filter, texts) => {
    expect(parseQuery(query, FACETS)).toEqual({ filter, texts, problems: [] });
  });

  it.each([
    ['type:sumbit_form', 'No captures match type:sumbit_form. Here: submit_form (1), update_status (2).'],
    ['colour:red', 'No filter colour. There are type, status, ekyc, form, bearer, aml, tag, is.'],
    ['is:constructor', 'No filter is:constructor. There are failed, not-sent,'],
  ])('says what %s cannot match', (query, problem) => {
    expect(parseQuery(query, FACETS).problems).toEqual([expect.stringContaining(problem)]);
  });
});
