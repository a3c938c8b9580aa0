import { collectApplications } from './applications.ts';
import { defaultForms } from './default-forms.ts';
import type { Form } from './form.ts';
import { settings, type Settings } from './settings.ts';
import type { StatusColumn, Workspace, WorkspaceClock } from './workspace.ts';

/** Credit of a workspace by default: enough for any test run. */
export const DEFAULT_CREDIT = 1_000_000;

/** Status columns of a workspace by default. Values are Title-case, `-` is not run. */
export const defaultStatusColumns: readonly StatusColumn[] = [
  { key: 'aml', initial: '-', clear: 'Clear', found: 'Need Review' },
  { key: 'decision', initial: '-' },
];

/** Options of a new workspace. */
export interface NewWorkspace {
  readonly id: string;
  /** API token. Default of the default workspace: `idv_test_token`. */
  readonly token: string;
  readonly signingKey: string;
  /** Default 1,000,000. */
  readonly credit?: number;
  /** Default: `kyc-camera`, a flow with camera steps, and `kyc-plain`, one without. */
  readonly forms?: readonly Form[];
  readonly statusColumns?: readonly StatusColumn[];
  /** Settings that the specification does not show: pad width, retry spacing, form lifetime, rate limit and more. */
  readonly settings?: Partial<Settings>;
  /** How time goes. Default: as real time does. */
  readonly clock?: WorkspaceClock;
}

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
