import { KNOWN_EVENT_TYPES } from '@idvkit/schema';
import * as z from 'zod';

import { instant, storedApplication, type StoredApplication } from './application.ts';
import { collectApplications, type Applications } from './applications.ts';
import { form, type Form } from './form.ts';
import { settings } from './settings.ts';

export const eventType = z.enum(KNOWN_EVENT_TYPES).meta({ id: 'EventType' });

/** A webhook as it is entered in the portal. */
export const receiver = z
  .strictObject({
    id: z.string().min(1),
    url: z.url({ protocol: /^https?$/ }),
    secret: z.string().min(1),
    events: z.array(eventType).readonly(),
    /** Only about applications of this form. About those of every form where absent. */
    formSlug: z.string().min(1).exactOptional(),
  })
  .readonly()
  .meta({ id: 'Webhook' });

/** A status column of the workspace's Decision Flow. */
export const statusColumn = z
  .strictObject({
    key: z
      .string()
      .min(1)
      .refine((key) => key !== 'ekyc', 'must not be ekyc, which the service sets itself'),
    /** Value of an application whose checks have not run. */
    initial: z.string(),
    /** Value that a submission brings where the screening found nothing; stays as it was where absent. */
    clear: z.string().exactOptional(),
    /** Value that a submission brings where the screening found something; stays as it was where absent. */
    found: z.string().exactOptional(),
  })
  .readonly()
  .meta({ id: 'StatusColumn' });

/** How the time of a workspace goes: real time plus an offset, or still until it is moved. */
export const workspaceClock = z
  .discriminatedUnion('mode', [
    z.strictObject({ mode: z.literal('offset'), offsetMs: z.number() }).readonly(),
    z.strictObject({ mode: z.literal('frozen'), now: instant }).readonly(),
  ])
  .meta({ id: 'WorkspaceClock' });

/** A workspace as it is saved: plain JSON. */
export const savedWorkspace = z
  .strictObject({
    id: z.string().min(1),
    tokens: z.array(z.string().min(1)).readonly(),
    revokedTokens: z.array(z.string().min(1)).readonly(),
    /** Key of the signatures of image URLs. */
    signingKey: z.string().min(1),
    credit: z.int(),
    forms: z.record(z.string(), form).readonly(),
    receivers: z.array(receiver).readonly(),
    statusColumns: z.array(statusColumn).readonly(),
    settings,
    clock: workspaceClock,
    applications: z.record(z.string(), storedApplication).readonly(),
  })
  .refine(
    ({ forms, applications }) => Object.values(applications).every(({ formSlug }) => Object.hasOwn(forms, formSlug)),
    { path: ['applications'], message: 'must belong to forms of the workspace' },
  )
  .readonly()
  .meta({ id: 'Workspace' });

export type EventType = z.infer<typeof eventType>;
export type Receiver = z.infer<typeof receiver>;
export type StatusColumn = z.infer<typeof statusColumn>;
export type WorkspaceClock = z.infer<typeof workspaceClock>;
export type SavedWorkspace = z.infer<typeof savedWorkspace>;

/** A workspace: everything that belongs to one client, apart from every other. */
export type Workspace = Omit<SavedWorkspace, 'applications'> & { readonly applications: Applications };

export function formOf(workspace: Workspace, slug: string): Form | undefined {
  return Object.hasOwn(workspace.forms, slug) ? workspace.forms[slug] : undefined;
}

export function applicationOf(workspace: Workspace, slug: string): StoredApplication | undefined {
  return workspace.applications.get(slug);
}

export function toSavedWorkspace({ applications, ...rest }: Workspace): SavedWorkspace {
  return { ...rest, applications: Object.fromEntries(applications.all().map((each) => [each.slug, each])) };
}

export function fromSavedWorkspace({ applications, ...rest }: SavedWorkspace): Workspace {
  return { ...rest, applications: collectApplications(Object.values(applications)) };
}
