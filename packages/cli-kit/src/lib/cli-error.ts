import { ExitCode } from './exit-code.ts';

/** Texts of a {@link CliError}. */
export interface CliErrorOptions {
  /** Names the kind of failure in kebab-case. Public: documented and tested. */
  readonly code: string;
  /** Action, colon, state, as one sentence: `Cannot listen on port 4010: it is in use.` No secret, slug or body in it. */
  readonly message: string;
  /** Advice, as one sentence: `Choose another with --port.` */
  readonly fix: string;
  /** Lines to print before the message, if there is more than one problem. */
  readonly details?: readonly string[];
  readonly cause?: unknown;
  /** Default 2, could not run. */
  readonly exitCode?: ExitCode;
}

/** Marks the errors of each copy of this class: a bundled command has one, the optional packages that it loads another. */
const BRAND = Symbol.for('@idvkit/cli-kit/CliError');

/** An input or an environment that a command cannot work with: told to the user in one message, without a stack trace. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: string;
  readonly fix: string;
  readonly details: readonly string[];
  readonly exitCode: ExitCode;

  static override [Symbol.hasInstance](value: unknown): value is CliError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }

  constructor({ code, message, fix, details = [], cause, exitCode = ExitCode.error }: CliErrorOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.fix = fix;
    this.details = details;
    this.exitCode = exitCode;
    Object.defineProperty(this, BRAND, { value: true });
  }
}
