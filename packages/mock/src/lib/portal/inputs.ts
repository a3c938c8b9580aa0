import { KNOWN_EVENT_TYPES } from '@idvkit/schema';
import { z } from 'zod';

import { instant } from '../state/application.ts';
import { form, inputParameter } from '../state/form.ts';
import { settings } from '../state/settings.ts';
import { eventType, receiver, statusColumn, workspaceClock } from '../state/workspace.ts';

const token = z.string().regex(/^\S+$/, 'must be a text without spaces');

/** What a new workspace may choose; the rest is as in the default workspace. */
export const workspaceInput = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]*$/, 'must be lower-case letters, digits and hyphens')
      .exactOptional(),
    token: token.exactOptional(),
    credit: z.int().exactOptional(),
    forms: z.array(form).min(1).readonly().exactOptional(),
    statusColumns: z.array(statusColumn).readonly().exactOptional(),
    clock: workspaceClock.exactOptional(),
  })
  .readonly();

/** A webhook to add. Default of `events`: all types. */
export const webhookInput = receiver
  .unwrap()
  .omit({ id: true })
  .extend({ events: z.array(eventType).readonly().default(KNOWN_EVENT_TYPES) })
  .readonly();

/** Settings to change; those left out stay as they are. */
export const settingsInput = z
  .strictObject(
    // Without their defaults: what is left out is not reset.
    Object.fromEntries(
      Object.entries(settings.unwrap().shape).map(([key, setting]) => [key, setting.unwrap().exactOptional()]),
    ) as { [Key in keyof SettingsShape]: z.ZodExactOptional<ReturnType<SettingsShape[Key]['unwrap']>> },
  )
  .readonly();

type SettingsShape = ReturnType<(typeof settings)['unwrap']>['shape'];

export const statusInput = z.strictObject({ column: z.string().min(1), value: z.string() }).readonly();
export const expireInput = z
  .strictObject({
    started: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether the applicant opened the form: only then is it a drop-off' }),
  })
  .readonly();
export const tokenInput = z.strictObject({ token }).readonly();
export const newTokenInput = z.strictObject({ token: token.exactOptional() }).readonly();
export const creditInput = z.strictObject({ balance: z.int() }).readonly();
export const inputParametersInput = z.array(inputParameter).readonly();
export const statusColumnsInput = z.array(statusColumn).readonly();
export const faultsInput = z.strictObject({ ids: z.array(z.string()).readonly() }).readonly();
export const clockInput = z
  .strictObject({ mode: z.enum(['frozen', 'offset']).exactOptional(), now: instant.exactOptional() })
  .readonly();
export const advanceInput = z
  .strictObject({
    ms: z.number().min(0),
    held: z.int().min(0).default(0).meta({ description: 'Deliveries that receivers hold on purpose, not waited for' }),
  })
  .readonly();

export type WorkspaceInput = z.infer<typeof workspaceInput>;
export type WebhookInput = z.input<typeof webhookInput>;
export type SettingsInput = z.infer<typeof settingsInput>;
export type ClockInput = z.infer<typeof clockInput>;
