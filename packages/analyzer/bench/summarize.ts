/**
 * Compares reading a payload once with what one would otherwise do, in one run: parse it whole, or count its tokens with
 * stream-json. Prints ratios; absolute figures differ from machine to machine.
 *
 *     pnpm --filter @idvkit/analyzer bench [megabytes]
 */
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { summarize } from '@idvkit/analyzer';
import { parser } from 'stream-json/parser.js';

const megabytes = Number(process.argv[2] ?? 100);

function* payload(): Generator<string> {
  yield (
    '{"event":{"nounce":"n","type":"submit_form","version":1,"created_at":"2026-01-05T03:00:00+00:00"},"extra":' +
      '{"identity_aml":{"provider":[{"output":{"provider":[{"output":{"content":{"data":{"hits":['
  );
  let bytes = 0;
  for (let index = 0; bytes < megabytes * 1e6; index += 1) {
    const aka = Array.from({ length: 20 + (index % 60) }, (_, each) => ({ name: `Alias ${each} นามแฝง ${index}` }));
    const media = Array.from({ length: 4 }, (_, each) => ({
      url: `https://news.example/${each}`,
      snippet: 'x'.repeat(200),
    }));
    const text = JSON.stringify({
      match_types: ['name_exact'],
      doc: { id: `h${index}`, name: `Name ${index}`, aka, media },
    });
    bytes += Buffer.byteLength(text);
    yield index === 0 ? text : `,${text}`;
  }
  yield ']}}}}]}}]}}}';
}

/** Peak memory is that of the whole process so far: the peers run after us, the hungriest last. */
async function measured(
  name: string,
  job: () => Promise<number>,
): Promise<{ name: string; seconds: number; found: number }> {
  const started = performance.now();
  const found = await job();
  const seconds = (performance.now() - started) / 1_000;
  const peak = process.resourceUsage().maxRSS / 1_000;
  process.stdout.write(
    `${name.padEnd(34)} ${(megabytes / seconds).toFixed(0).padStart(5)} MB/s  peak so far ${peak.toFixed(0)} MB  ${found} hits\n`,
  );
  return { name, seconds, found };
}

const folder = await mkdtemp(join(tmpdir(), 'idvkit-bench-'));
try {
  const file = join(folder, 'payload.json');
  await pipeline(Readable.from(payload()), createWriteStream(file));
  const open = (): Readable => createReadStream(file, { highWaterMark: 256 * 1_024 });

  const ours = await measured('idvkit: validate and sum up', async () => {
    const summary = await summarize(open());
    return summary.documents[0]?.providers[0]?.runs[0]?.entries[0]?.hits.count ?? 0;
  });
  const peers = [
    await measured('stream-json: count tokens alone', async () => {
      let depth = 0;
      let hits = 0;
      const tokens = open().pipe(parser.asStream({ packValues: false, streamValues: false }));
      for await (const { name } of tokens as AsyncIterable<{ name: string }>) {
        if (name === 'startObject' || name === 'startArray') {
          depth += 1;
          if (depth === 13 && name === 'startObject') hits += 1;
        } else if (name === 'endObject' || name === 'endArray') depth -= 1;
      }
      return hits;
    }),
    await measured('JSON.parse: whole, and a look', () => {
      const document = JSON.parse(readFileSync(file, 'utf8')) as {
        extra: {
          identity_aml: {
            provider: { output: { provider: { output: { content: { data: { hits: unknown[] } } } }[] } }[];
          };
        };
      };
      return Promise.resolve(
        document.extra.identity_aml.provider[0]?.output.provider[0]?.output.content.data.hits.length ?? 0,
      );
    }),
  ];
  for (const { name, seconds, found } of peers) {
    if (found !== ours.found) throw new Error(`${name} found ${found} hits, idvkit ${ours.found}`);
    process.stdout.write(`idvkit takes ${(ours.seconds / seconds).toFixed(2)} of the time of ${name}\n`);
  }
} finally {
  await rm(folder, { recursive: true });
}
