import type { CaptureLine, Captured } from '@idvkit/schema/formats';

import { base64TextOf, isUtf8, jsonTextOf } from './body-text.ts';
import { bodyOf, type ExportFormat, type ExportSource } from './exported.ts';

/** Writes one capture per line, its body within it, as text where it is UTF-8 and in base64 where not. Bodies lose no byte. */
export const ndjsonExport: ExportFormat = {
  isFolder: false,
  loses: 'tags, attempts to send, images and the numbers of captures are not in it',
  files: (source) => [{ path: 'captures.ndjson', content: linesOf(source) }],
};

async function* linesOf(source: ExportSource): AsyncGenerator<string> {
  for (const captured of source.captures) yield* lineOf(captured, source);
}

async function* lineOf(captured: Captured, source: ExportSource): AsyncGenerator<string> {
  const { receivedAt, method, path, headers, bearer, answer, fidelity, body } = captured;
  const head: Omit<CaptureLine, 'body'> = {
    format: 'idvkit.capture-line',
    version: 1,
    receivedAt,
    method,
    path,
    headers,
    bearer,
    answer,
    ...(fidelity !== undefined && { fidelity }),
    complete: body.complete,
  };
  const isText = await isUtf8(bodyOf(source, captured));
  yield `${JSON.stringify(head).slice(0, -1)},"body":{"${isText ? 'text' : 'base64'}":`;
  yield* isText ? jsonTextOf(bodyOf(source, captured)) : base64TextOf(bodyOf(source, captured));
  yield '}}\n';
}
