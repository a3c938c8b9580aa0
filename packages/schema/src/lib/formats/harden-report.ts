import * as z from 'zod';

import { RULE_IDS } from '../rules/catalogue.ts';

const difference = z.strictObject({
  call: z.string().meta({ description: 'Call or delivery of the client: `POST create`' }),
  what: z.enum(['status', 'header', 'body', 'value', 'missing', 'extra', 'delay']),
  at: z.string().exactOptional().meta({ description: 'Name of the header, or JSON pointer of the value' }),
  correct: z.string().exactOptional().meta({ description: 'Status, or kind of the value, of the correct service' }),
  changed: z.string().exactOptional().meta({ description: 'The same with the change' }),
});

const hardenedChange = z.strictObject({
  kind: z.enum(['fault', 'variation']),
  id: z.string(),
  title: z.string().meta({ description: 'What the service does, as a clause' }),
  rule: z.enum(RULE_IDS).exactOptional().meta({ description: 'The rule that a fault breaks' }),
  tests: z
    .enum(['passed', 'failed', 'timed-out', 'not-run', 'not-met'])
    .meta({ description: 'How the tests of the client ended. `not-met`: no byte that the client receives changes' }),
  messages: z.int().min(0).meta({ description: 'Messages to the client that it changes' }),
  first: difference.exactOptional().meta({ description: 'The first of them' }),
});

/**
 * Result of `idvkit harden`: how the tests of a client ended with each fault and each variation of the mock. It is also the state that an
 * incomplete run continues from.
 *
 * @see docs/formats.md
 */
export const hardenReport = z
  .strictObject({
    format: z.literal('idvkit.harden-report'),
    version: z.literal(1),
    tool: z.strictObject({ name: z.string(), version: z.string() }),
    command: z.array(z.string()).min(1).meta({ description: 'Test command of the client, word by word' }),
    /** False if it was interrupted or its time was up: some changes are `not-run`. */
    complete: z.boolean(),
    correct: z.strictObject({
      ms: z.number().min(0).meta({ description: 'Duration of the tests against the correct mock' }),
      calls: z.int().min(0),
      deliveries: z.int().min(0),
    }),
    summary: z.strictObject({
      faults: z.strictObject({ met: z.int(), run: z.int(), noticed: z.int() }),
      variations: z.strictObject({ met: z.int(), run: z.int(), broke: z.int() }),
      score: z.number().nullable().meta({ description: 'Percent of the faults run that the tests noticed' }),
    }),
    changes: z.array(hardenedChange).meta({ description: 'The likeliest first' }),
  })
  .meta({ id: 'HardenReport', description: 'How the tests of a client end with each fault and variation.' });

/** Result of `idvkit harden`. */
export type HardenReport = z.infer<typeof hardenReport>;
/** One fault or variation, and how the tests of the client ended with it. */
export type HardenedChange = z.infer<typeof hardenedChange>;
/** Where a message to the client differs from that of the correct service. No value is shown. */
export type MessageDifference = z.infer<typeof difference>;
