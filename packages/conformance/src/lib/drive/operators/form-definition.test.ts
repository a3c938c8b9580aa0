import { cameraForm, plainForm } from '@idvkit/mock';
import { describe, expect, it } from 'vitest';

import { completeAnswers, inputParametersOf, refusedAnswers, requiredKeys } from './form-definition.ts';

describe('inputParametersOf()', () => {
  it('gives input parameters values of their type', () => {
    const inputParameters = [
      { key: 's', type: 'string' },
      { key: 'n', type: 'number' },
      { key: 'b', type: 'boolean' },
    ] as const;

    expect(inputParametersOf({ ...plainForm, inputParameters })).toEqual({ s: 'idvkit s', n: 4711, b: true });
  });
});

describe('answers to a form', () => {
  it('complete it with what the applicant has to give', () => {
    expect(requiredKeys(plainForm)).toMatchInlineSnapshot(`
      [
        "consent_checkbox_1",
        "full_name_first_name",
        "full_name_last_name",
        "date_of_birth",
        "home_address_country",
      ]
    `);
    expect(completeAnswers(plainForm)).toMatchInlineSnapshot(`
      {
        "consent_checkbox_1": true,
        "customer_ref": "idvkit customer_ref",
        "customer_tier": 4711,
        "date_of_birth": "1990-05-17",
        "full_name_first_name": "Conformance",
        "full_name_last_name": "Conformance",
        "full_name_type": "parts",
        "gender": "M",
        "home_address_address": "Conformance",
        "home_address_address_1_common": "Conformance",
        "home_address_address_2_common": "Conformance",
        "home_address_city_common": "Conformance",
        "home_address_country": "THA",
        "home_address_district": "Conformance",
        "home_address_postal_code_common": "Conformance",
        "home_address_province": "Conformance",
        "home_address_subdistrict": "Conformance",
        "home_address_zipcode": "10110",
        "name_prefix": "Conformance",
        "nid": "1101700230708",
      }
    `);
  });

  it('are refused one kind of field after the other', () => {
    expect(refusedAnswers(cameraForm)).toMatchInlineSnapshot(`
      {
        "consent_checkbox_1": "yes",
        "date_of_issue": "1990-02-31",
        "ekyc_document_country": "QAA",
        "ekyc_document_type": "none of these",
        "home_address_zipcode": "?",
        "nid": "1101700230709",
      }
    `);
  });
});
