import { resolve } from 'node:path';

import { readBytes, readJsonFile, cannot, type Io, type Unusable } from '@idvkit/cli-kit';
import { isObject } from '@idvkit/json';
import type { AnswerInput } from '@idvkit/schema';

import { isScalar } from '../observe/json.ts';
import type { RecordingFacts } from '../recorded/recording-facts.ts';

/** Files with facts about a recording. Secrets are not arguments: every process of a machine can read those. */
export interface FactOptions {
  readonly deletedSlugsFrom?: string | undefined;
  readonly unknownSlugsFrom?: string | undefined;
  readonly invalidTokensFrom?: string | undefined;
  readonly badAnswersFrom?: string | undefined;
}

export async function readFacts(options: FactOptions, { cwd }: Pick<Io, 'cwd'>): Promise<RecordingFacts> {
  const lines = async (file: string | undefined, what: string): Promise<ReadonlySet<string> | undefined> => {
    if (file === undefined) return undefined;
    const unusable = cannot('facts-unreadable', `read ${what} from "${file}"`, LINES_FIX);
    return linesOf(await readBytes(file, { cwd }, unusable), unusable);
  };
  const { deletedSlugsFrom, unknownSlugsFrom, invalidTokensFrom, badAnswersFrom: answers } = options;
  return {
    deletedSlugs: await lines(deletedSlugsFrom, 'slugs'),
    unknownSlugs: await lines(unknownSlugsFrom, 'slugs'),
    invalidTokens: await lines(invalidTokensFrom, 'tokens'),
    badAnswers: answers === undefined ? undefined : await readAnswers(answers, cwd),
  };
}

const LINES_FIX = 'Name a file that holds one of them per line.';
const ANSWERS_FIX = 'Name a JSON file that holds an object of question keys and values, such as {"nid": "123"}.';

function linesOf(bytes: Buffer, unusable: Unusable): ReadonlySet<string> {
  const lines = bytes
    .toString()
    .split(/\r?\n/)
    .map((line) => line.trim());
  const found = new Set(lines.filter((line) => line !== ''));
  if (found.size === 0) throw unusable('it holds none');
  if ([...found].some((line) => /\s/.test(line))) throw unusable('a line holds more than one');
  return found;
}

async function readAnswers(file: string, cwd: string): Promise<AnswerInput> {
  const unusable = cannot('facts-unreadable', `read answers from "${file}"`, ANSWERS_FIX);
  const value = await readJsonFile(resolve(cwd, file), { unusable });
  const entries = isObject(value) ? Object.entries(value) : [];
  const scalars = entries.flatMap(([key, each]) => (isScalar(each) ? [[key, each] as const] : []));
  if (scalars.length === 0 || scalars.length < entries.length) {
    throw unusable('it is not an object of texts, numbers and booleans');
  }
  return Object.fromEntries(scalars);
}
