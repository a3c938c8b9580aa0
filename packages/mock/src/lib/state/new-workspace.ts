import { collectApplications } from './applications.ts';
import { defaultForms } from './default-forms.ts';
import type { Form } from './form.ts';
import { settings, type Settings } from './settings.ts';
import type { StatusColumn, Workspace, WorkspaceClock } from './workspace.ts';

/** Credit of a workspace that nobody set up otherwise: enough for any test run. */
export const DEFAULT_CREDIT = 1_000_000;

/** Status columns of a workspace that nobody set up otherwise. Values are Title-case, `-` is not run. */
export const defaultStatusColumns: readonly StatusColumn[] = [
  { key: 'aml', initial: '-', clear: 'Clear', found: 'Need Review' },
  { key: 'decision', initial: '-' },
];

/** What a new workspace is made of. */
export interface NewWorkspace {
  readonly id: string;
  readonly token: string;
  readonly signingKey: string;
  readonly credit?: number;
  /** Default: a camera flow and a plain one. */
  readonly forms?: readonly Form[];
  readonly statusColumns?: readonly StatusColumn[];
  readonly settings?: Partial<Settings>;
  readonly clock?: WorkspaceClock;
}

/** Makes a workspace with nothing in it but its set-up. */
export function newWorkspace(options: NewWorkspace): Workspace {
  return {
    id: options.id,
    tokens: [options.token],
    revokedTokens: [],
    signingKey: options.signingKey,
    credit: options.credit ?? DEFAULT_CREDIT,
    forms: Object.fromEntries((options.forms ?? defaultForms).map((form) => [form.slug, form])),
    receivers: [],
    statusColumns: options.statusColumns ?? defaultStatusColumns,
    settings: settings.parse(options.settings ?? {}),
    clock: options.clock ?? { mode: 'offset', offsetMs: 0 },
    applications: collectApplications(),
  };
}
