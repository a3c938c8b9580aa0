import { fixtures } from '../src/fixtures.ts';

const submitForm = fixtures.submitForm({ outcome: 'pass', document: 'front_card' });
const { event: _event, ...result } = submitForm;

/** Bodies that the documents show, by the name of their schema: the fixtures. */
export const EXAMPLES = {
  CreateRequest: fixtures.createRequest(),
  CreateResponse: fixtures.createResponse(),
  ResultResponse: result,
  InfoResponse: fixtures.infoResponse(),
  SubmitRequest: fixtures.submitRequest(),
  SubmitFormDelivery: submitForm,
  UpdateStatusDelivery: fixtures.updateStatus(),
  DropOffDelivery: fixtures.dropOff(),
  UnauthorizedError: fixtures.unauthorizedError(),
  ForbiddenError: fixtures.forbiddenError(),
  BadRequestError: fixtures.badRequestError(),
  NotFoundError: fixtures.notFoundError(),
  NoCreditError: fixtures.noCreditError(),
  CreateValidationError: fixtures.createValidationError(),
  SubmitValidationError: fixtures.submitValidationError(),
  ResendNotFoundError: fixtures.resendNotFoundError(),
} as const;
