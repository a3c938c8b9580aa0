import * as z from 'zod';

import {
  actionFacts,
  bodyFacts,
  callFacts,
  creditFacts,
  deliveryFacts,
  judgedTarget,
  judgingContext,
  watchFacts,
} from './observed.ts';

const body = z.strictObject(bodyFacts);

/** What every observation says: its id, its place among all of them, and when it began, in milliseconds since the epoch. */
const common = { id: z.string(), order: z.int().min(0), at: z.number() };

/** `_idvkit` of an entry of an HTTP archive: a call to the service, or a delivery to a receiver. */
export const recordedEntry = z.discriminatedUnion('kind', [
  z.strictObject({
    ...common,
    kind: z.literal('exchange'),
    ...callFacts,
    request: body,
    /** Absent if no answer came. */
    response: body.optional(),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('delivery'),
    slug: z.string().optional(),
    ...deliveryFacts,
    request: body,
  }),
]);

/** An observation that is not a message. */
const other = z.discriminatedUnion('kind', [
  z.strictObject({ ...common, summary: z.string(), ...actionFacts }),
  z.strictObject({ ...common, summary: z.string(), ...watchFacts }),
  z.strictObject({ ...common, summary: z.string(), ...creditFacts }),
]);

/** `_idvkit` of the log of an HTTP archive that `idv-conformance` wrote. @see docs/formats.md */
export const recordedTraffic = z
  .strictObject({
    format: z.literal('idvkit.recorded-traffic'),
    version: z.literal(1),
    /** Values are masked, so that not every rule can be judged by them. */
    masked: z.literal(true),
    target: judgedTarget,
    /** False where the run ended early. */
    complete: z.boolean(),
    context: judgingContext,
    others: z.array(other),
  })
  .meta({ id: 'RecordedTraffic' });

/** `_idvkit` of an entry of an HTTP archive: a call to the service, or a delivery to a receiver. */
export type RecordedEntry = z.infer<typeof recordedEntry>;
/** Observation that is not an exchange: an action of an operator, or a watch. */
export type RecordedOther = z.infer<typeof other>;
/** Facts about a run that its HTTP archive carries, so that `check` decides what the run decided. */
export type RecordedTraffic = z.infer<typeof recordedTraffic>;
