import { main as analyze } from '../../packages/analyzer/src/lib/cli/main.ts';
import type { Main } from '../../packages/cli-kit/src/index.ts';
import { createTestIo } from '../../packages/cli-kit/src/testing.ts';
import { main as conformance } from '../../packages/conformance/src/lib/cli/main.ts';
import { main as front } from '../../packages/idvkit/src/lib/main.ts';
import { main as mock } from '../../packages/mock/src/lib/cli/main.ts';
import { main as replay } from '../../packages/replay/src/lib/cli/main.ts';

/** Every command, and the folder of its package. */
export const COMMANDS: Readonly<Record<string, readonly [main: Main, folder: string]>> = {
  'idv-analyze': [analyze, 'analyzer'],
  'idv-conformance': [conformance, 'conformance'],
  'idv-mock': [mock, 'mock'],
  'idv-replay': [replay, 'replay'],
};

/** Columns of the help texts on the pages. */
const WIDTH = 80;

const COMMENT = '<!-- Generated: `pnpm run docs` after a change of an option. -->\n';

/** A page of reference per command, by its path below the root of the repository. */
export async function commandPages(): Promise<Readonly<Record<string, string>>> {
  const pages: Record<string, string> = {};
  for (const [name, [main, folder]] of Object.entries(COMMANDS)) {
    const sections: string[] = [];
    for await (const { path, help } of helps(main)) {
      if (path.length > 0) sections.push(`## ${[name, ...path].join(' ')}\n`);
      sections.push(`\`\`\`text\n${help.trimEnd()}\n\`\`\`\n`);
    }
    pages[`docs/commands/${name}.md`] = [
      `# ${name}\n`,
      `The options of each command, as \`--help\` prints them. [The package](../../packages/${folder}/README.md) has examples.\n`,
      COMMENT,
      ...sections,
    ].join('\n');
  }
  pages['docs/commands/idvkit.md'] = await frontPage();
  return pages;
}

/** The page of the front command: its list. The options of its commands are on the pages of the tools. */
async function frontPage(): Promise<string> {
  const io = createTestIo({ columns: WIDTH });
  await front(['--help'], io);
  return [
    '# idvkit\n',
    'All tools in one command, as `idvkit --help` prints it. The pages of the tools have the options of its commands.\n',
    COMMENT,
    `\`\`\`text\n${io.stdoutText.trimEnd()}\n\`\`\`\n`,
  ].join('\n');
}

/** The help of a command. */
interface CommandHelp {
  /** Words after the name of the command: `['send']`. */
  readonly path: readonly string[];
  readonly help: string;
}

/** Yields the help of a command, and of every command below it. */
export async function* helps(
  main: Main,
  path: readonly string[] = [],
  columns: number = WIDTH,
): AsyncGenerator<CommandHelp> {
  const io = createTestIo({ columns });
  const code = await main([...path, '--help'], io);
  if (code !== 0) throw new Error(`${path.join(' ')} --help ended with ${code}: ${io.stderrText}`);
  const help = io.stdoutText;
  yield { path, help };
  const commands = /^Commands:\n((?: .*\n)+)/m.exec(help)?.[1] ?? '';
  for (const [, command = ''] of commands.matchAll(/^ {2}([\w-]+)/gm)) {
    if (command !== 'help') yield* helps(main, [...path, command], columns);
  }
}
