import { describeCommands, type AddCommand, type CommandDescription, type Io } from '@idvkit/cli-kit';

/** Adds `idvkit commands`. */
export const addCommandList: AddCommand = (command, { io, run }) => {
  command.option('--json', 'Print one JSON document (idvkit.commands)').action(run(({ json }) => list(io, json)));
};

async function list(io: Io, json = false): Promise<void> {
  const { idvkit } = await import('./idvkit.ts');
  const commands = await describeCommands(idvkit, io);
  if (json) {
    io.stdout.write(`${JSON.stringify({ format: 'idvkit.commands', version: 1, commands }, undefined, 2)}\n`);
    return;
  }
  for (const each of commands) io.stdout.write(`${line(each)}\n`);
}

function line({ path, arguments: words, options }: CommandDescription): string {
  const shown = words.map(({ name, isRequired }) => (isRequired ? `<${name}>` : `[${name}]`));
  const required = options.filter(({ isRequired }) => isRequired).map(({ flags }) => flags);
  return ['idvkit', ...path, ...shown, ...required].join(' ');
}
