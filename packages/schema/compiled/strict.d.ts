// Written by scripts/write-compiled-validators.ts: change the zod schemas, not this file.
import type * as z from 'zod';

import type * as strict from '@idvkit/schema';
import type { Guard } from '@idvkit/schema/validators';

/** Checks whether a value is what the JSON Schema of `amlEntry` describes. */
export declare const isAmlEntry: Guard<z.infer<typeof strict.amlEntry>>;
/** Checks whether a value is what the JSON Schema of `amlEntryResult` describes. */
export declare const isAmlEntryResult: Guard<z.infer<typeof strict.amlEntryResult>>;
/** Checks whether a value is what the JSON Schema of `amlFlagName` describes. */
export declare const isAmlFlagName: Guard<z.infer<typeof strict.amlFlagName>>;
/** Checks whether a value is what the JSON Schema of `amlRun` describes. */
export declare const isAmlRun: Guard<z.infer<typeof strict.amlRun>>;
/** Checks whether a value is what the JSON Schema of `amlRunResult` describes. */
export declare const isAmlRunResult: Guard<z.infer<typeof strict.amlRunResult>>;
/** Checks whether a value is what the JSON Schema of `amlSearchInput` describes. */
export declare const isAmlSearchInput: Guard<z.infer<typeof strict.amlSearchInput>>;
/** Checks whether a value is what the JSON Schema of `amlSearchRecord` describes. */
export declare const isAmlSearchRecord: Guard<z.infer<typeof strict.amlSearchRecord>>;
/** Checks whether a value is what the JSON Schema of `answer` describes. */
export declare const isAnswer: Guard<z.infer<typeof strict.answer>>;
/** Checks whether a value is what the JSON Schema of `answerInput` describes. */
export declare const isAnswerInput: Guard<z.infer<typeof strict.answerInput>>;
/** Checks whether a value is what the JSON Schema of `answerValue` describes. */
export declare const isAnswerValue: Guard<z.infer<typeof strict.answerValue>>;
/** Checks whether a value is what the JSON Schema of `answers` describes. */
export declare const isAnswers: Guard<z.infer<typeof strict.answers>>;
/** Checks whether a value is what the JSON Schema of `application` describes. */
export declare const isApplication: Guard<z.infer<typeof strict.application>>;
/** Checks whether a value is what the JSON Schema of `applicationStatus` describes. */
export declare const isApplicationStatus: Guard<z.infer<typeof strict.applicationStatus>>;
/** Checks whether a value is what the JSON Schema of `attemptStatus` describes. */
export declare const isAttemptStatus: Guard<z.infer<typeof strict.attemptStatus>>;
/** Checks whether a value is what the JSON Schema of `badRequestError` describes. */
export declare const isBadRequestError: Guard<z.infer<typeof strict.badRequestError>>;
/** Checks whether a value is what the JSON Schema of `consentTimestamp` describes. */
export declare const isConsentTimestamp: Guard<z.infer<typeof strict.consentTimestamp>>;
/** Checks whether a value is what the JSON Schema of `countryCode` describes. */
export declare const isCountryCode: Guard<string>;
/** Checks whether a value is what the JSON Schema of `createDetail` describes. */
export declare const isCreateDetail: Guard<z.infer<typeof strict.createDetail>>;
/** Checks whether a value is what the JSON Schema of `createRequest` describes. */
export declare const isCreateRequest: Guard<z.infer<typeof strict.createRequest>>;
/** Checks whether a value is what the JSON Schema of `createResponse` describes. */
export declare const isCreateResponse: Guard<z.infer<typeof strict.createResponse>>;
/** Checks whether a value is what the JSON Schema of `createValidationError` describes. */
export declare const isCreateValidationError: Guard<z.infer<typeof strict.createValidationError>>;
/** Checks whether a value is what the JSON Schema of `delivery` describes. */
export declare const isDelivery: Guard<z.infer<typeof strict.delivery>>;
/** Checks whether a value is what the JSON Schema of `documentAttempt` describes. */
export declare const isDocumentAttempt: Guard<z.infer<typeof strict.documentAttempt>>;
/** Checks whether a value is what the JSON Schema of `documentType` describes. */
export declare const isDocumentType: Guard<z.infer<typeof strict.documentType>>;
/** Checks whether a value is what the JSON Schema of `ekyc` describes. */
export declare const isEkyc: Guard<z.infer<typeof strict.ekyc>>;
/** Checks whether a value is what the JSON Schema of `ekycOutcome` describes. */
export declare const isEkycOutcome: Guard<z.infer<typeof strict.ekycOutcome>>;
/** Checks whether a value is what the JSON Schema of `errorEnvelope` describes. */
export declare const isErrorEnvelope: Guard<z.infer<typeof strict.errorEnvelope>>;
/** Checks whether a value is what the JSON Schema of `event` describes. */
export declare const isEvent: Guard<z.infer<typeof strict.event>>;
/** Checks whether a value is what the JSON Schema of `extra` describes. */
export declare const isExtra: Guard<z.infer<typeof strict.extra>>;
/** Checks whether a value is what the JSON Schema of `faceCompare` describes. */
export declare const isFaceCompare: Guard<z.infer<typeof strict.faceCompare>>;
/** Checks whether a value is what the JSON Schema of `faceCompareStatus` describes. */
export declare const isFaceCompareStatus: Guard<z.infer<typeof strict.faceCompareStatus>>;
/** Checks whether a value is what the JSON Schema of `forbiddenError` describes. */
export declare const isForbiddenError: Guard<z.infer<typeof strict.forbiddenError>>;
/** Checks whether a value is what the JSON Schema of `identityAml` describes. */
export declare const isIdentityAml: Guard<z.infer<typeof strict.identityAml>>;
/** Checks whether a value is what the JSON Schema of `identityDocument` describes. */
export declare const isIdentityDocument: Guard<z.infer<typeof strict.identityDocument>>;
/** Checks whether a value is what the JSON Schema of `infoResponse` describes. */
export declare const isInfoResponse: Guard<z.infer<typeof strict.infoResponse>>;
/** Checks whether a value is what the JSON Schema of `isoDate` describes. */
export declare const isIsoDate: Guard<z.infer<typeof strict.isoDate>>;
/** Checks whether a value is what the JSON Schema of `lifecycleDelivery` describes. */
export declare const isLifecycleDelivery: Guard<z.infer<typeof strict.lifecycleDelivery>>;
/** Checks whether a value is what the JSON Schema of `lifecycleEvent` describes. */
export declare const isLifecycleEvent: Guard<z.infer<typeof strict.lifecycleEvent>>;
/** Checks whether a value is what the JSON Schema of `liveness` describes. */
export declare const isLiveness: Guard<z.infer<typeof strict.liveness>>;
/** Checks whether a value is what the JSON Schema of `livenessAttempt` describes. */
export declare const isLivenessAttempt: Guard<z.infer<typeof strict.livenessAttempt>>;
/** Checks whether a value is what the JSON Schema of `livenessImage` describes. */
export declare const isLivenessImage: Guard<z.infer<typeof strict.livenessImage>>;
/** Checks whether a value is what the JSON Schema of `messagesByKey` describes. */
export declare const isMessagesByKey: Guard<z.infer<typeof strict.messagesByKey>>;
/** Checks whether a value is what the JSON Schema of `nationalId` describes. */
export declare const isNationalId: Guard<string>;
/** Checks whether a value is what the JSON Schema of `noCreditError` describes. */
export declare const isNoCreditError: Guard<z.infer<typeof strict.noCreditError>>;
/** Checks whether a value is what the JSON Schema of `notFoundError` describes. */
export declare const isNotFoundError: Guard<z.infer<typeof strict.notFoundError>>;
/** Checks whether a value is what the JSON Schema of `otherStatus` describes. */
export declare const isOtherStatus: Guard<z.infer<typeof strict.otherStatus>>;
/** Checks whether a value is what the JSON Schema of `platformLocale` describes. */
export declare const isPlatformLocale: Guard<z.infer<typeof strict.platformLocale>>;
/** Checks whether a value is what the JSON Schema of `resendNotFoundError` describes. */
export declare const isResendNotFoundError: Guard<z.infer<typeof strict.resendNotFoundError>>;
/** Checks whether a value is what the JSON Schema of `resultResponse` describes. */
export declare const isResultResponse: Guard<z.infer<typeof strict.resultResponse>>;
/** Checks whether a value is what the JSON Schema of `signedImageUrl` describes. */
export declare const isSignedImageUrl: Guard<z.infer<typeof strict.signedImageUrl>>;
/** Checks whether a value is what the JSON Schema of `submitFormDelivery` describes. */
export declare const isSubmitFormDelivery: Guard<z.infer<typeof strict.submitFormDelivery>>;
/** Checks whether a value is what the JSON Schema of `submitFormEvent` describes. */
export declare const isSubmitFormEvent: Guard<z.infer<typeof strict.submitFormEvent>>;
/** Checks whether a value is what the JSON Schema of `submitRequest` describes. */
export declare const isSubmitRequest: Guard<z.infer<typeof strict.submitRequest>>;
/** Checks whether a value is what the JSON Schema of `submitValidationError` describes. */
export declare const isSubmitValidationError: Guard<z.infer<typeof strict.submitValidationError>>;
/** Checks whether a value is what the JSON Schema of `submittedApplication` describes. */
export declare const isSubmittedApplication: Guard<z.infer<typeof strict.submittedApplication>>;
/** Checks whether a value is what the JSON Schema of `timestamp` describes. */
export declare const isTimestamp: Guard<z.infer<typeof strict.timestamp>>;
/** Checks whether a value is what the JSON Schema of `unauthorizedError` describes. */
export declare const isUnauthorizedError: Guard<z.infer<typeof strict.unauthorizedError>>;
