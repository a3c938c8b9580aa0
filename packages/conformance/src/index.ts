export type { ConformanceRun, SkippedScenario } from './lib/drive/conformance-run.ts';
export type { AnswerInputs, Fixtures, OperatorCommands, ReceiverOptions, RunOptions } from './lib/drive/run-options.ts';
export type { RunProblem, RunProblemCode } from './lib/drive/run-problem.ts';
export type { RunProgress } from './lib/drive/run-progress.ts';
export type { AuditTiming, ReceiverAuditOptions } from './lib/receiver-audit/audit-options.ts';
export { auditReceiver } from './lib/receiver-audit/run-receiver-audit.ts';
export { runConformance } from './lib/run-conformance.ts';
export type { Discovery } from './lib/discovery/discovery.ts';
export { createReport, type CreateReportOptions } from './lib/report/create-report.ts';
