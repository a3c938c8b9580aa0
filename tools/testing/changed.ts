import { execFileSync } from 'node:child_process';

/** What `vitest --changed` is about. */
export interface Change {
  /** Changed and new files, from the root of the repository. */
  readonly files: readonly string[];
  /** Strings in and around changed lines: among them are the ids of changed rules. */
  readonly strings: readonly string[];
}

/**
 * Returns what changed if this run of Vitest asks for it: since the commit of `--changed COMMIT`, or since the last one.
 *
 * @param root Root of the repository, with a slash.
 */
export function changeOf(argv: readonly string[], root: string): Change | undefined {
  const index = argv.findIndex((word) => /^--changed(?:=|$)/.test(word));
  if (index < 0) return undefined;
  const [option = '', next = '-'] = argv.slice(index);
  const since = option.split('=')[1] ?? (next.startsWith('-') ? 'HEAD' : next);
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe', maxBuffer: 2 ** 28 });
  const files = [git('diff', '--name-only', since), git('ls-files', '--others', '--exclude-standard')];
  const changed = git('diff', '--unified=8', since, '--', 'packages/*.ts');
  return {
    files: files.flatMap((list) => list.split('\n').filter((file) => file !== '')),
    strings: [...new Set(Array.from(changed.matchAll(/'([\w.-]+)'/g), ([, text = '']) => text))],
  };
}
