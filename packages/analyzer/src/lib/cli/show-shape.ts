import { resolve } from 'node:path';

import { CliError, createPaint, ExitCode, readJsonFile, type Io } from '@idvkit/cli-kit';
import type { HitShape } from '@idvkit/schema/formats';

import { compareShapes } from '../shape/compare-shapes.ts';
import { hitJsonSchema } from '../shape/hit-json-schema.ts';
import { readHitShape } from '../shape/read-hit-shape.ts';
import { terminalShape, terminalShapeChanges } from '../view/terminal-shape.ts';
import { wrongUse } from './only-source.ts';

/** A provider's hits, as far as their shape goes. */
export interface ProviderShape {
  readonly name: string;
  readonly shape: HitShape;
}

/** How a shape is shown. */
export interface ShowShapeOptions {
  readonly io: Io;
  readonly json: boolean;
  /** Whose hits; needed where there are several providers and one of them is meant. */
  readonly provider?: string | undefined;
  /** File with an earlier shape, to compare with. */
  readonly before?: string | undefined;
}

/**
 * Prints the shape of hits that was learned: for people, or as JSON Schema. With an earlier shape it prints what changed.
 *
 * @returns 0; 1 where the shape changed.
 * @throws {CliError} `usage` where it is not clear which provider is meant, `shape-unusable` of the earlier shape.
 */
export async function showShape(
  providers: readonly ProviderShape[],
  { io, json, provider, before }: ShowShapeOptions,
): Promise<ExitCode> {
  const page = { paint: createPaint(io.stdout, io.env), columns: io.stdout.columns };
  const meant = provider === undefined ? providers : providers.filter(({ name }) => name === provider);
  if (meant.length === 0) {
    throw wrongUse(
      provider === undefined ? 'No provider was seen, so there is no shape.' : 'No such provider was seen.',
    );
  }
  if (before !== undefined || json) {
    const [only, ...others] = meant;
    if (!only || others.length > 0) throw wrongUse(`There are ${meant.length} providers: choose one with --provider.`);
    if (before === undefined) {
      io.stdout.write(`${JSON.stringify(hitJsonSchema(only.shape, { title: `Hits of ${only.name}` }))}\n`);
      return ExitCode.ok;
    }
    const changes = compareShapes(await readShape(before, io.cwd), only.shape);
    io.stdout.write(
      json
        ? `${JSON.stringify({ format: 'idvkit.hit-shape-changes', version: 1, provider: only.name, changes })}\n`
        : `${terminalShapeChanges(only.name, changes, page)}\n`,
    );
    return changes.length === 0 ? ExitCode.ok : ExitCode.findings;
  }
  for (const { name, shape } of meant) io.stdout.write(`${terminalShape(name, shape, page)}\n`);
  return ExitCode.ok;
}

async function readShape(name: string, cwd: string): Promise<HitShape> {
  const unusable = (state: string, cause?: unknown): CliError =>
    new CliError({
      code: 'shape-unusable',
      message: `Cannot use the shape "${name}": ${state}.`,
      fix: 'Write one with idv-analyze FILE --shape --json.',
      cause,
    });
  const json = await readJsonFile(resolve(cwd, name), { unusable });
  try {
    return readHitShape(json);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw unusable(cause.message, cause);
  }
}
