// Written by scripts/write-consumer-types.ts: change the zod schemas, not this file.
import type * as types from '../consumer/types.ts';
import type { BodyShape, Shape } from './shape.ts';

const submitFormEvent: Shape = {
  needed: ['type'],
  expected: ['nounce', 'created_at', 'version'],
  fields: { type: ['submit_form'], nounce: 'string', version: 'number', created_at: 'string' },
};

const otherStatus: Shape = { expected: ['ekyc'], fields: { ekyc: ['pass', 'need_review', 'fail', 'pending'] } };

const application: Shape = {
  needed: ['slug'],
  expected: ['id', 'no', 'form', 'other_status', 'status', 'submitted_at'],
  fields: {
    id: 'number',
    no: 'string',
    form: 'string',
    slug: 'string',
    status: ['incomplete', 'complete', 'expired'],
    other_status: otherStatus,
    submitted_at: 'string | null',
  },
};

const textAnswer: Shape = {
  expected: ['value'],
  fields: { value: 'string', created_at: 'string', updated_at: 'string' },
};

const answer: Shape = {
  expected: ['value'],
  fields: { value: 'string | number | boolean', created_at: 'string', updated_at: 'string' },
};

const answers: Shape = {
  fields: {
    nid: textAnswer,
    document_number: textAnswer,
    ekyc_document_type: {
      expected: ['value'],
      fields: { value: ['front_card', 'passport'], created_at: 'string', updated_at: 'string' },
    },
    ekyc_document_country: textAnswer,
    name_prefix: textAnswer,
    gender: { expected: ['value'], fields: { value: ['M', 'F'], created_at: 'string', updated_at: 'string' } },
    full_name_type: {
      expected: ['value'],
      fields: { value: ['parts', 'full'], created_at: 'string', updated_at: 'string' },
    },
    full_name_first_name: textAnswer,
    full_name_last_name: textAnswer,
    full_name_en_first_name: textAnswer,
    full_name_en_last_name: textAnswer,
    date_of_birth: textAnswer,
    date_of_issue: textAnswer,
    date_of_expiry: textAnswer,
    home_address_country: textAnswer,
    home_address_address: textAnswer,
    home_address_subdistrict: textAnswer,
    home_address_district: textAnswer,
    home_address_province: textAnswer,
    home_address_zipcode: textAnswer,
    home_address_address_1_common: textAnswer,
    home_address_address_2_common: textAnswer,
    home_address_city_common: textAnswer,
    home_address_postal_code_common: textAnswer,
    home_address_full: textAnswer,
    consent_version: answer,
    consent_date: textAnswer,
    consent_checkbox_1: {
      expected: ['value'],
      fields: { value: 'boolean', created_at: 'string', updated_at: 'string' },
    },
  },
  others: answer,
};

const faceCompare: Shape = {
  expected: ['score', 'status'],
  fields: { score: 'number', status: ['match', 'need_review', 'not_match'] },
};

const livenessImage: Shape = { expected: ['url', 'action'], fields: { url: 'string', action: 'string' } };

const livenessAttempt: Shape = {
  expected: ['id', 'attempt', 'created_at', 'status'],
  fields: {
    id: 'number',
    attempt: 'number',
    status: ['success', 'fail'],
    message: 'string',
    created_at: 'string',
    images: { items: livenessImage },
  },
};

const liveness: Shape = { fields: { url: 'string', attempts: { items: livenessAttempt } } };

const documentAttempt: Shape = {
  expected: ['id', 'attempt', 'created_at', 'status'],
  fields: {
    id: 'number',
    attempt: 'number',
    status: ['success', 'fail'],
    message: 'string',
    created_at: 'string',
    type: ['front_card', 'passport'],
    url: 'string',
  },
};

const identityDocument: Shape = {
  fields: {
    type: ['front_card', 'passport'],
    url: 'string',
    face_image_url: 'string',
    attempts: { items: documentAttempt },
  },
};

const ekyc: Shape = { fields: { face_compare: faceCompare, liveness: liveness, identity_document: identityDocument } };

const amlSearchInput: Shape = { fields: { first_name: 'string', last_name: 'string', date_of_birth: 'string' } };

const amlRunResult: Shape = {
  expected: [
    'is_all_found',
    'is_any_found',
    'is_all_in_pep',
    'is_any_in_pep',
    'is_all_in_warnings',
    'is_any_in_warnings',
    'is_all_in_sanctions',
    'is_any_in_sanctions',
    'is_all_in_adverse_media',
    'is_any_in_adverse_media',
    'is_all_in_fitness_probity',
    'is_any_in_fitness_probity',
  ],
  fields: {
    is_all_found: 'boolean',
    is_any_found: 'boolean',
    is_all_in_pep: 'boolean',
    is_any_in_pep: 'boolean',
    is_all_in_warnings: 'boolean',
    is_any_in_warnings: 'boolean',
    is_all_in_sanctions: 'boolean',
    is_any_in_sanctions: 'boolean',
    is_all_in_adverse_media: 'boolean',
    is_any_in_adverse_media: 'boolean',
    is_all_in_fitness_probity: 'boolean',
    is_any_in_fitness_probity: 'boolean',
  },
};

