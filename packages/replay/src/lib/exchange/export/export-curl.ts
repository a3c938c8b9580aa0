import { shellQuoted } from '@idvkit/cli-kit';

import {
  bodyPath,
  RECEIVER_ORIGIN,
  scriptFiles,
  sendableHeaders,
  type ExportFormat,
  type ExportSource,
} from './exported.ts';

/** Writes a shell script with one curl command per capture, and the bodies as files. curl reads the secret from stdin. */
export const curlExport: ExportFormat = {
  isFolder: true,
  loses:
    'tags, attempts to send and images are not in it; the delivery rules are not kept: curl does not try again; headers of the connection are those of curl, and redacted ones are missing',
  files: (source) => scriptFiles(source, 'send.sh', script(source)),
};

function script({ captures }: ExportSource): string {
  const commands = captures.map((captured) => {
    const headers = sendableHeaders(captured).map(([name, value]) => ` \\\n    -H ${shellQuoted(`${name}: ${value}`)}`);
    const url = `"$TARGET"${shellQuoted(captured.path)}`;
    return `curl -X ${shellQuoted(captured.method)}${headers.join('')} \\\n    --data-binary @${bodyPath(captured)} -- ${url}\n`;
  });
  return `${head()}${commands.join('\n')}`;
}

/**
 * Returns the beginning of a script. sed escapes what has a meaning in a configuration of curl.
 * An address means what it says: no patterns, no other scheme, and no redirect takes the secret elsewhere.
 */
function head(): string {
  return String.raw`#!/bin/sh
# Posts captures again. IDV_WEBHOOK_SECRET, if set, is sent as the bearer; TARGET is where they go.
cd "$(dirname "$0")" || exit 1
TARGET=${'$'}{TARGET:-${shellQuoted(RECEIVER_ORIGIN)}}
TARGET=${'$'}{TARGET%/}
bearer() {
  [ -z "$IDV_WEBHOOK_SECRET" ] || printf 'header = "Authorization: Bearer %s"\n' "$(printf %s "$IDV_WEBHOOK_SECRET" | sed 's/[\"]/\\&/g')"
}
curl() {
  bearer | command curl -sS --globoff --path-as-is --proto '=http,https' --max-redirs 0 --config - -o /dev/null -w '%{http_code} %{url}\n' "$@"
}

`;
}
