import { z } from 'zod';

/**
 * Which fields of a screening hit a summary shows. The specification does not show hits, so this is knowledge about a
 * provider, kept apart where users can replace it. Paths are keys joined by dots; `[]` stands for the elements of an array.
 */
export const hitProfile = z
  .strictObject({
    /** Text that tells one hit from another; personal, so it is masked unless asked for. */
    label: z.string(),
    /** Fields with few, short values that are worth counting. */
    values: z.array(z.string()),
  })
  .meta({ id: 'HitProfile' });

export type HitProfile = z.infer<typeof hitProfile>;
