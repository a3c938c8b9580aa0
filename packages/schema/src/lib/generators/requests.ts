import fc from 'fast-check';

import { documentType } from '../ekyc/attempts.ts';
import type { AnswerInput, CreateRequest } from '../endpoints/create.ts';
import type { SubmitRequest } from '../endpoints/submit.ts';
import { inputParameters, nationalIds } from './answers.ts';
import { people } from './person.ts';

/** Flat maps of answers: known questions, some of them, and input parameters. */
export function answerInputs(): fc.Arbitrary<AnswerInput> {
  const known = people.chain(({ first, last, dateOfBirth }) =>
    fc.record(
      {
        nid: nationalIds,
        ekyc_document_type: fc.constantFrom(...documentType.options),
        full_name_first_name: fc.constant(first),
        full_name_last_name: fc.constant(last),
        date_of_birth: fc.constant(dateOfBirth),
        consent_checkbox_1: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  );
  return fc.tuple(known, inputParameters).map(([answers, own]): AnswerInput => ({ ...answers, ...own }));
}

/** Bodies of create calls. */
export function createRequests(): fc.Arbitrary<CreateRequest> {
  return fc.oneof(
    answerInputs().map((answers) => ({ answers })),
    fc.constant({}),
  );
}

/** Bodies of submit calls. */
export function submitRequests(): fc.Arbitrary<SubmitRequest> {
  return answerInputs().map((answers) => ({ answers }));
}
