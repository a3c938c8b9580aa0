import { CliError } from '@idvkit/cli-kit';
import { at, isObject } from '@idvkit/json';

import type { Wanted } from './backfill.ts';

interface Defaults {
  readonly baseUrl: string | undefined;
  readonly formSlug: string | undefined;
  readonly file: string;
}

/**
 * Reads a ledger of `idv-conformance`, or a slug per line. Each slug comes once.
 * @throws {CliError} `slugs-unusable`, `usage` if address or form of a slug is not known.
 */
export function readWanted(content: string, defaults: Defaults): readonly Wanted[] {
  const entries = content.trimStart().startsWith('{') ? ofLedger(content, defaults) : ofLines(content, defaults);
  if (entries.length === 0) throw unusable(defaults, 'it holds none');
  if (!entries.every((entry) => isBaseUrl(entry.baseUrl))) {
    throw unusable(
      defaults,
      'the address of the service has credentials, a query or a fragment, or is not http or https',
    );
  }
  return [...new Map(entries.map((entry) => [entry.slug, entry])).values()];
}

function ofLines(content: string, { baseUrl, formSlug, file }: Defaults): readonly Wanted[] {
  const slugs = content.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  if (slugs.length === 0) return [];
  const wrong = slugs.findIndex((slug) => /\s/.test(slug));
  if (wrong >= 0) throw unusable({ file }, `line ${wrong + 1} is not a slug`);
  if (baseUrl === undefined || formSlug === undefined) {
    throw new CliError({
      code: 'usage',
      message: 'Cannot read applications: their address or form is not known.',
      fix: 'Give --base-url and --form-slug: a list of slugs names neither.',
    });
  }
  return slugs.map((slug) => ({ slug, formSlug, baseUrl }));
}

function ofLedger(content: string, { baseUrl, formSlug, file }: Defaults): readonly Wanted[] {
  let ledger: unknown;
  try {
    ledger = JSON.parse(content);
  } catch (cause) {
    throw unusable({ file }, 'it is not valid JSON', cause);
  }
  const created = at(ledger, 'created');
  if (at(ledger, 'format') !== 'idvkit.ledger' || !Array.isArray(created)) throw unusable({ file }, 'it is no ledger');
  return created.flatMap((entry: unknown) => {
    if (!isObject(entry)) return [];
    const [slug, form, origin] = [entry['slug'], entry['form'], entry['baseUrl']];
    if (typeof slug !== 'string' || typeof form !== 'string' || typeof origin !== 'string') return [];
    // A ledger may list several services and forms.
    if (baseUrl !== undefined && URL.parse(baseUrl)?.href !== URL.parse(origin)?.href) return [];
    return formSlug !== undefined && formSlug !== form ? [] : [{ slug, formSlug: form, baseUrl: origin }];
  });
}

function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return `${url.username}${url.password}${url.search}${url.hash}` === '';
}

function unusable({ file }: Pick<Defaults, 'file'>, state: string, cause?: unknown): CliError {
  return new CliError({
    code: 'slugs-unusable',
    message: `Cannot use the slugs of "${file}": ${state}.`,
    fix: 'Name a ledger of idv-conformance for this service, or a file with a slug per line.',
    cause,
  });
}
