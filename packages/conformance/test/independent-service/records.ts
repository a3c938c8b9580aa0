import type { Form, Primitive } from './forms.ts';

/** An answer as it is kept. Times are milliseconds. */
export interface Kept {
  readonly value: Primitive;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** How the checks of one applicant went. */
export interface Checks {
  readonly document: 'front_card' | 'passport';
  readonly scans: readonly ('success' | 'fail')[];
  readonly selfies: readonly ('success' | 'fail')[];
  readonly score?: number;
  readonly screening: 'clear' | 'pep' | 'sanctions';
}

export interface Application {
  readonly id: number;
  readonly slug: string;
  readonly form: Form;
  readonly workspace: Workspace;
  readonly columns: Record<string, string>;
  readonly answers: Map<string, Kept>;
  /** Answers that were given when it was created. */
  readonly prefilled: Readonly<Record<string, Primitive>>;
  state: 'incomplete' | 'complete' | 'expired';
  deleted: boolean;
  submittedMs?: number;
  checks?: Checks;
  /** Changes of a status by an operator. */
  changes: number;
  resends: number;
}

export type EventType = 'submit_form' | 'update_status' | 'drop_off';

export interface Workspace {
  readonly tokens: Set<string>;
  readonly forms: readonly Form[];
  credit: number;
}

export interface Hook {
  readonly url: string;
  readonly secret: string;
}

/** Writes a moment the way Python does: microseconds and an offset. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000+00:00');
}
