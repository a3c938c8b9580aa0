// Written by scripts/write-compiled-validators.ts: change the zod schemas, not this file.
import type * as z from 'zod';

import type * as consumer from '@idvkit/schema/consumer';
import type * as strict from '@idvkit/schema';

/** Tells whether a value is what the JSON Schema of `amlEntry` describes. */
export declare function isAmlEntry(value: unknown): value is consumer.AmlEntry;
/** Tells whether a value is what the JSON Schema of `amlEntryResult` describes. */
export declare function isAmlEntryResult(value: unknown): value is consumer.AmlEntryResult;
/** Tells whether a value is what the JSON Schema of `amlRun` describes. */
export declare function isAmlRun(value: unknown): value is consumer.AmlRun;
/** Tells whether a value is what the JSON Schema of `amlRunResult` describes. */
export declare function isAmlRunResult(value: unknown): value is consumer.AmlRunResult;
/** Tells whether a value is what the JSON Schema of `amlSearchInput` describes. */
export declare function isAmlSearchInput(value: unknown): value is consumer.AmlSearchInput;
/** Tells whether a value is what the JSON Schema of `amlSearchRecord` describes. */
export declare function isAmlSearchRecord(value: unknown): value is consumer.AmlSearchRecord;
/** Tells whether a value is what the JSON Schema of `answer` describes. */
export declare function isAnswer(value: unknown): value is consumer.Answer;
/** Tells whether a value is what the JSON Schema of `answerInput` describes. */
export declare function isAnswerInput(value: unknown): value is z.infer<typeof strict.answerInput>;
/** Tells whether a value is what the JSON Schema of `answerValue` describes. */
export declare function isAnswerValue(value: unknown): value is z.infer<typeof strict.answerValue>;
/** Tells whether a value is what the JSON Schema of `answers` describes. */
export declare function isAnswers(value: unknown): value is consumer.Answers;
/** Tells whether a value is what the JSON Schema of `application` describes. */
export declare function isApplication(value: unknown): value is consumer.Application;
/** Tells whether a value is what the JSON Schema of `applicationStatus` describes. */
export declare function isApplicationStatus(value: unknown): value is z.infer<typeof strict.applicationStatus>;
/** Tells whether a value is what the JSON Schema of `attemptStatus` describes. */
export declare function isAttemptStatus(value: unknown): value is z.infer<typeof strict.attemptStatus>;
/** Tells whether a value is what the JSON Schema of `badRequestError` describes. */
export declare function isBadRequestError(value: unknown): value is consumer.BadRequestError;
/** Tells whether a value is what the JSON Schema of `createDetail` describes. */
export declare function isCreateDetail(value: unknown): value is consumer.CreateDetail;
/** Tells whether a value is what the JSON Schema of `createRequest` describes. */
export declare function isCreateRequest(value: unknown): value is z.infer<typeof strict.createRequest>;
/** Tells whether a value is what the JSON Schema of `createResponse` describes. */
export declare function isCreateResponse(value: unknown): value is consumer.CreateResponse;
/** Tells whether a value is what the JSON Schema of `createValidationError` describes. */
export declare function isCreateValidationError(value: unknown): value is consumer.CreateValidationError;
/** Tells whether a value is what the JSON Schema of `delivery` describes. */
export declare function isDelivery(value: unknown): value is consumer.Delivery;
/** Tells whether a value is what the JSON Schema of `documentAttempt` describes. */
export declare function isDocumentAttempt(value: unknown): value is consumer.DocumentAttempt;
/** Tells whether a value is what the JSON Schema of `documentType` describes. */
export declare function isDocumentType(value: unknown): value is z.infer<typeof strict.documentType>;
/** Tells whether a value is what the JSON Schema of `ekyc` describes. */
export declare function isEkyc(value: unknown): value is consumer.Ekyc;
/** Tells whether a value is what the JSON Schema of `ekycOutcome` describes. */
export declare function isEkycOutcome(value: unknown): value is z.infer<typeof strict.ekycOutcome>;
/** Tells whether a value is what the JSON Schema of `errorEnvelope` describes. */
export declare function isErrorEnvelope(value: unknown): value is consumer.ErrorEnvelope;
/** Tells whether a value is what the JSON Schema of `event` describes. */
export declare function isEvent(value: unknown): value is consumer.Event;
/** Tells whether a value is what the JSON Schema of `extra` describes. */
export declare function isExtra(value: unknown): value is consumer.Extra;
/** Tells whether a value is what the JSON Schema of `faceCompare` describes. */
export declare function isFaceCompare(value: unknown): value is consumer.FaceCompare;
/** Tells whether a value is what the JSON Schema of `faceCompareStatus` describes. */
export declare function isFaceCompareStatus(value: unknown): value is z.infer<typeof strict.faceCompareStatus>;
/** Tells whether a value is what the JSON Schema of `forbiddenError` describes. */
export declare function isForbiddenError(value: unknown): value is consumer.ForbiddenError;
/** Tells whether a value is what the JSON Schema of `identityAml` describes. */
export declare function isIdentityAml(value: unknown): value is consumer.IdentityAml;
/** Tells whether a value is what the JSON Schema of `identityDocument` describes. */
export declare function isIdentityDocument(value: unknown): value is consumer.IdentityDocument;
/** Tells whether a value is what the JSON Schema of `infoResponse` describes. */
export declare function isInfoResponse(value: unknown): value is consumer.InfoResponse;
/** Tells whether a value is what the JSON Schema of `lifecycleDelivery` describes. */
export declare function isLifecycleDelivery(value: unknown): value is consumer.LifecycleDelivery;
/** Tells whether a value is what the JSON Schema of `lifecycleEvent` describes. */
export declare function isLifecycleEvent(value: unknown): value is consumer.LifecycleEvent;
/** Tells whether a value is what the JSON Schema of `liveness` describes. */
export declare function isLiveness(value: unknown): value is consumer.Liveness;
/** Tells whether a value is what the JSON Schema of `livenessAttempt` describes. */
export declare function isLivenessAttempt(value: unknown): value is consumer.LivenessAttempt;
/** Tells whether a value is what the JSON Schema of `livenessImage` describes. */
export declare function isLivenessImage(value: unknown): value is consumer.LivenessImage;
/** Tells whether a value is what the JSON Schema of `messagesByKey` describes. */
export declare function isMessagesByKey(value: unknown): value is consumer.MessagesByKey;
/** Tells whether a value is what the JSON Schema of `noCreditError` describes. */
export declare function isNoCreditError(value: unknown): value is consumer.NoCreditError;
/** Tells whether a value is what the JSON Schema of `notFoundError` describes. */
export declare function isNotFoundError(value: unknown): value is consumer.NotFoundError;
/** Tells whether a value is what the JSON Schema of `otherStatus` describes. */
export declare function isOtherStatus(value: unknown): value is consumer.OtherStatus;
/** Tells whether a value is what the JSON Schema of `resendNotFoundError` describes. */
export declare function isResendNotFoundError(value: unknown): value is consumer.ResendNotFoundError;
/** Tells whether a value is what the JSON Schema of `resultResponse` describes. */
export declare function isResultResponse(value: unknown): value is consumer.ResultResponse;
/** Tells whether a value is what the JSON Schema of `submitFormDelivery` describes. */
export declare function isSubmitFormDelivery(value: unknown): value is consumer.Submission;
/** Tells whether a value is what the JSON Schema of `submitFormEvent` describes. */
export declare function isSubmitFormEvent(value: unknown): value is consumer.SubmitFormEvent;
/** Tells whether a value is what the JSON Schema of `submitRequest` describes. */
export declare function isSubmitRequest(value: unknown): value is z.infer<typeof strict.submitRequest>;
/** Tells whether a value is what the JSON Schema of `submitValidationError` describes. */
export declare function isSubmitValidationError(value: unknown): value is consumer.SubmitValidationError;
/** Tells whether a value is what the JSON Schema of `submittedApplication` describes. */
export declare function isSubmittedApplication(value: unknown): value is consumer.SubmittedApplication;
/** Tells whether a value is what the JSON Schema of `unauthorizedError` describes. */
export declare function isUnauthorizedError(value: unknown): value is consumer.UnauthorizedError;
