import { collect } from '@idvkit/cli-kit';

import { REPORT_KINDS } from '../report/report-writers.ts';

export interface JudgingOptions {
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
  readonly require?: readonly string[] | undefined;
  readonly report?: readonly string[] | undefined;
  readonly baseline?: string | undefined;
  readonly failOnWarning?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

interface OptionTaker {
  option(flags: string, description: string): unknown;
  option(
    flags: string,
    description: string,
    parse: (text: string, before: readonly string[] | undefined) => readonly string[],
  ): unknown;
}

export function judgingOptions(command: OptionTaker): void {
  command.option('--only <glob>', 'Check only these rules; repeatable', collect);
  command.option('--skip <glob>', 'Do not check these rules; repeatable', collect);
  command.option('--require <glob>', 'Fail if one of these rules is not tested; repeatable', collect);
  command.option('--report <kind=file>', `Write a report: ${REPORT_KINDS.join(', ')}; repeatable`, collect);
  command.option('--baseline <file>', 'Excuse the failures that this file lists, until they expire');
  command.option('--fail-on-warning', 'Fail if a rule of level "should" fails');
  command.option('--json', 'Print one JSON document (idvkit.conformance-report) and nothing else');
  command.option('--verbose', 'List every rule and every finding');
  command.option('--quiet', 'Print only what is not OK, and no progress');
}
