import { createTestIo } from '../../packages/cli-kit/src/testing.ts';
import { main } from '../../packages/idvkit/src/lib/main.ts';

/** Location of the page, below the root of the repository. */
export const COMMANDS_DOCUMENT = 'docs/commands.md';

/** Columns of the help texts on the page. */
const WIDTH = 80;

/** Returns the page of every command and option. */
export async function commandPage(): Promise<string> {
  const sections: string[] = [];
  for await (const { path, help } of helps()) {
    if (path.length > 0) sections.push(`## ${['idvkit', ...path].join(' ')}\n`);
    sections.push(`\`\`\`text\n${withoutHelp(help).trimEnd()}\n\`\`\`\n`);
  }
  return [
    '# Commands\n',
    'Every command and option, as `--help --all` prints them. `--help` itself is left out.\n',
    '<!-- Generated: `pnpm run docs` after a change of an option. -->\n',
    ...sections,
  ].join('\n');
}

/** Removes what is the same for every command. */
function withoutHelp(help: string): string {
  return help.replace(/^ {2}-h, --help +Print this help\n/m, '').replace(/^Options:\n\n/m, '');
}

/** The help of a command. */
interface CommandHelp {
  /** Words after `idvkit`: `['archive', 'verify']`. */
  readonly path: readonly string[];
  readonly help: string;
}

/** Yields the whole help of a command, and of every command below it. */
export async function* helps(path: readonly string[] = [], columns: number = WIDTH): AsyncGenerator<CommandHelp> {
  const io = createTestIo({ columns });
  const code = await main([...path, '--help', '--all'], io);
  if (code !== 0) throw new Error(`${path.join(' ')} --help ended with ${code}: ${io.stderrText}`);
  const help = io.stdoutText;
  yield { path, help };
  // Headings of lists of commands end with a colon, as those of options do, whose lines begin with a dash.
  const [usage = '', ...parts] = help.split(/^(?=\S.*:\n {2}[\w-]+ )/m);
  if (!/\[command\]/.test(usage)) return;
  for (const part of parts.filter((each) => !/^(?:Arguments|Exit codes):/.test(each))) {
    for (const [, command = ''] of part.matchAll(/^ {2}([a-z][\w-]*) {2,}/gm))
      yield* helps([...path, command], columns);
  }
}
