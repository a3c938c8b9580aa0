import { CliError } from '@idvkit/cli-kit';

/** A file of settings that cannot be used, for one reason or several. */
export class SettingsError extends CliError {
  /** What is wrong, a line each, where there is more than one thing. */
  readonly problems: readonly string[];

  /** @param options `what`: `configuration`, `baseline`; `file` as the user knows it. */
  constructor(options: {
    readonly code: string;
    readonly what: string;
    readonly file: string;
    readonly problems: readonly string[];
    readonly fix: string;
    readonly cause?: unknown;
  }) {
    const { code, what, file, problems, fix, cause } = options;
    const [only = 'it is empty'] = problems;
    const state = problems.length > 1 ? `it has ${problems.length} problems` : only;
    super({
      code,
      message: `Cannot use the ${what} "${file}": ${state.replace(/\?$/, '')}${state.endsWith('?') ? '?' : '.'}`,
      fix,
      cause,
    });
    this.problems = problems.length > 1 ? problems : [];
  }
}
