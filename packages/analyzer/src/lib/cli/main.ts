import { collect, parseInteger, readVersion, runCli, type Main } from '@idvkit/cli-kit';

import type { AnalyzeOptions } from './analyze-options.ts';
import { analyze } from './analyze.ts';

const EXAMPLES = `
Examples:
  idv-analyze delivery.json              What is in a delivery, on one screen
  idv-analyze delivery.json.gz --html report.html
                                         The same as a page for a browser
  zstd -dc big.zst | idv-analyze - --json
                                         From standard input, as one JSON document
  idv-analyze 'deliveries/**/*.json'     Many payloads; folders and capture archives, too
  idv-analyze big.json --index big.idx   Where each hit is, so that the next is done at once:
  idv-analyze big.json --index big.idx --where name=@name.txt --reveal
  idv-analyze big.json --hits parquet=hits.parquet
                                         All hits for DuckDB, Spark and the like

Hits are personal data: a summary masks names, --hit and --where print the structure alone, unless --reveal is given.
Files that hits are written to hold them as they are; only you may read those files.

A payload that is malformed or cut off gives what was seen until then, says where, and ends with exit code 2.`;

/** The command `idv-analyze`. */
export const main: Main = (argv, io) =>
  runCli({
    name: 'idv-analyze',
    version: readVersion(import.meta.url),
    argv,
    io,
    program: (program, context) =>
      program
        .description('Says what is in an identity verification payload of any size, in constant memory.')
        .argument(
          '[input...]',
          'Files, folders, globs, capture archives, URLs, or - for standard input; also in gzip or zstd',
        )
        .option('--json', 'Print one JSON document (idvkit.payload-summary) and nothing else')
        .option('--html <file>', 'Write the summary as a page that needs nothing else')
        .option('--top <n>', 'How many of the largest hits are named', parseInteger({ min: 1, max: 1_000 }), 10)
        .option('--profile <file>', 'Fields of a hit that are shown: {"label": …, "values": […]}')
        .option('--lines', 'Each line is a document (NDJSON); known by itself from .ndjson and .jsonl')
        .option('--merge <file>', 'Add what another run has summed up of other inputs', collect, [])
        .option(
          '--workers <n>',
          'Threads that share the work; as many as pay if left out',
          parseInteger({ min: 1, max: 16 }),
        )
        .option('--follow', 'Read on while a file grows, until it is whole or Ctrl-C')
        .option('--hits <kind=file>', 'Write all hits to a file: ndjson=FILE or parquet=FILE', collect, [])
        .option('--index <file>', 'Write where each hit is; with --hit or --where, look it up there')
        .option(
          '--hit <n>',
          'Print hit number n, counted from 0',
          parseInteger({ min: 0, max: Number.MAX_SAFE_INTEGER }),
        )
        .option('--where <path=value>', 'Print the hits that have a value; =@FILE reads it from a file')
        .option('--shape', 'Print the shape of the hits instead, learned from them; with --json as JSON Schema')
        .option('--compare-shape <file>', 'Print what changed since a shape that was written by --shape --json')
        .option('--provider <name>', 'Whose hits, for --shape and --compare-shape')
        .option('--reveal', 'Show personal values, such as the names of hits')
        .addHelpText('after', EXAMPLES)
        .action(
          context.run((inputs: readonly string[], options: AnalyzeOptions) =>
            analyze(inputs, options, context, readVersion(import.meta.url)),
          ),
        ),
  });
