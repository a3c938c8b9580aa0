import type { Captured } from '@idvkit/schema/formats';

import { base64TextOf, isUtf8, jsonTextOf } from './body-text.ts';
import { bodyOf, RECEIVER_ORIGIN, type ExportFormat, type ExportSource } from './exported.ts';

/** Writes an HTTP archive (HAR 1.2). A body that is not UTF-8 text is base64 with an extra `encoding`, as import reads it. */
export const harExport: ExportFormat = {
  isFolder: false,
  loses:
    'tags, attempts to send, images and how the bearer compared are not in it; hosts are 127.0.0.1:8080, as captures have none; bodies that broke off look whole; ' +
    'and other tools may not read the base64 of bodies that are not text',
  files: (source) => [{ path: 'captures.har', content: harOf(source) }],
};

async function* harOf(source: ExportSource): AsyncGenerator<string> {
  yield '{"log":{"version":"1.2","creator":{"name":"idvkit","version":"1"},"entries":[';
  let separator = '\n';
  for (const captured of source.captures) {
    yield separator;
    separator = ',\n';
    yield* entryOf(captured, source);
  }
  yield '\n]}}\n';
}

async function* entryOf(captured: Captured, source: ExportSource): AsyncGenerator<string> {
  const { receivedAt, method, path, headers, body, answer } = captured;
  const url = `${RECEIVER_ORIGIN}${path}`;
  const named = (pairs: readonly (readonly [string, string])[]): object[] =>
    pairs.map(([name, value]) => ({ name, value }));
  const query = URL.canParse(url) ? [...new URL(url).searchParams] : [];
  const request = {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: named(headers),
    queryString: named(query),
    headersSize: -1,
    bodySize: body.bytes,
  };
  const mimeType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'application/octet-stream';
  yield `{"startedDateTime":${JSON.stringify(receivedAt)},"time":0,"request":${JSON.stringify(request).slice(0, -1)}`;
  yield `,"postData":{"mimeType":${JSON.stringify(mimeType)},"text":`;
  if (await isUtf8(bodyOf(source, captured))) yield* jsonTextOf(bodyOf(source, captured));
  else {
    yield* base64TextOf(bodyOf(source, captured));
    yield ',"encoding":"base64"';
  }
  const response = {
    status: answer ?? 0,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: [],
    content: { size: 0, mimeType: 'x-unknown' },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
  };
  yield `}},"response":${JSON.stringify(response)},"cache":{},"timings":{"send":0,"wait":0,"receive":0}}`;
}
