import { execFile } from 'node:child_process';

import { request } from 'undici';

import { readBounded } from '../drive/calls/read-bounded.ts';
import { RunProblemError } from '../drive/calls/run-problem.ts';

const PROBE_MS = 20_000;
const PROBE_BYTES = 65_536;
const SLUG = '{slug}';

/** An address or a command that returns the count of submissions, or a function that does. */
export type Probe = string | (() => number | Promise<number>);

/** An address or a command with `{slug}`, or a function, that gives what the receiver believes of an application: any text, any JSON. */
export type StateProbe = string | ((slug: string) => unknown);

interface TextProbe {
  readonly probe: string;
  /** The application that it is asked about. */
  readonly slug?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Reads how many submissions the receiver has processed. @throws {RunProblemError} `probe-unusable`. */
export async function readProbe({
  probe,
  signal,
}: Pick<TextProbe, 'signal'> & { readonly probe: Probe }): Promise<number> {
  if (typeof probe === 'function') return probe();
  const options = { probe, signal };
  const text = await (isAddress(probe) ? fetchText(options) : commandText(options));
  const count = countOf(text);
  if (count === undefined) throw unusable('it prints no number');
  return count;
}

/** Reads what the receiver believes of an application. An unknown one is ''. @throws {RunProblemError} `probe-unusable`. */
export async function readStateProbe({
  probe,
  slug,
  signal,
}: Pick<TextProbe, 'signal'> & { readonly probe: StateProbe; readonly slug: string }): Promise<string> {
  if (typeof probe === 'function') return JSON.stringify(await probe(slug)) ?? '';
  const options = { probe, slug, signal };
  return (await (isAddress(probe) ? fetchText(options) : commandText(options))).trim();
}

function isAddress(probe: string): boolean {
  return /^https?:\/\//i.test(probe);
}

/** Parses a number, or `count` of a JSON object. */
export function countOf(text: string): number | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text.trim());
  } catch {
    return undefined;
  }
  const count = typeof value === 'object' && value !== null && 'count' in value ? value.count : value;
  return typeof count === 'number' && Number.isFinite(count) ? count : undefined;
}

async function fetchText({ probe, slug, signal }: TextProbe): Promise<string> {
  const limits = [AbortSignal.timeout(PROBE_MS), ...(signal === undefined ? [] : [signal])];
  const noAnswer = (cause: unknown): never => {
    signal?.throwIfAborted();
    throw unusable('its address does not answer', cause);
  };
  const url = slug === undefined ? probe : probe.replaceAll(SLUG, encodeURIComponent(slug));
  const { username, password } = URL.parse(url) ?? unusableAddress('it is not a URL');
  if (username !== '' || password !== '') unusableAddress('it has a user or password in it');
  const { statusCode, body } = await request(url, { signal: AbortSignal.any(limits), reset: true }).catch(noAnswer);
  const { bytes, error } = await readBounded(body, { keepBytes: PROBE_BYTES, stopBytes: PROBE_BYTES });
  if (error !== undefined) noAnswer(error);
  if (statusCode === 404 && slug !== undefined) return '';
  if (statusCode !== 200) throw unusable(`its address answers ${statusCode}`);
  return new TextDecoder().decode(bytes);
}

/** @throws {RunProblemError} `probe-unusable`, without the address: a password may be in it. */
function unusableAddress(state: string): never {
  throw unusable(`its address cannot be used, as ${state}`);
}

function commandText({ probe, slug, signal }: TextProbe): Promise<string> {
  const [file = '', ...args] = wordsOf(probe).map((word) => (slug === undefined ? word : word.replaceAll(SLUG, slug)));
  return new Promise((resolve, reject) => {
    const limits = { timeout: PROBE_MS, maxBuffer: PROBE_BYTES, killSignal: 'SIGKILL' as const };
    const env = slug === undefined ? process.env : { ...process.env, IDV_SLUG: slug };
    execFile(file, args, { ...limits, env, ...(signal === undefined ? {} : { signal }) }, (error, stdout) => {
      if (error === null) return resolve(stdout);
      if (signal?.aborted === true) return reject(signal.reason);
      const state = typeof error.code === 'number' ? `ended with code ${error.code}` : 'could not be run to its end';
      reject(unusable(`its command ${state}`, error));
    });
  });
}

/** Splits a command at spaces; quotes, double or single, keep spaces in a word. */
export function wordsOf(command: string): readonly string[] {
  const words = command.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  );
}

function unusable(state: string, cause?: unknown): RunProblemError {
  return new RunProblemError({
    code: 'probe-unusable',
    message: `Cannot use the probe: ${state}.`,
    fix: 'Give a command or an address that returns the count of submissions: a number, or JSON such as {"count": 3}.',
    cause,
  });
}
