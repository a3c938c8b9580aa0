import * as z from 'zod';

const condition = z
  .string()
  .meta({ description: 'Condition in words, separated by commas: `GET info, application open`' });

/** Statuses, names or constant texts of a target under one condition. No value of a person is in it. */
export const seenBehaviour = z.strictObject({
  about: z.enum(['status', 'keys', 'headers', 'text', 'events', 'limits', 'other']),
  condition,
  of: z.int().min(1).meta({ description: 'Calls, or applications, that the counts are of' }),
  values: z.record(z.string(), z.int().min(1)).meta({ description: 'Count of each status, name or constant text' }),
});

/** A number of a target that the specification leaves open. */
export const measuredBehaviour = z.strictObject({
  about: z.enum(['retries', 'limits', 'size']),
  condition,
  unit: z.enum(['ms', 'bytes', 'count']),
  min: z.number(),
  max: z.number(),
});

/** Everything of a run that another run can be compared with. */
export const behaviour = z.strictObject({ seen: z.array(seenBehaviour), measured: z.array(measuredBehaviour) });

/** Everything of a run that another run can be compared with. */
export type Behaviour = z.infer<typeof behaviour>;
/** Statuses, names or constant texts of a target under one condition. */
export type SeenBehaviour = z.infer<typeof seenBehaviour>;
/** A number of a target that the specification leaves open. */
export type MeasuredBehaviour = z.infer<typeof measuredBehaviour>;
