import * as z from 'zod';

import { savedWorkspace } from './workspace.ts';

export const serviceState = z
  .strictObject({
    format: z.literal('idvkit.mock-state'),
    version: z.literal(1),
    /** Seed of all ids. */
    seed: z.int(),
    /** How many ids were drawn so far, by kind. */
    counters: z.record(z.string(), z.int().min(0)).readonly(),
    workspaces: z.record(z.string(), savedWorkspace).readonly(),
  })
  .readonly()
  .meta({ id: 'ServiceState' });

export type ServiceState = z.infer<typeof serviceState>;
