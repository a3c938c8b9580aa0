import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { PayloadSummary } from '@idvkit/schema/formats';

import type { Counts } from './contestants/counts.ts';

/** Who takes part. */
export const CONTESTANTS = {
  read: 'limit: readSync, nothing else',
  scan: 'scan by itself',
  summary: 'idvkit analyze',
  simdjson: 'simdjson on demand (C++)',
  tokens: 'stream-json, tokens only',
  streamJson: 'stream-json, same job',
  streamParser: '@streamparser/json',
  jsonParse: 'JSON.parse and a walk',
  jq: 'jq',
} as const;

export type ContestantId = keyof typeof CONTESTANTS;

/** Somebody who does the job. */
export interface Contestant {
  readonly command: string;
  readonly args: (file: string) => readonly string[];
  readonly counts: (stdout: string) => Partial<Counts>;
}

const folder = fileURLToPath(new URL('contestants/', import.meta.url));
const analyzeCommand = fileURLToPath(new URL('../../idvkit/bin/idvkit.js', import.meta.url));

/** The command `jq` makes of its answer what the others print. */
const JQ = `[.extra.identity_aml.provider[].output.provider[].output.content.data.hits[].doc] | {hits: length,
  aliases: (map(.aka | length) | add), sources: (map(.sources | length) | add),
  snippets: (map(.media | map(select(has("snippet"))) | length) | add)}`;

/**
 * Everybody who is there. C++ is compiled on the spot, and types are stripped from programs in TypeScript, so that nobody is
 * measured doing that.
 *
 * @param build Folder for what is made, within the package, so that programs find what they import.
 * @param miss Is called with who is not there, and with versions.
 */
export function contestants(build: string, miss: (line: string) => void): ReadonlyMap<ContestantId, Contestant> {
  stripTypes(build);
  return new Map<ContestantId, Contestant>([
    ['read', program(build, 'read')],
    ['scan', program(build, 'idvkit')],
    ['summary', ANALYZE],
    ...simdjson(build, miss),
    ['tokens', program(build, 'stream-json-tokens')],
    ['streamJson', program(build, 'stream-json')],
    ['streamParser', program(build, 'streamparser')],
    ['jsonParse', program(build, 'json-parse')],
    ...jq(miss),
  ]);
}

function stripTypes(build: string): void {
  mkdirSync(build, { recursive: true });
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.ts'))) {
    const code = stripTypeScriptTypes(readFileSync(folder + name, 'utf8'));
    writeFileSync(join(build, name.replace(/ts$/, 'js')), code.replaceAll(/(from '\.\/[^']+)\.ts'/g, "$1.js'"));
  }
}

function program(build: string, name: string): Contestant {
  // A document of 400 MB takes JSON.parse several times as much.
  const flags = name === 'json-parse' ? ['--max-old-space-size=12000'] : [];
  return {
    command: process.execPath,
    args: (file) => [...flags, join(build, `${name}.js`), file],
    counts: (stdout) => JSON.parse(stdout) as Counts, // As `report` prints it.
  };
}

/** The command as it is installed: beside the job, percentiles, scripts, years, domains, duplicates, values, warnings. */
const ANALYZE: Contestant = {
  command: process.execPath,
  args: (file) => [analyzeCommand, 'analyze', file, '--json'],
  counts: (stdout) => countsOf(JSON.parse(stdout) as PayloadSummary), // As the format says.
};

function countsOf({ documents }: PayloadSummary): Partial<Counts> {
  const paths = documents.flatMap(({ providers }) => providers.flatMap(({ shape }) => shape.paths));
  const elementsAt = (path: string): number =>
    paths.reduce((sum, each) => sum + (each.path === path ? each.elements : 0), 0);
  return {
    hits: documents.reduce((sum, { hits }) => sum + hits, 0),
    aliases: elementsAt('doc.aka'),
    sources: elementsAt('doc.sources'),
    bytes: documents.reduce((sum, { hitBytes }) => sum + hitBytes, 0),
    largest: Math.max(0, ...documents.flatMap(({ screening }) => screening.largest.map(({ bytes }) => bytes))),
  };
}

/** Compiles simdjson with the job from the source tree in SIMDJSON_DIR: packaged versions are years old. */
function simdjson(build: string, miss: (line: string) => void): readonly (readonly [ContestantId, Contestant])[] {
  const { SIMDJSON_DIR: tree } = process.env;
  if (tree === undefined) {
    miss('simdjson is left out: SIMDJSON_DIR names no source tree of simdjson 4.6 or newer');
    return [];
  }
  const header = readFileSync(join(tree, 'include/simdjson/simdjson_version.h'), 'utf8');
  const [, version = '0'] = /SIMDJSON_VERSION "([\d.]+)"/.exec(header) ?? [];
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 4 || (major === 4 && minor < 6)) throw new Error(`simdjson in ${tree} is ${version}, not 4.6 or newer`);
  miss(`simdjson ${version}, -O3 -march=native`);
  const command = join(build, 'simdjson');
  const sources = [`${folder}simdjson.cpp`, join(tree, 'src/simdjson.cpp')];
  const include = ['include', 'src'].map((each) => `-I${join(tree, each)}`);
  const args = ['-O3', '-march=native', '-std=c++17', ...include, ...sources, '-o', command];
  execFileSync('g++', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  return [['simdjson', { command, args: (file) => [file], counts: (stdout) => JSON.parse(stdout) as Counts }]];
}

function jq(miss: (line: string) => void): readonly (readonly [ContestantId, Contestant])[] {
  try {
    execFileSync('jq', ['--version'], { stdio: 'ignore' });
  } catch {
    miss('jq is left out: it is not installed');
    return [];
  }
  return [
    ['jq', { command: 'jq', args: (file) => ['-c', JQ, file], counts: (stdout) => JSON.parse(stdout) as Counts }],
  ];
}
