import type { AddCommand as AddToolCommand } from '@idvkit/cli-kit';

import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import type { RunOptions } from '../drive/calls/run-options.ts';
import type { Proxy, ProxyOptions } from '../proxy/start-proxy.ts';
import type { ReceiverAuditOptions } from '../receiver-audit/audit-options.ts';

/** Effects of commands, which tests replace. */
export interface CommandTools {
  readonly clock: { now(): number };
  readonly tool: { readonly name: string; readonly version: string };
  /** Key of the fingerprints. Default: a fresh one. */
  readonly fingerprintKey?: string;
  readonly runConformance: (options: RunOptions) => Promise<ConformanceRun>;
  readonly auditReceiver: (options: ReceiverAuditOptions) => Promise<ConformanceRun>;
  readonly startProxy: (options: ProxyOptions) => Promise<Proxy>;
}

export type AddCommand = (...args: [...Parameters<AddToolCommand>, tools: CommandTools]) => void;
