import {
  CliError,
  closest,
  collect,
  ExitCode,
  parseInteger,
  printable,
  counted,
  type AddCommand,
  type Io,
} from '@idvkit/cli-kit';
import type { HitProfile } from '@idvkit/schema/formats';

import { hitTexts } from '../collect/hit-text.ts';
import { readHit, type ExportedHit } from '../export/exported-hit.ts';
import { HitExport } from '../export/hit-export.ts';
import { RecentBytes } from '../export/recent-bytes.ts';
import { inputUnreadable } from '../input/input-error.ts';
import type { InputSource } from '../input/input-source.ts';
import { documentsOf, openInput } from '../input/open-input.ts';
import { JsonError } from '../scan/json-error.ts';
import { createScanner } from '../scan/wasm/wasm-scanner.ts';
import { measuresOf } from '../summarize/hit-profile.ts';
import { placeText } from '../view/place-text.ts';
import { fulfils, parseCondition, type HitCondition } from './hit-condition.ts';
import { readProfile } from './json-files.ts';
import { MAX_PARSED_BYTES, printHit } from './print-hit.ts';
import { INPUTS, LINES, PROFILE, REVEAL } from './reading-options.ts';
import { findSources, onlySource, wrongUse } from './sources.ts';

interface HitsOptions {
  /** Number of the hit among all hits of the input, from 0. */
  readonly number?: number | undefined;
  /** Line of the only document that is looked into, from 1. */
  readonly line?: number | undefined;
  /** `PATH=VALUE`, all of which a hit must have. */
  readonly where: readonly string[];
  readonly profile?: string | undefined;
  readonly lines?: boolean | undefined;
  readonly reveal?: boolean | undefined;
}

/** Adds the command that prints hits. */
export const addHits: AddCommand = (command, { io, run }) => {
  command
    .argument(...INPUTS)
    .option('--number <n>', 'Print hit number n, counted from 0', parseInteger({ min: 0 }))
    .option('--where <path=value>', 'Print hits with a value, also <, <=, >, >=; =@FILE reads a file', collect, [])
    .option('--line <n>', 'Look only into line n of a file with a document per line', parseInteger({ min: 1 }))
    .option(...PROFILE)
    .option(...LINES)
    .option(...REVEAL)
    .addHelpText('after', EXAMPLES)
    .action(run((inputs: readonly string[], options: HitsOptions) => runHits(inputs, options, io)));
};

const EXAMPLES = `
Examples:
  One hit:
    idvkit analyze hits big.json --number 17
  The hits of a name that a file holds:
    idvkit analyze hits big.json --where name=@name.txt --reveal
  Strong hits on a list, in all deliveries of a folder:
    idvkit analyze hits deliveries/ --where 'score>=0.9' --where 'doc.types[]=pep'

Hits are personal data: only their structure and the fields of the profile are printed, unless --reveal is given. To write all hits to a file, see idvkit analyze --report.`;

/** Hits whose paths are suggested if a condition names none of them. */
const HITS_FOR_PATHS = 50;
/** Characters of the name of an input. */
const MAX_PLACE_LENGTH = 400;

interface Search extends Pick<HitsOptions, 'line'> {
  readonly io: Io;
  readonly source: InputSource;
  readonly profile: HitProfile;
  readonly reveal: boolean;
  /** Number of a hit, or all that hits must have. */
  readonly wanted: number | readonly HitCondition[];
  /** Prints before each hit where it is: there are several inputs or lines. */
  readonly hasPlaces: boolean;
  /** Paths of hits, to be suggested. */
  readonly paths: Set<string>;
}

/**
 * Prints hits as JSON text, masked unless `reveal` is set. The input is read up to the last one.
 *
 * @returns 0; 1 if no hit has the value.
 * @throws {CliError} `usage`, `hit-not-found`, `input-unreadable`, `hit-too-large`, `condition-unusable`.
 */
async function runHits(inputs: readonly string[], options: HitsOptions, io: Io): Promise<ExitCode> {
  const { number, where, line, reveal = false } = options;
  if (inputs.length === 0) throw wrongUse('There is nothing to read.');
  if ((number === undefined) === (where.length === 0)) throw wrongUse('Give --number or --where, and not both.');
  const profile = await readProfile(options.profile, io.cwd);
  const { sources, isSingle } = await findSources(inputs, options, io);
  if (number !== undefined || line !== undefined) onlySource(sources, 'The search for a hit by its number looks');
  if (line !== undefined && !sources[0]?.lines)
    throw wrongUse('--line is for a file with a document per line: see --lines.');
  const conditions: HitCondition[] = [];
  for (const each of where) conditions.push(await parseCondition(each, profile, io));
  const paths = new Set<string>();
  const search = { io, profile, reveal, line, wanted: number ?? conditions, hasPlaces: !isSingle, paths };
  let [shown, ofRecord, failed] = [0, 0, 0];
  for (const source of sources) {
    if (io.signal.aborted) break;
    try {
      const found = await showHits({ ...search, source });
      [shown, ofRecord] = [shown + found.shown, ofRecord + found.ofRecord];
    } catch (error) {
      // One of many inputs does not stop the search in the others.
      if (isSingle || number !== undefined || !(error instanceof CliError) || error.code !== 'input-unreadable')
        throw error;
      io.stderr.write(`idvkit: ${error.message}\n`);
      failed += 1;
    }
  }
  if (shown === 0) {
    const mistyped = conditions.filter(({ path, isOfRecord }) => !paths.has(path) && !isOfRecord);
    const meant = mistyped.flatMap(({ path }) => closest(path, [...paths], 3));
    const hint = meant.length === 0 ? '' : ` Did you mean ${meant.join(' or ')}?`;
    io.stderr.write(`idvkit: No hit has ${conditions.length > 1 ? 'all these values' : 'that value'}.${hint}\n`);
  }
  if (ofRecord > 0) io.stderr.write(`idvkit: ${ofRecordText(ofRecord, conditions)}\n`);
  if (failed > 0) return ExitCode.error;
  return shown > 0 ? ExitCode.ok : ExitCode.findings;
}