const amlRun: Shape = {
  expected: ['input', 'output', 'result', 'timestamp', 'values_list'],
  fields: {
    input: amlSearchInput,
    output: { fields: {} },
    result: amlRunResult,
    timestamp: 'string',
    values_list: { items: 'string' },
  },
};

const identityAml: Shape = { fields: {}, others: { items: amlRun } };

const extra: Shape = { fields: { ekyc: ekyc, identity_aml: identityAml, bank_statement: 'any' } };

export const submitFormDelivery: BodyShape<types.Submission> = {
  needed: ['event', 'application'],
  expected: ['answers', 'extra'],
  fields: { event: submitFormEvent, application: application, answers: answers, extra: extra },
};

const lifecycleEvent: Shape = {
  needed: ['type'],
  expected: ['nounce', 'created_at'],
  fields: { type: ['update_status', 'drop_off'], nounce: 'string', created_at: 'string' },
};

export const lifecycleDelivery: BodyShape<types.LifecycleDelivery> = {
  needed: ['event', 'application'],
  fields: { event: lifecycleEvent, application: application },
};

const event: Shape = {
  needed: ['type'],
  expected: ['nounce', 'created_at'],
  fields: {
    type: ['submit_form', 'update_status', 'drop_off'],
    nounce: 'string',
    version: 'number',
    created_at: 'string',
  },
};

export const delivery: BodyShape<types.Delivery> = {
  needed: ['event'],
  expected: ['application'],
  fields: { event: event, application: application, answers: answers, extra: extra },
};

const amlSearchRecord: Shape = { expected: ['hits'], fields: { hits: { items: 'any' } } };

const amlEntryResult: Shape = {
  expected: [
    'is_found',
    'is_in_pep',
    'is_in_warnings',
    'is_in_sanctions',
    'is_in_adverse_media',
    'is_in_fitness_probity',
  ],
  fields: {
    is_found: 'boolean',
    is_in_pep: 'boolean',
    is_in_warnings: 'boolean',
    is_in_sanctions: 'boolean',
    is_in_adverse_media: 'boolean',
    is_in_fitness_probity: 'boolean',
    total_hits: 'number',
  },
};

export const amlEntry: BodyShape<types.AmlEntry> = {
  expected: ['input', 'output', 'result'],
  fields: {
    input: 'any',
    output: {
      expected: ['code', 'status'],
      fields: { code: 'number', status: 'string', content: { expected: ['data'], fields: { data: amlSearchRecord } } },
    },
    result: amlEntryResult,
  },
};

const createDetail: Shape = {
  needed: ['form', 'slug'],
  fields: { form: 'string', slug: 'string', step: 'string', section: 'string', submitted_at: 'string | null' },
};

export const createResponse: BodyShape<types.CreateResponse> = {
  needed: ['form_url', 'info', 'detail'],
  fields: { form_url: 'string', info: 'string', detail: createDetail },
};

export const resultResponse: BodyShape<types.ResultResponse> = {
  needed: ['application'],
  expected: ['answers', 'extra'],
  fields: { application: application, answers: answers, extra: extra },
};

export const infoResponse: BodyShape<types.InfoResponse> = {
  needed: ['data'],
  expected: ['schema_config'],
  fields: {
    data: {
      expected: ['id', 'current_step', 'is_submitted', 'data'],
      fields: { id: 'number', current_step: 'any', is_submitted: 'boolean', data: 'any' },
    },
    schema_config: {
      expected: ['configs'],
      fields: {
        configs: {
          expected: ['locale'],
          fields: { locale: { expected: ['available_locales'], fields: { available_locales: { items: 'string' } } } },
        },
      },
    },
  },
};

export const notFoundError: BodyShape<types.NotFoundError> = {
  needed: ['error'],
  fields: {
    error: {
      needed: ['detail'],
      expected: ['status_code', 'message'],
      fields: { status_code: 'number', message: 'string', detail: 'string' },
    },
  },
};

export const resendNotFoundError: BodyShape<types.ResendNotFoundError> = {
  needed: ['detail'],
  fields: { detail: 'string' },
};

const messagesByKey: Shape = { fields: {}, others: { items: 'string' } };

export const createValidationError: BodyShape<types.CreateValidationError> = {
  needed: ['error'],
  fields: {
    error: {
      needed: ['detail'],
      expected: ['status_code', 'message'],
      fields: { status_code: 'number', message: 'string', detail: messagesByKey },
    },
  },
};

export const submitValidationError: BodyShape<types.SubmitValidationError> = messagesByKey;
