// Written by scripts/write-compiled-validators.ts: change the zod schemas, not this file.
import type * as z from 'zod';

import type * as consumer from '@idvkit/schema/consumer';
import type * as strict from '@idvkit/schema';
import type { Guard } from '@idvkit/schema/consumer-validators';

/** Checks whether a value is what the JSON Schema of `amlEntry` describes. */
export declare const isAmlEntry: Guard<consumer.AmlEntry>;
/** Checks whether a value is what the JSON Schema of `amlEntryResult` describes. */
export declare const isAmlEntryResult: Guard<consumer.AmlEntryResult>;
/** Checks whether a value is what the JSON Schema of `amlRun` describes. */
export declare const isAmlRun: Guard<consumer.AmlRun>;
/** Checks whether a value is what the JSON Schema of `amlRunResult` describes. */
export declare const isAmlRunResult: Guard<consumer.AmlRunResult>;
/** Checks whether a value is what the JSON Schema of `amlSearchInput` describes. */
export declare const isAmlSearchInput: Guard<consumer.AmlSearchInput>;
/** Checks whether a value is what the JSON Schema of `amlSearchRecord` describes. */
export declare const isAmlSearchRecord: Guard<consumer.AmlSearchRecord>;
/** Checks whether a value is what the JSON Schema of `answer` describes. */
export declare const isAnswer: Guard<consumer.Answer>;
/** Checks whether a value is what the JSON Schema of `answerInput` describes. */
export declare const isAnswerInput: Guard<z.infer<typeof strict.answerInput>>;
/** Checks whether a value is what the JSON Schema of `answerValue` describes. */
export declare const isAnswerValue: Guard<z.infer<typeof strict.answerValue>>;
/** Checks whether a value is what the JSON Schema of `answers` describes. */
export declare const isAnswers: Guard<consumer.Answers>;
/** Checks whether a value is what the JSON Schema of `application` describes. */
export declare const isApplication: Guard<consumer.Application>;
/** Checks whether a value is what the JSON Schema of `applicationStatus` describes. */
export declare const isApplicationStatus: Guard<z.infer<typeof strict.applicationStatus>>;
/** Checks whether a value is what the JSON Schema of `attemptStatus` describes. */
export declare const isAttemptStatus: Guard<z.infer<typeof strict.attemptStatus>>;
/** Checks whether a value is what the JSON Schema of `badRequestError` describes. */
export declare const isBadRequestError: Guard<consumer.BadRequestError>;
/** Checks whether a value is what the JSON Schema of `createDetail` describes. */
export declare const isCreateDetail: Guard<consumer.CreateDetail>;
/** Checks whether a value is what the JSON Schema of `createRequest` describes. */
export declare const isCreateRequest: Guard<z.infer<typeof strict.createRequest>>;
/** Checks whether a value is what the JSON Schema of `createResponse` describes. */
export declare const isCreateResponse: Guard<consumer.CreateResponse>;
/** Checks whether a value is what the JSON Schema of `createValidationError` describes. */
export declare const isCreateValidationError: Guard<consumer.CreateValidationError>;
/** Checks whether a value is what the JSON Schema of `delivery` describes. */
export declare const isDelivery: Guard<consumer.Delivery>;
/** Checks whether a value is what the JSON Schema of `documentAttempt` describes. */
export declare const isDocumentAttempt: Guard<consumer.DocumentAttempt>;
/** Checks whether a value is what the JSON Schema of `documentType` describes. */
export declare const isDocumentType: Guard<z.infer<typeof strict.documentType>>;
/** Checks whether a value is what the JSON Schema of `ekyc` describes. */
export declare const isEkyc: Guard<consumer.Ekyc>;
/** Checks whether a value is what the JSON Schema of `ekycOutcome` describes. */
export declare const isEkycOutcome: Guard<z.infer<typeof strict.ekycOutcome>>;
/** Checks whether a value is what the JSON Schema of `errorEnvelope` describes. */
export declare const isErrorEnvelope: Guard<consumer.ErrorEnvelope>;
/** Checks whether a value is what the JSON Schema of `event` describes. */
export declare const isEvent: Guard<consumer.Event>;
/** Checks whether a value is what the JSON Schema of `extra` describes. */
export declare const isExtra: Guard<consumer.Extra>;
/** Checks whether a value is what the JSON Schema of `faceCompare` describes. */
export declare const isFaceCompare: Guard<consumer.FaceCompare>;
/** Checks whether a value is what the JSON Schema of `faceCompareStatus` describes. */
export declare const isFaceCompareStatus: Guard<z.infer<typeof strict.faceCompareStatus>>;
/** Checks whether a value is what the JSON Schema of `forbiddenError` describes. */
export declare const isForbiddenError: Guard<consumer.ForbiddenError>;
/** Checks whether a value is what the JSON Schema of `identityAml` describes. */
export declare const isIdentityAml: Guard<consumer.IdentityAml>;
/** Checks whether a value is what the JSON Schema of `identityDocument` describes. */
export declare const isIdentityDocument: Guard<consumer.IdentityDocument>;
/** Checks whether a value is what the JSON Schema of `infoResponse` describes. */
export declare const isInfoResponse: Guard<consumer.InfoResponse>;
/** Checks whether a value is what the JSON Schema of `lifecycleDelivery` describes. */
export declare const isLifecycleDelivery: Guard<consumer.LifecycleDelivery>;
/** Checks whether a value is what the JSON Schema of `lifecycleEvent` describes. */
export declare const isLifecycleEvent: Guard<consumer.LifecycleEvent>;
/** Checks whether a value is what the JSON Schema of `liveness` describes. */
export declare const isLiveness: Guard<consumer.Liveness>;
/** Checks whether a value is what the JSON Schema of `livenessAttempt` describes. */
export declare const isLivenessAttempt: Guard<consumer.LivenessAttempt>;
/** Checks whether a value is what the JSON Schema of `livenessImage` describes. */
export declare const isLivenessImage: Guard<consumer.LivenessImage>;
/** Checks whether a value is what the JSON Schema of `messagesByKey` describes. */
export declare const isMessagesByKey: Guard<consumer.MessagesByKey>;
/** Checks whether a value is what the JSON Schema of `noCreditError` describes. */
export declare const isNoCreditError: Guard<consumer.NoCreditError>;
/** Checks whether a value is what the JSON Schema of `notFoundError` describes. */
export declare const isNotFoundError: Guard<consumer.NotFoundError>;
/** Checks whether a value is what the JSON Schema of `otherStatus` describes. */
export declare const isOtherStatus: Guard<consumer.OtherStatus>;
/** Checks whether a value is what the JSON Schema of `resendNotFoundError` describes. */
export declare const isResendNotFoundError: Guard<consumer.ResendNotFoundError>;
/** Checks whether a value is what the JSON Schema of `resultResponse` describes. */
export declare const isResultResponse: Guard<consumer.ResultResponse>;
/** Checks whether a value is what the JSON Schema of `submitFormDelivery` describes. */
export declare const isSubmitFormDelivery: Guard<consumer.Submission>;
/** Checks whether a value is what the JSON Schema of `submitFormEvent` describes. */
export declare const isSubmitFormEvent: Guard<consumer.SubmitFormEvent>;
/** Checks whether a value is what the JSON Schema of `submitRequest` describes. */
export declare const isSubmitRequest: Guard<z.infer<typeof strict.submitRequest>>;
/** Checks whether a value is what the JSON Schema of `submitValidationError` describes. */
export declare const isSubmitValidationError: Guard<consumer.SubmitValidationError>;
/** Checks whether a value is what the JSON Schema of `submittedApplication` describes. */
export declare const isSubmittedApplication: Guard<consumer.SubmittedApplication>;
/** Checks whether a value is what the JSON Schema of `unauthorizedError` describes. */
export declare const isUnauthorizedError: Guard<consumer.UnauthorizedError>;
