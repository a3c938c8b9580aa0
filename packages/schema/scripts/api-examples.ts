import fc from 'fast-check';

import { arbitraries } from '../src/generators.ts';
import { DETAIL_401, DETAIL_403, knownAnswers, type InfoResponse } from '../src/index.ts';

/** Leaves out what is allowed, and of no use to a reader: input parameters, and answers of random letters. */
function tidied<Body extends { readonly answers?: object | undefined }>(body: Body): Body {
  if (body.answers === undefined) return body;
  const entries = Object.entries(body.answers).filter(
    ([key, answer]) => key in knownAnswers && /^[\p{L}\p{M}\p{N} .:-]*$/u.test(String(valueOf(answer))),
  );
  return { ...body, answers: Object.fromEntries(entries) };
}

function valueOf(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'value' in answer ? answer.value : answer;
}

/** Whether a body is about the host of the documents, few tries, and times that were not picked as an extreme. */
function isPlain(body: unknown): boolean {
  return !/127\.0\.0\.1|example\.net|"attempt":2|20(?:20|35)-01-01|bank_statement|"no":"COK00\d{0,5}"/.test(
    JSON.stringify(body),
  );
}

/** The first body that a seed gives and that is fit to be shown. */
function exampleOf<Body>(bodies: fc.Arbitrary<Body>, isFit: (body: Body) => boolean = () => true): Body {
  const example = fc.sample(bodies, { seed: 13, numRuns: 2000 }).find((body) => isPlain(body) && isFit(body));
  if (example === undefined) throw new Error('None of the samples can be shown');
  return example;
}

const submitForm = tidied(
  exampleOf(
    arbitraries.submitFormDelivery({ outcome: 'pass', document: 'front_card', aml: 'none' }),
    ({ answers }) => answers.full_name_first_name !== undefined && Object.keys(answers).length < 16,
  ),
);
const { event: _event, ...result } = submitForm;

function isOpenForm({ data, schema_config }: InfoResponse): boolean {
  const locales = schema_config.configs.locale.available_locales;
  return !data.is_submitted && locales.length < 4 && Object.keys(data.data).every((key) => key in knownAnswers);
}

/** Bodies that the documents show, by the name of their schema. Made up, and valid by every rule about one body. */
export const EXAMPLES = {
  CreateRequest: tidied(exampleOf(arbitraries.createRequest(), ({ answers }) => answers?.['nid'] !== undefined)),
  CreateResponse: exampleOf(arbitraries.createResponse(), ({ info }) => info.includes('/en/')),
  ResultResponse: result,
  InfoResponse: exampleOf(arbitraries.infoResponse(), isOpenForm),
  SubmitRequest: tidied(
    exampleOf(arbitraries.submitRequest(), ({ answers }) => 'nid' in answers && 'date_of_birth' in answers),
  ),
  SubmitFormDelivery: submitForm,
  UpdateStatusDelivery: exampleOf(arbitraries.lifecycleDelivery({ type: 'update_status', status: 'complete' })),
  DropOffDelivery: exampleOf(arbitraries.lifecycleDelivery({ type: 'drop_off', status: 'expired' })),
  // The specification fixes the texts of two errors. Those of the others are placeholders.
  UnauthorizedError: { error: { status_code: 401, message: 'Unauthorized', detail: DETAIL_401 } },
  ForbiddenError: { error: { status_code: 403, message: 'Forbidden', detail: DETAIL_403 } },
  BadRequestError: { error: { status_code: 400, message: 'Bad Request', detail: 'text' } },
  NotFoundError: { error: { status_code: 404, message: 'Not Found', detail: 'text' } },
  NoCreditError: { error: { status_code: 461, message: 'text', detail: 'text' } },
  CreateValidationError: { error: { status_code: 422, message: 'Unprocessable Entity', detail: { nid: ['text'] } } },
  SubmitValidationError: { ekyc_document: ['text'], ekyc_liveness: ['text'] },
  ResendNotFoundError: { detail: 'text' },
} as const;
