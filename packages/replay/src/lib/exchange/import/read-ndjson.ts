import { captureLine, requestHeadProblem } from '@idvkit/schema/formats';

import { bareBody, bodyOf, ImportProblem, momentOf, type ImportReader } from './imported.ts';
import { splitLines } from './split-lines.ts';

/** Reads one delivery per line: a line of `idvkit archive export`, or the body itself. */
export const readNdjson: ImportReader = async function* readNdjson(input) {
  for await (const { bytes, number } of splitLines(input)) {
    const text = bytes.toString('utf8');
    if (text.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (cause) {
      throw new ImportProblem(`line ${number} is not valid JSON`, { cause });
    }
    const exported = isExported(value) ? captureLine.safeParse(value) : undefined;
    if (exported === undefined) {
      yield bareBody(bodyOf(bytes));
      continue;
    }
    if (!exported.success) {
      const problem = requestHeadProblem(value);
      if (problem !== undefined)
        throw new ImportProblem(`the request on line ${number} cannot be sent again: ${problem}`);
      throw new ImportProblem(`line ${number} is of another version of idvkit.capture-line`);
    }
    const { receivedAt, method, path, headers, answer, body, complete, fidelity } = exported.data;
    yield {
      kind: 'delivery',
      delivery: {
        method,
        path,
        headers,
        body: bodyOf('text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64')),
        receivedAt: momentOf(receivedAt),
        ...(answer !== null && { answer }),
        fidelity: fidelity ?? 'wire',
        isComplete: complete,
      },
    };
  }
};

function isExported(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'format' in value && value.format === 'idvkit.capture-line';
}
