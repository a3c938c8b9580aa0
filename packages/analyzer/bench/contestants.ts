import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Somebody who does the job: a command that takes the file as its last argument but for `after`. */
export interface Contestant {
  readonly name: string;
  readonly command: string;
  readonly before: readonly string[];
  readonly after?: readonly string[];
  /** Files that it cannot read, or not before the reader has lost patience, are larger than this. */
  readonly maxMegabytes: number;
}

const folder = fileURLToPath(new URL('contestants/', import.meta.url));

function script(name: string, program: string, rest: { maxMegabytes?: number; after?: string[] } = {}): Contestant {
  const memory = program === 'json-parse.ts' ? ['--max-old-space-size=12000'] : [];
  return { maxMegabytes: Infinity, ...rest, name, command: process.execPath, before: [...memory, folder + program] };
}

/** The command `jq` makes of its answer what the others print. */
const JQ = `[.extra.identity_aml.provider[].output.provider[].output.content.data.hits[].doc] | {counts: {hits: length,
  aliases: (map(.aka | length) | add), sources: (map(.sources | length) | add),
  snippets: (map(.media | map(select(has("snippet"))) | length) | add)}}`;

/**
 * Everybody who is there. C++ is compiled on the spot.
 *
 * @param build Folder for what is compiled.
 * @param miss Hears who is not there, and why.
 */
export function contestants(build: string, miss: (line: string) => void): Contestant[] {
  return [
    script('limit: readSync, nothing else', 'read.ts'),
    script('idvkit, one thread', 'idvkit.ts'),
    script('idvkit, two threads', 'idvkit.ts', { after: ['2'] }),
    script('idvkit, whole summary', 'idvkit-summary.ts'),
    ...simdjson(build, miss),
    script('stream-json, tokens only', 'stream-json-tokens.ts'),
    script('stream-json, same job', 'stream-json.ts'),
    script('@streamparser/json', 'streamparser.ts', { maxMegabytes: 400 }),
    script('JSON.parse and a walk', 'json-parse.ts', { maxMegabytes: 400 }),
    ...jq(miss),
  ];
}

function simdjson(build: string, miss: (line: string) => void): Contestant[] {
  const program = `${build}/simdjson`;
  try {
    const args = ['-O3', '-march=native', '-std=c++17', `${folder}simdjson.cpp`, '-o', program, '-lsimdjson'];
    execFileSync('g++', args, { stdio: 'ignore' });
    return [{ name: 'simdjson on-demand (C++)', command: program, before: [], maxMegabytes: 4_000 }];
  } catch {
    miss('simdjson is left out: it needs g++ and libsimdjson-dev');
    return [];
  }
}

function jq(miss: (line: string) => void): Contestant[] {
  try {
    execFileSync('jq', ['--version'], { stdio: 'ignore' });
    return [{ name: 'jq', command: 'jq', before: ['-c', JQ], maxMegabytes: 200 }];
  } catch {
    miss('jq is left out: it is not installed');
    return [];
  }
}
