import * as z from 'zod';

/** The target that was judged. */
export const judgedTarget = z.strictObject({
  baseUrl: z.string(),
  formSlug: z.string(),
  kind: z.enum(['embedded-mock', 'mock', 'live', 'recorded', 'receiver', 'proxied']),
});

/** Inputs of the judges besides the observations. */
export const judgingContext = z.strictObject({
  clockSkewSeconds: z.number(),
  requireHttps: z.boolean(),
  deliveryWithinMs: z.number().optional(),
});

/**
 * Condition of a call: everything that decides how it must be answered. A rule that depends on something `unknown` does
 * not judge the call.
 */
export const condition = z.strictObject({
  /**
   * Target of the call. `other` is any path outside the service's endpoints; `receiver` is a client's webhook, which the
   * run calls as the service.
   */
  endpoint: z.enum(['create', 'result', 'info', 'submit', 'resend', 'image', 'receiver', 'other']),
  method: z.string(),
  /** `unknown`: the segment differs from a platform locale only in letter case, and the effect is not shown. */
  locale: z.enum(['platform', 'unrecognised', 'none', 'unknown']),
  /**
   * `cut`, `longer`, `padded`, `other-case`: the token without its last character, with one more, with one more at both
   * ends, with its letter case swapped. @see Specification, "Authentication"
   */
  credential: z.enum([
    'valid',
    'absent',
    'invalid',
    'cut',
    'longer',
    'padded',
    'other-case',
    'revoked',
    'other-workspace',
    'other-scheme',
    'unknown',
  ]),
  /** State at the time of the call. `open`: neither submitted nor expired. `none`: the endpoint names no application. */
  application: z.enum(['none', 'open', 'submitted', 'expired', 'deleted', 'unknown-slug', 'unknown']),
  /** `camera` has a document-scan or liveness step. */
  flow: z.enum(['camera', 'plain', 'unknown-form', 'unknown']),
  body: z.enum([
    'absent',
    'empty',
    'empty-object',
    'valid-answers',
    'undeclared-key',
    'bad-format',
    'missing-required',
    'nested-answers',
    'not-object',
    'not-json',
    'unknown',
  ]),
  /** Bad keys if `body` is `bad-format`; missing required keys if it is `missing-required`. */
  badKeys: z.array(z.string()).optional(),
  /** `too-little`: some, but less than the whole flow costs. */
  credit: z.enum(['enough', 'too-little', 'none', 'unknown']),
});

/** Condition under which a call was made. */
export type Condition = Readonly<Omit<z.output<typeof condition>, 'badKeys'>> & {
  readonly badKeys?: readonly string[];
};

/** Facts about a body that masking does not change. */
const bodyFacts = {
  /** Bytes that travelled. */
  size: z.int().min(0),
  /** True if only its beginning was kept. */
  truncated: z.boolean(),
  /** True if it was read as JSON; otherwise its masked text is a note. */
  json: z.boolean(),
};

/** Facts about a call, besides its messages. */
const callFacts = {
  /** Fingerprint of the application that the path names. */
  slug: z.string().optional(),
  condition,
  failure: z.string().optional(),
  scenario: z.string().optional(),
  repeated: z.boolean().optional(),
};

/** Facts about a delivery, besides its message. */
const deliveryFacts = {
  receiver: z.string(),
  bearer: z.enum(['match', 'mismatch', 'absent', 'other-scheme', 'unknown']),
  tls: z.boolean().optional(),
  answer: z.union([
    z.strictObject({ kind: z.literal('status'), status: z.int(), at: z.number() }),
    z.strictObject({ kind: z.literal('none'), closedAt: z.number().optional() }),
  ]),
};

/** An action of an operator. */
const actionFacts = {
  kind: z.literal('action'),
  action: z.enum(['submit', 'expire', 'delete', 'change-status']),
  slug: z.string(),
};

/** A period in which every delivery about an application would have been seen. */
const watchFacts = {
  kind: z.literal('watch'),
  until: z.number(),
  slug: z.string(),
  receivers: z.array(z.string()),
  events: z.array(z.string()).optional(),
};

/** The credit of a workspace before and after some creates. */
const creditFacts = {
  kind: z.literal('credit'),
  before: z.number(),
  after: z.number(),
  creates: z.array(z.string()),
};

/** Headers and body of a message, masked. */
const message = {
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.strictObject({
    ...bodyFacts,
    /** JSON, or a note about a body that is not JSON. Absent if the body is empty or too large for a report. */
    text: z.string().optional(),
  }),
};

const request = z.strictObject({ method: z.string(), url: z.string(), ...message });
const reportedMessage = z.strictObject(message);

const common = {
  id: z.string(),
  /** When it began, on the run's clock. Absent for a body that was given without its message. */
  at: z.iso.datetime().optional(),
  /** One line, masked: `POST /en/api/forms/kyc/create/ → 201 (12 ms)`. */
  summary: z.string(),
};

/** Fingerprint of the application that an observation is about. */
const application = z.string().optional();

/** `application.id` of that application, by which the service knows it. */
const applicationId = z.int().optional();

/** Something that was observed. `call` and `request` hold masked messages: a saved report has those of its findings. */
export const observed = z.discriminatedUnion('kind', [
  z.strictObject({
    ...common,
    kind: z.literal('exchange'),
    application,
    /** Slug of the form that the path names. */
    form: z.string().optional(),
    endpoint: condition.shape.endpoint,
    /** Status of the response; absent if there was none. */
    status: z.int().optional(),
    applicationId,
    /** Id that the service gave the request, such as X-Request-Id. */
    requestId: z.string().optional(),
    call: z
      .strictObject({
        ...callFacts,
        request,
        response: z.strictObject({ status: z.int(), durationMs: z.number(), ...message }).optional(),
      })
      .optional(),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('delivery'),
    application,
    /** Type of the event, if the body has one. */
    type: z.string().optional(),
    ...deliveryFacts,
    applicationId,
    request: request.optional(),
  }),
  z.strictObject({ ...common, ...actionFacts }),
  z.strictObject({ ...common, ...watchFacts }),
  z.strictObject({ ...common, ...creditFacts }),
  z.strictObject({ ...common, kind: z.literal('effects') }),
]);

/** Summary of one observation that evidence or findings name. */
export type Observed = z.infer<typeof observed>;
/** Headers and body of a call, a response or a delivery. */
export type ReportedMessage = z.infer<typeof reportedMessage>;
/** Request of a call or a delivery, with its message. */
export type ReportedRequest = z.infer<typeof request>;
