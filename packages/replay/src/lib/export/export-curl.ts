import type { Captured } from '@idvkit/schema/formats';

import { bodyOf, sendableHeaders, type ExportFormat, type ExportSource } from './exported.ts';

/**
 * Writes a shell script with one curl command per capture, and the bodies as files beside it. The secret comes from
 * `IDV_WEBHOOK_SECRET` and reaches curl by stdin, so that no list of processes shows it.
 */
export const curlExport: ExportFormat = {
  isFolder: true,
  loses:
    'tags, attempts to send and images are not in it; the delivery rules are not kept: curl does not try again; headers of the connection are those of curl, and redacted ones are missing',
  files: filesOf,
};

async function* filesOf(source: ExportSource): ReturnType<typeof iterate> {
  yield* iterate(source);
}

async function* iterate(
  source: ExportSource,
): AsyncGenerator<{ path: string; content: AsyncIterable<Uint8Array> | string }> {
  for (const captured of source.captures) yield { path: bodyPath(captured), content: bodyOf(source, captured) };
  yield { path: 'send.sh', content: script(source) };
}

/** Where the body of a capture is, in exports that are folders. */
export function bodyPath({ id }: Captured): string {
  return `bodies/${id}.body`;
}

function script({ captures, origin }: ExportSource): string {
  const commands = captures.map((captured) => {
    const headers = sendableHeaders(captured).map(([name, value]) => ` \\\n    -H ${quoted(`${name}: ${value}`)}`);
    const url = `"$TARGET"${quoted(captured.path)}`;
    return `post -X ${quoted(captured.method)} ${url}${headers.join('')} \\\n    --data-binary @${bodyPath(captured)}\n`;
  });
  return [
    '#!/bin/sh',
    '# Posts captures again. IDV_WEBHOOK_SECRET is sent as the bearer where it is set; TARGET is where they go.',
    'cd "$(dirname "$0")" || exit 1',
    `TARGET=\${TARGET:-${quoted(origin)}}`,
    'post() {',
    // A built-in hands the secret on by a pipe: no argument has it.
    `  printf 'header = "Authorization: Bearer %s"\\n' "$IDV_WEBHOOK_SECRET" | curl -sS --config - -o /dev/null -w '%{http_code} %{url}\\n' "$@"`,
    '}',
    '',
    ...commands,
  ].join('\n');
}

/** A word that no shell takes apart. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
