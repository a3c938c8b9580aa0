import { cameraForm, plainForm } from '@idvkit/mock';
import { describe, expect, it } from 'vitest';

import { completeAnswers, readForm, refusedAnswers, requiredKeys } from './form-definition.ts';

const camera = readForm(cameraForm);
const plain = readForm(plainForm);

describe('readForm()', () => {
  it('tells a form with camera steps from one without', () => {
    expect([camera?.hasCamera, plain?.hasCamera]).toEqual([true, false]);
  });

  it('gives input parameters values of their type', () => {
    const form = readForm({
      slug: 'f',
      inputParameters: [
        { key: 's', type: 'string' },
        { key: 'n', type: 'number' },
        { key: 'b', type: 'boolean' },
      ],
    });

    expect(form?.inputParameters).toEqual({ s: 'idvkit s', n: 4711, b: true });
  });

  it('does not take anything else for a form', () => {
    expect(readForm({ name: 'form' })).toBeUndefined();
    expect(readForm(null)).toBeUndefined();
  });
});

describe('answers to a form', () => {
  it('complete it with what the applicant has to give', () => {
    expect(plain && requiredKeys(plain)).toMatchInlineSnapshot(`
      [
        "consent_checkbox_1",
        "full_name_first_name",
        "full_name_last_name",
        "date_of_birth",
        "home_address_country",
      ]
    `);
    expect(plain && completeAnswers(plain)).toMatchInlineSnapshot(`
      {
        "consent_checkbox_1": true,
        "customer_ref": "idvkit customer_ref",
        "customer_tier": 4711,
        "date_of_birth": "1990-05-17",
        "full_name_first_name": "Conformance",
        "full_name_last_name": "Conformance",
        "home_address_country": "THA",
      }
    `);
  });

  it('are refused one kind of field after the other', () => {
    expect(camera && refusedAnswers(camera)).toMatchInlineSnapshot(`
      {
        "consent_checkbox_1": "yes",
        "date_of_issue": "1990-02-31",
        "ekyc_document_country": "XXX",
        "ekyc_document_type": "none of these",
        "home_address_zipcode": "?",
        "nid": "1101700230709",
      }
    `);
  });
});
