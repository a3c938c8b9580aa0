import type { ReadingProblem } from '@idvkit/schema/formats';

import { pathText, type JsonError } from '../scan/json-error.ts';

/** Characters of a path that are told; keys have any length. */
const MAX_PATH_LENGTH = 200;

/** Says why and where a document stops being JSON. */
export function readingProblem({ message, problem, position }: JsonError): ReadingProblem {
  const { offset, line, column, path } = position;
  return {
    code: codeOf(problem),
    message,
    offset,
    line,
    column,
    path: pathText(path).slice(0, MAX_PATH_LENGTH).toWellFormed(),
  };
}

function codeOf(problem: string): ReadingProblem['code'] {
  if (problem.startsWith('The input is cut off')) return 'cut-off';
  if (problem.startsWith('The input is empty')) return 'empty';
  if (problem.startsWith('More than')) return 'too-deep';
  return 'malformed';
}
