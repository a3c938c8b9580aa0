import { CliError } from '@idvkit/cli-kit';

/** Creates the error of a source that is not what it was when the plan was made. */
export function sourceChanged(name: string): CliError {
  return new CliError({
    code: 'source-changed',
    message: `Cannot read "${name}": it has changed since the plan was made.`,
    fix: 'Make the plan again with idvkit analyze plan.',
  });
}

/** Creates the error of a task or a part of another version. */
export function toolDiffers(what: string, theirs: string, ours: string): CliError {
  return new CliError({
    code: 'tool-differs',
    message: `Cannot use ${what}: it is of ${theirs}, and this is ${ours}.`,
    fix: 'Use the same version everywhere, or make the plan again with this one.',
  });
}
