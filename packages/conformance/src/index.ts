export type { ConformanceRun, SkippedScenario } from './lib/drive/calls/conformance-run.ts';
export type {
  Fixtures,
  OperatorCommands,
  OperatorFunction,
  OperatorRequest,
  Operators,
  ReceiverOptions,
  RunOptions,
  RunProgress,
} from './lib/drive/calls/run-options.ts';
export type { RunProblem, RunProblemCode } from './lib/drive/calls/run-problem.ts';
export type { LiveFinding } from './lib/proxy/live-findings.ts';
export { startProxy, type Proxy, type ProxyOptions } from './lib/proxy/start-proxy.ts';
export type { BufferLimits, NotKept } from './lib/proxy/traffic-buffer.ts';
export { checkBody, checkRecordings, type CheckRecordingsOptions } from './lib/recorded/check-recordings.ts';
export type { AuditTiming, ReceiverAuditOptions } from './lib/receiver-audit/audit-options.ts';
export { auditReceiver } from './lib/receiver-audit/run-receiver-audit.ts';
export { runConformance } from './lib/run-conformance.ts';
export type { Discovery } from './lib/judge/discovery/discovery.ts';
export { toConform, type Judged, type RuleChoice, type ToConformOptions } from './lib/matchers/to-conform.ts';
export { createReport, type CreateReportOptions } from './lib/report/create-report.ts';
export type { Person, PersonAnswer, PersonNeed, PersonRequest } from './lib/drive/calls/person.ts';
export { githubAnnotations } from './lib/report/github-annotations.ts';
export { harReport } from './lib/report/har-report.ts';
export { htmlReport } from './lib/report/html/html-report.ts';
export { jsonReport } from './lib/report/report-writers.ts';
export { junitReport } from './lib/report/junit-report.ts';
export { markdownReport } from './lib/report/markdown/markdown-report.ts';
export { terminalReport } from './lib/report/terminal/terminal-report.ts';
export type { Page as TerminalPage } from './lib/report/terminal/page.ts';
