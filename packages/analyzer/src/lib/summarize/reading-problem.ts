import type { ReadingProblem } from '@idvkit/schema/formats';

import { pathText, type JsonError } from '../scan/json-error.ts';

/** Characters of a path that are told; keys have any length. */
const MAX_PATH_LENGTH = 200;

export function readingProblem({ code, message, position }: JsonError): ReadingProblem {
  const { offset, line, column, path } = position;
  return {
    code,
    message,
    offset,
    line,
    column,
    path: pathText(path).slice(0, MAX_PATH_LENGTH).toWellFormed(),
  };
}
