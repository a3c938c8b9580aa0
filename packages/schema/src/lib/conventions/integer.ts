import * as z from 'zod';

/**
 * An integer of any size. `z.int()` would refuse integers that JavaScript cannot count exactly, which the specification permits.
 *
 * @see Specification, "Conventions"
 */
export const integer = z.number().refine(Number.isInteger, 'must be an integer').meta({ type: 'integer' });
