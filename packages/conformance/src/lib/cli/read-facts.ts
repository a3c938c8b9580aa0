import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { CliError, readJsonFile, systemErrorState, type Io } from '@idvkit/cli-kit';
import { isObject } from '@idvkit/json';
import type { AnswerInput } from '@idvkit/schema';

import { isScalar } from '../observe/json.ts';
import type { RecordingFacts } from '../recorded/recording-facts.ts';

/** Files with facts about a recording: slugs, tokens and answers are no arguments, which every process of a machine can read. */
export interface FactOptions {
  readonly deletedSlugsFrom?: string | undefined;
  readonly unknownSlugsFrom?: string | undefined;
  readonly invalidTokensFrom?: string | undefined;
  readonly badAnswersFrom?: string | undefined;
}

/**
 * Reads the facts of the files that options name.
 *
 * @throws {CliError} `facts-unreadable`
 */
export async function readFacts(options: FactOptions, { cwd }: Pick<Io, 'cwd'>): Promise<RecordingFacts> {
  const { deletedSlugsFrom, unknownSlugsFrom, invalidTokensFrom, badAnswersFrom } = options;
  const lines = (file: string | undefined, what: string): Promise<ReadonlySet<string>> | undefined =>
    file === undefined ? undefined : readLines(resolve(cwd, file), file, what);
  return {
    deletedSlugs: await lines(deletedSlugsFrom, 'slugs'),
    unknownSlugs: await lines(unknownSlugsFrom, 'slugs'),
    invalidTokens: await lines(invalidTokensFrom, 'tokens'),
    badAnswers:
      badAnswersFrom === undefined ? undefined : await readAnswers(resolve(cwd, badAnswersFrom), badAnswersFrom),
  };
}

async function readLines(path: string, file: string, what: string): Promise<ReadonlySet<string>> {
  const unreadable = (state: string, cause?: unknown): CliError =>
    unusable({ file, what, state, cause, fix: `Name a file that holds ${what}, one a line.` });
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw unreadable(systemErrorState(cause), cause);
  }
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const found = new Set(lines.filter((line) => line !== ''));
  if (found.size === 0) throw unreadable('it holds none');
  if ([...found].some((line) => /\s/.test(line))) throw unreadable('a line holds more than one');
  return found;
}

async function readAnswers(path: string, file: string): Promise<AnswerInput> {
  const fix = 'Name a JSON file that holds an object of question keys and values, such as {"nid": "123"}.';
  const unreadable = (state: string, cause?: unknown): CliError =>
    unusable({ file, what: 'answers', state, cause, fix });
  const value = await readJsonFile(path, { unusable: unreadable });
  const entries = isObject(value) ? Object.entries(value) : [];
  const scalars = entries.flatMap(([key, each]) => (isScalar(each) ? [[key, each] as const] : []));
  if (scalars.length === 0 || scalars.length < entries.length) {
    throw unreadable('it is not an object of texts, numbers and booleans');
  }
  return Object.fromEntries(scalars);
}

function unusable({
  file,
  what,
  state,
  fix,
  cause,
}: {
  readonly file: string;
  readonly what: string;
  readonly state: string;
  readonly fix: string;
  readonly cause?: unknown;
}): CliError {
  return new CliError({
    code: 'facts-unreadable',
    message: `Cannot read ${what} from "${file}": ${state}.`,
    fix,
    cause,
  });
}
