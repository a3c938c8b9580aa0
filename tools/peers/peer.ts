import type { Recording } from './recording.ts';

/** A validator that checks recorded traffic. */
export interface Peer {
  readonly name: string;
  /** Packages whose versions decide its findings. */
  readonly packages: readonly string[];
  /** What it is given and how it is set, as a sentence. */
  readonly settings: string;
  /** Returns its findings, each without the values of the message: two messages that are wrong alike give one finding. */
  readonly check: (recording: Recording) => Promise<ReadonlySet<string>>;
}

/** Names a finding. Positions in lists and slugs differ from run to run. */
export function finding(subject: string, status: number | '', ...details: readonly unknown[]): string {
  return [subject, status, ...details].join(' ').replaceAll(/([/.[])\d+(?=[\]/. ]|$)/g, '$1*');
}
