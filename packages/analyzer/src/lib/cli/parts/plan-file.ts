import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

import { checkValue, CliError, systemErrorState } from '@idvkit/cli-kit';
import { analysisTask, type AnalysisTask } from '@idvkit/schema/formats';

/** Reads a plan, one task at a time. @throws {CliError} `plan-unusable`, with the line that is not a task. */
export async function* readPlan(name: string, cwd: string): AsyncGenerator<AnalysisTask> {
  const unusable = (state: string, cause?: unknown): CliError =>
    new CliError({
      code: 'plan-unusable',
      message: `Cannot use the plan "${name}": ${state}.`,
      fix: 'Write it with idvkit analyze plan INPUT... --out FILE.',
      cause,
    });
  const file = createReadStream(resolve(cwd, name));
  let line = 0;
  try {
    for await (const text of createInterface({ input: file, crlfDelay: Infinity })) {
      line += 1;
      if (text.trim() === '') continue;
      yield checkValue(analysisTask, parse(text), (state, cause) => unusable(`line ${line}: ${state}`, cause));
    }
  } catch (error) {
    throw error instanceof CliError ? error : unusable(systemErrorState(error), error);
  } finally {
    file.destroy();
  }
  if (line === 0) throw unusable('it is empty');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
