import * as z from 'zod';

import { RULE_IDS } from '../rules/catalogue.ts';
import { measuredBehaviour, seenBehaviour } from './behaviour.ts';
import { verdict } from './conformance-report.ts';
import { judgedTarget } from './observed.ts';

const comparedRun = z.strictObject({
  name: z.string().meta({ description: 'File as given' }),
  target: judgedTarget,
  startedAt: z.iso.datetime(),
  seed: z.int(),
  complete: z.boolean().meta({ description: 'False if the run ended early: fewer conditions are compared' }),
});

const share = z.strictObject({
  count: z.int().min(0).meta({ description: '0: never' }),
  of: z.int().min(1).meta({ description: 'Calls, or applications' }),
});

const range = z.strictObject({ min: z.number(), max: z.number() });

const difference = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('seen'),
    ...seenBehaviour.pick({ about: true, condition: true }).shape,
    value: z.string().meta({ description: 'Status, name or constant text that one of them has more often' }),
    a: share,
    b: share,
  }),
  z.strictObject({
    kind: z.literal('measured'),
    ...measuredBehaviour.pick({ about: true, condition: true, unit: true }).shape,
    a: range,
    b: range,
  }),
  z.strictObject({ kind: z.literal('rule'), rule: z.enum(RULE_IDS), a: verdict, b: verdict }),
]);

/** Result of `idvkit compare`. @see docs/formats.md */
export const comparison = z
  .strictObject({
    format: z.literal('idvkit.comparison'),
    version: z.literal(1),
    tool: z.strictObject({ name: z.string(), version: z.string() }),
    a: comparedRun,
    b: comparedRun,
    compared: z.int().min(0).meta({ description: 'Conditions that both runs met' }),
    onlyA: z.array(z.string()).meta({ description: 'Conditions that only A met: nothing is compared' }),
    onlyB: z.array(z.string()),
    differences: z.array(difference),
  })
  .meta({
    id: 'Comparison',
    description: 'How the behaviour of two targets differs, also where nothing is specified.',
  });

/** Result of `idvkit compare`. */
export type Comparison = z.infer<typeof comparison>;
/** One difference between two targets: how often a value is seen, a number, or the verdict on a rule. */
export type BehaviourDifference = z.infer<typeof difference>;
/** One of two compared runs. */
export type ComparedRun = z.infer<typeof comparedRun>;
