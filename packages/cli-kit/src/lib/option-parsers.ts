import { CliError } from './cli-error.ts';

/**
 * Error of an argument, which commander knows by its code. Its own class would bring all of commander into a bundle of a command,
 * next to the commander that runs it.
 */
class InvalidArgumentError extends Error {
  readonly code = 'commander.invalidArgument';
  readonly exitCode = 1;
}
import { closest } from './closest.ts';

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const UNITS_BYTES: Readonly<Record<string, number>> = {
  '': 1,
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
};

/**
 * Reads a duration such as `30s`, `500ms`, `1.5m`, `2h`, `7d` or `0`, in milliseconds.
 * @throws {InvalidArgumentError} for anything else: a number without a unit, for instance.
 */
export function parseDuration(text: string): number {
  if (text === '0') return 0;
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? [];
  const factor = UNITS_MS[unit];
  if (factor === undefined) throw new InvalidArgumentError('Give a duration with its unit, such as 500ms, 30s or 5m.');
  return Number(number) * factor;
}

/** Reads a rate such as `10/s`, `100/m` or `5`, per second. @throws {InvalidArgumentError} for anything else. */
export function parseRate(text: string): number {
  const [, number = '', unit = 's'] = /^(\d+(?:\.\d+)?)(?:\/(s|m|h))?$/.exec(text) ?? [];
  const rate = (Number(number) * 1000) / (UNITS_MS[unit] ?? 1000);
  if (number === '' || rate === 0) throw new InvalidArgumentError('Give a rate above 0, such as 10/s or 100/m.');
  return rate;
}

/** Reads a size such as `64MB`, `1GiB`, `500KB` or `4096`, in bytes. @throws {InvalidArgumentError} for anything else. */
export function parseSize(text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)(B|KB|MB|GB|KiB|MiB|GiB)?$/.exec(text) ?? [];
  const factor = UNITS_BYTES[unit];
  if (number === '' || factor === undefined) throw new InvalidArgumentError('Give a size, such as 64MB, 1GiB or 4096.');
  return Math.round(Number(number) * factor);
}

/** Makes a reader of whole numbers. @param range Least and greatest number that is taken. Default: 0 and no limit. */
export function parseInteger({
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
}: { readonly min?: number; readonly max?: number } = {}): (text: string) => number {
  return (text) => {
    const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    const range = max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`;
    throw new InvalidArgumentError(`Give a whole number ${range}.`);
  };
}

/**
 * Makes a reader of values by name, such as `calls=500,minutes=5`: each name at most once.
 * @param parsers Reads the value of each name.
 */
export function parseByName<Name extends string>(
  parsers: Readonly<Record<Name, (text: string) => number>>,
): (text: string) => Readonly<Partial<Record<Name, number>>> {
  const isName = (text: string): text is Name => Object.hasOwn(parsers, text);
  return (text) => {
    const given: Partial<Record<Name, number>> = {};
    for (const part of text.split(',')) {
      const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(part) ?? [];
      if (!isName(name) || given[name] !== undefined) {
        throw new InvalidArgumentError(
          `Give ${Object.keys(parsers).join(', ')}, each once, such as ${Object.keys(parsers)[0]}=5.`,
        );
      }
      given[name] = parsers[name](value);
    }
    return given;
  };
}

/** Makes a reader of one of several words, which suggests the closest one for any other word. */
export function parseChoice<Choice extends string>(choices: readonly Choice[]): (text: string) => Choice {
  return (text) => {
    const chosen = choices.find((choice) => choice === text);
    if (chosen !== undefined) return chosen;
    const [meant] = closest(text, choices);
    const suggestion = meant === undefined ? '' : `Did you mean "${meant}"? `;
    throw new InvalidArgumentError(`${suggestion}Allowed choices are ${choices.join(', ')}.`);
  };
}

/** A file that a command writes besides its output, as it was typed: `html=report.html`. */
export interface ReportFile<Kind extends string> {
  readonly kind: Kind;
  readonly file: string;
}

/** Makes a reader of a kind and a file, such as `html=report.html`. */
export function parseReport<Kind extends string>(kinds: readonly Kind[]): (text: string) => ReportFile<Kind> {
  return (text) => {
    const [named = '', file = ''] = text.split(/=(.*)/s, 2);
    const kind = kinds.find((known) => known === named);
    if (kind !== undefined && file !== '') return { kind, file };
    throw new InvalidArgumentError(`Give KIND=FILE, such as ${kinds[0]}=FILE. Kinds are ${kinds.join(', ')}.`);
  };
}

/** Reads a port to listen on, 0 for any that is free. @throws {InvalidArgumentError} for anything else. */
export function parsePort(text: string): number {
  return parseInteger({ max: 65_535 })(text);
}

/**
 * Reads an absolute http or https address.
 * @throws {InvalidArgumentError} for anything else; {CliError} `url-with-credentials` for one with a user or password.
 */
export function parseUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) {
    const { username, password, origin } = new URL(text);
    if (username === '' && password === '') return text;
    // Not an InvalidArgumentError: its message repeats the argument.
    throw new CliError({
      code: 'url-with-credentials',
      message: `Cannot use the address of ${origin}: it has a user or password in it.`,
      fix: 'Give an address without credentials: every process can read an argument.',
    });
  }
  throw new InvalidArgumentError('Give an absolute address, such as https://example.org.');
}

/**
 * Reads the address of a service, to which paths are added.
 * @throws As {@link parseUrl}; {CliError} `url-with-query` for an address with a query or a fragment.
 */
export function parseBaseUrl(text: string): string {
  const { search, hash, origin } = new URL(parseUrl(text));
  if (search === '' && hash === '') return text;
  // A query may hold a secret, so the message leaves it out.
  throw new CliError({
    code: 'url-with-query',
    message: `Cannot use the address of ${origin}: it has a query or a fragment.`,
    fix: 'Give the address in front of `/{lang}/api/forms/`, such as https://idv.example.com.',
  });
}

/** Makes an option that may be given several times add up: `.option('--only <glob>', '…', collect, [])`. */
export const collect: (text: string, before?: readonly string[]) => readonly string[] = collectEach((text) => text);

/** Makes an option that may be given several times add up what its texts are parsed to. */
export function collectEach<Value>(
  parse: (text: string) => Value,
): (text: string, before?: readonly Value[]) => readonly Value[] {
  return (text, before = []) => [...before, parse(text)];
}
