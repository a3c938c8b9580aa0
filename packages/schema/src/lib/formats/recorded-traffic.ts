import { z } from 'zod';

/** What is known of a body beside its text, which masking changes. */
const body = z.strictObject({
  /** Bytes that travelled. */
  size: z.int().min(0),
  /** Whether only its beginning was kept. */
  truncated: z.boolean(),
  /** Whether it was read as JSON; otherwise its text in the archive is a note. */
  json: z.boolean(),
});

const condition = z.strictObject({
  endpoint: z.enum(['create', 'result', 'info', 'submit', 'resend', 'image', 'receiver', 'other']),
  method: z.string(),
  locale: z.enum(['platform', 'unrecognised', 'none', 'unknown']),
  credential: z.enum(['valid', 'invalid', 'revoked', 'other-scheme', 'absent', 'unknown']),
  application: z.enum(['open', 'submitted', 'expired', 'deleted', 'unknown-slug', 'none', 'unknown']),
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
    'not-json',
    'unknown',
  ]),
  badKeys: z.array(z.string()).optional(),
  credit: z.enum(['enough', 'too-little', 'unknown']),
});

/** What every observation says: its id, its place among all of them, and when it began, in milliseconds since the epoch. */
const common = { id: z.string(), order: z.int().min(0), at: z.number() };

/** `_idvkit` of an entry of an HTTP archive: a call to the service, or a delivery to a receiver. */
export const recordedEntry = z.discriminatedUnion('kind', [
  z.strictObject({
    ...common,
    kind: z.literal('exchange'),
    /** Fingerprint of the application that the path names. */
    slug: z.string().optional(),
    condition,
    request: body,
    /** Absent where no answer came. */
    response: body.optional(),
    failure: z.string().optional(),
    scenario: z.string().optional(),
    repeated: z.boolean().optional(),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('delivery'),
    slug: z.string().optional(),
    receiver: z.string(),
    bearer: z.enum(['match', 'mismatch', 'absent', 'other-scheme', 'unknown']),
    tls: z.boolean().optional(),
    request: body,
    answer: z.union([
      z.strictObject({ kind: z.literal('status'), status: z.int(), at: z.number() }),
      z.strictObject({ kind: z.literal('none'), closedAt: z.number().optional() }),
    ]),
  }),
]);

/** An observation that is no message. */
const other = z.discriminatedUnion('kind', [
  z.strictObject({
    ...common,
    kind: z.literal('action'),
    summary: z.string(),
    action: z.enum(['submit', 'expire', 'delete', 'change-status']),
    slug: z.string(),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('watch'),
    summary: z.string(),
    until: z.number(),
    slug: z.string(),
    receivers: z.array(z.string()),
    events: z.array(z.string()).optional(),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('credit'),
    summary: z.string(),
    before: z.number(),
    after: z.number(),
    creates: z.array(z.string()),
  }),
]);

/** `_idvkit` of the log of an HTTP archive that `idv-conformance` wrote. @see docs/formats.md */
export const recordedTraffic = z
  .strictObject({
    format: z.literal('idvkit.recorded-traffic'),
    version: z.literal(1),
    /** Values are masked, so that not every rule can be judged by them. */
    masked: z.literal(true),
    target: z.strictObject({
      baseUrl: z.string(),
      formSlug: z.string(),
      kind: z.enum(['embedded-mock', 'mock', 'live', 'recorded', 'receiver', 'proxied']),
    }),
    /** False where the run ended early. */
    complete: z.boolean(),
    /** What judges were told beside the observations. */
    context: z.strictObject({
      clockSkewSeconds: z.number(),
      requireHttps: z.boolean(),
      deliveryWithinMs: z.number().optional(),
    }),
    others: z.array(other),
  })
  .meta({ id: 'RecordedTraffic' });

/** `_idvkit` of an entry of an HTTP archive: a call to the service, or a delivery to a receiver. */
export type RecordedEntry = z.infer<typeof recordedEntry>;
/** Observation that is not an exchange: an action of an operator, or a watch. */
export type RecordedOther = z.infer<typeof other>;
/** Facts about a run that its HTTP archive carries, so that `check` decides what the run decided. */
export type RecordedTraffic = z.infer<typeof recordedTraffic>;
