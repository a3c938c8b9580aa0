import type { SummarizeOptions } from '../summary/summarize-options.ts';
import { wrongUse } from './only-source.ts';

const ENGINES = ['wasm', 'js', 'stream-json'] as const;

/** What reads the JSON, as it is called on the command line. */
export type Engine = (typeof ENGINES)[number];

/** @throws {CliError} `usage` if there is no such engine. */
export function parseEngine(text: string): Engine {
  const engine = ENGINES.find((each) => each === text);
  if (engine === undefined) throw wrongUse(`There is no engine of that name, but ${ENGINES.join(', ')}.`);
  return engine;
}

/** What reads the JSON, as the library calls it; nothing where the library is to choose. */
export function engineOf(engine: Engine | undefined): Pick<SummarizeOptions, 'engine'> {
  if (engine === undefined) return {};
  return { engine: engine === 'js' ? 'plain' : engine };
}

/** The options of `idv-analyze` as they were typed. */
export interface AnalyzeOptions {
  readonly json?: true | undefined;
  readonly html?: string | undefined;
  readonly top: number;
  readonly profile?: string | undefined;
  readonly lines?: true | undefined;
  readonly merge: readonly string[];
  readonly workers?: number | undefined;
  readonly engine?: Engine | undefined;
  readonly follow?: true | undefined;
  readonly hits: readonly string[];
  readonly index?: string | undefined;
  readonly hit?: number | undefined;
  readonly where?: string | undefined;
  readonly shape?: true | undefined;
  readonly compareShape?: string | undefined;
  readonly provider?: string | undefined;
  readonly reveal?: true | undefined;
}
