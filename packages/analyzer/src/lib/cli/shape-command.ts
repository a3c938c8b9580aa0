import { createPaint, ExitCode, printable, type AddCommand, type Io } from '@idvkit/cli-kit';

import { compareShapes } from '../shape/compare-shapes.ts';
import { hitJsonSchema } from '../shape/hit-json-schema.ts';
import { terminalShape, terminalShapeChanges } from '../view/terminal-shape.ts';
import { readShape } from './json-files.ts';
import { readView, type View } from './read-view.ts';
import { FILES_FROM, INPUTS, LINES, type ReadingOptions } from './reading-options.ts';
import { wrongUse } from './sources.ts';

interface ShapeOptions {
  readonly json?: boolean | undefined;
  /** Whose hits; needed if several providers were seen and the output is for one. */
  readonly provider?: string | undefined;
  /** File with an earlier shape. */
  readonly since?: string | undefined;
}

/** Adds the command that prints the shape of hits. */
export const addShape: AddCommand = (command, { io, run }) => {
  command
    .argument(...INPUTS)
    .option('--json', 'Print the shape as JSON Schema, or the changes as JSON')
    .option('--since <file>', 'Print what changed since a shape that --json printed')
    .option('--provider <name>', 'Whose hits; needed if several providers were seen')
    .option(...FILES_FROM)
    .option(...LINES)
    .addHelpText('after', EXAMPLES)
    .action(
      run(async (inputs: readonly string[], options: ShapeOptions & ReadingOptions) => {
        const view = await readView(inputs, options, io);
        const printed = await printShapes(view.shapes, options, io);
        return view.hasFailures ? ExitCode.error : printed;
      }),
    );
};

const EXAMPLES = `
Examples:
  Paths, types, how often, how large:
    idvkit analyze shape delivery.json
  The same as JSON Schema:
    idvkit analyze shape delivery.json --json > hit.schema.json
  What changed since:
    idvkit analyze shape delivery.json --since hit.schema.json`;

/**
 * Prints the shape of hits for people or as JSON Schema. With an earlier shape it prints what changed.
 *
 * @returns 0; 1 if the shape changed.
 * @throws {CliError} `usage` if it is not clear which provider is meant, `shape-unusable` for the earlier shape.
 */
async function printShapes(
  providers: View['shapes'],
  { json = false, provider, since }: ShapeOptions,
  io: Io,
): Promise<ExitCode> {
  const page = { paint: createPaint(io.stdout, io.env), columns: io.stdout.columns };
  const meant = provider === undefined ? providers : providers.filter(({ name }) => name === provider);
  const [only, ...others] = meant;
  if (!only) {
    throw wrongUse(
      provider === undefined ? 'No provider was seen, so there is no shape.' : 'No such provider was seen.',
    );
  }
  if (since === undefined && !json) {
    for (const { name, shape } of meant) io.stdout.write(`${terminalShape(name, shape, page)}\n`);
    return ExitCode.ok;
  }
  if (others.length > 0) {
    const names = meant.map(({ name }) => printable(name, 40)).join(', ');
    throw wrongUse(`There are ${meant.length} providers: choose one of ${names} with --provider.`);
  }
  const { name, shape } = only;
  if (since === undefined) {
    io.stdout.write(`${JSON.stringify(hitJsonSchema(shape, { title: `Hits of ${name}` }))}\n`);
    return ExitCode.ok;
  }
  const changes = compareShapes(await readShape(since, io.cwd), shape);
  const document = { format: 'idvkit.hit-shape-changes', version: 1, provider: name, changes };
  io.stdout.write(json ? `${JSON.stringify(document)}\n` : `${terminalShapeChanges(name, changes, page)}\n`);
  return changes.length === 0 ? ExitCode.ok : ExitCode.findings;
}