/** Writes how many hits may have a value only by their search record. */
function ofRecordText(hits: number, conditions: readonly HitCondition[]): string {
  const fields = new Set(conditions.flatMap(({ path, isOfRecord }) => (isOfRecord ? [path] : [])));
  const have = counted(hits, 'hit has', 'hits have');
  const their = hits === 1 ? 'its' : 'their';
  return `${have} no ${[...fields].join(' or ')} of ${their} own. Summaries use that of the search record; --where does not.`;
}

interface Found {
  readonly shown: number;
  /** Hits that lack a status or level of their own, and have all other values. */
  readonly ofRecord: number;
}

async function showHits({ io, source, profile, reveal, wanted, line, hasPlaces, paths }: Search): Promise<Found> {
  let shown = 0;
  let ofRecord = 0;
  let number = 0;
  let at: number | undefined;
  const add = (hit: ExportedHit): void => {
    if (typeof wanted !== 'number' && number < HITS_FOR_PATHS && hit.bytes <= MAX_PARSED_BYTES) {
      addPaths(JSON.parse(readHit(hit).toString()), '', paths);
    }
    const isWanted = typeof wanted === 'number' ? number === wanted : wanted.every((each) => has(hit, each));
    number += 1;
    if (!isWanted) {
      if (typeof wanted !== 'number' && mayHaveByRecord(hit, wanted)) ofRecord += 1;
      return;
    }
    if (hasPlaces) {
      io.stdout.write(`${printable(placeText({ source: source.name, line: at }), MAX_PLACE_LENGTH)} #${hit.number}\n`);
    }
    printHit(hit.parts(), hit.bytes, { stdout: io.stdout, profile, reveal });
    shown += 1;
  };
  const sinks = [{ add, commit: () => {}, discard: () => {} }];
  const input = await openInput(source, { stdin: io.stdin, signal: io.signal });
  try {
    for await (const { offset, stream, line: here } of documentsOf(input)) {
      at = here;
      if (line !== undefined && at !== line) continue;
      const bytes = new RecentBytes();
      const handler = new HitExport(sinks, { source: source.name, document: 0, offset, bytes });
      const scanner = createScanner(handler, { measures: measuresOf(profile) });
      for await (const chunk of bytes.keep(stream)) {
        scanner.write(chunk);
        if (shown > 0 && typeof wanted === 'number') return { shown, ofRecord };
      }
      if (io.signal.aborted) return { shown, ofRecord };
      scanner.end();
    }
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw inputUnreadable(source.name, `${error.message}${shown > 0 ? '' : ', and nothing was found before'}`, error);
  }
  if (typeof wanted === 'number') throw noSuchHit(wanted, number);
  return { shown, ofRecord };
}

/** Adds the paths of texts, as a condition names them: `match_types[]` for those of an array. */
function addPaths(value: unknown, path: string, paths: Set<string>): void {
  if (typeof value === 'string') paths.add(path);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    addPaths(item, Array.isArray(value) ? `${path}[]` : path === '' ? key : `${path}.${key}`, paths);
  }
}

function has(hit: ExportedHit, condition: HitCondition): boolean {
  const { path, operator, value, isLabel } = condition;
  if (isLabel) return hit.label === value;
  if (hit.bytes > MAX_PARSED_BYTES) return false;
  const bytes = readHit(hit);
  // Without an escape, a text stands in a hit as it is: most hits need no closer look.
  if (operator === '=' && !bytes.includes('\\') && !bytes.includes(value)) return false;
  return hitTexts(bytes, path).some((text) => fulfils(text, condition));
}

/** Returns whether a hit has all values but those that it takes from its search record. The record may come after its hits. */
function mayHaveByRecord(hit: ExportedHit, wanted: readonly HitCondition[]): boolean {
  if (hit.list !== 'hits' || hit.bytes > MAX_PARSED_BYTES || !wanted.some(({ isOfRecord }) => isOfRecord)) return false;
  const isMissing = ({ path, isOfRecord }: HitCondition): boolean =>
    isOfRecord && hitTexts(readHit(hit), path).length === 0;
  return wanted.every((each) => has(hit, each) || isMissing(each));
}

function noSuchHit(number: number, hits: number): CliError {
  return new CliError({
    code: 'hit-not-found',
    message: `Cannot show hit ${number}: there are ${hits} hits, counted from 0.`,
    fix: 'Choose a smaller number.',
  });
}
