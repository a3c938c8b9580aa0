import type { ReadingProblem } from '@idvkit/schema/formats';

import { pathText, type JsonError } from '../scan/json-error.ts';
import { PROBLEMS, tooDeepText } from '../scan/wasm/problem-text.ts';

/** Characters of a path that are told; keys have any length. */
const MAX_PATH_LENGTH = 200;

export function readingProblem({ message, problem, position }: JsonError): ReadingProblem {
  const { offset, line, column, path } = position;
  return {
    code: codeOf(problem, path.length),
    message,
    offset,
    line,
    column,
    path: pathText(path).slice(0, MAX_PATH_LENGTH).toWellFormed(),
  };
}

function codeOf(problem: string, depth: number): ReadingProblem['code'] {
  if (problem === PROBLEMS.cutOff || problem === PROBLEMS.cutInCharacter) return 'cut-off';
  if (problem === PROBLEMS.empty) return 'empty';
  return problem === tooDeepText(depth) ? 'too-deep' : 'malformed';
}
