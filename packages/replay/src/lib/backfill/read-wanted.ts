import { CliError } from '@idvkit/cli-kit';
import { at, isObject } from '@idvkit/json';

import type { Wanted } from './backfill.ts';

interface WantedOptions {
  /** Address of the service. It never comes from the file: it gets the API token. */
  readonly baseUrl: string;
  readonly formSlug: string | undefined;
  readonly file: string;
}

/**
 * Reads which slugs are of a service: from a ledger of `idvkit`, or a slug per line. Each slug comes once.
 *
 * @throws {CliError} `slugs-unusable`, `usage` if the form of a slug is not known.
 */
export function readWanted(content: string, options: WantedOptions): readonly Wanted[] {
  const entries = content.trimStart().startsWith('{') ? ofLedger(content, options) : ofLines(content, options);
  return [...new Map(entries.map((entry) => [entry.slug, entry])).values()];
}

function ofLines(content: string, { formSlug, file }: WantedOptions): readonly Wanted[] {
  const slugs = content.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  if (slugs.length === 0) throw unusable(file, 'it holds none');
  const wrong = slugs.findIndex((slug) => /\s/.test(slug));
  if (wrong >= 0) throw unusable(file, `line ${wrong + 1} is not a slug`);
  if (formSlug === undefined) {
    throw new CliError({
      code: 'usage',
      message: 'Cannot read applications: their form is not known.',
      fix: 'Give --form-slug: a list of slugs does not name it.',
    });
  }
  return slugs.map((slug) => ({ slug, formSlug }));
}

function ofLedger(content: string, { baseUrl, formSlug, file }: WantedOptions): readonly Wanted[] {
  let ledger: unknown;
  try {
    ledger = JSON.parse(content);
  } catch (cause) {
    throw unusable(file, 'it is not valid JSON', cause);
  }
  const created = at(ledger, 'created');
  if (at(ledger, 'format') !== 'idvkit.ledger' || !Array.isArray(created)) throw unusable(file, 'it is not a ledger');
  const entries = created.flatMap((entry: unknown) => {
    if (!isObject(entry)) return [];
    const { slug, form, baseUrl: address } = entry;
    return typeof slug === 'string' && typeof form === 'string' ? [{ slug, form, address }] : [];
  });
  if (entries.length === 0) throw unusable(file, 'it holds none');
  // A ledger may list several services and forms.
  const ofService = entries.filter(({ address }) => isSameAddress(address, baseUrl));
  if (ofService.length === 0) {
    throw unusable(file, 'all of its slugs are of other services than --base-url, which alone gets the API token');
  }
  const ofForm = ofService.filter(({ form }) => formSlug === undefined || formSlug === form);
  if (ofForm.length === 0) throw unusable(file, 'none of its slugs is of the form of --form-slug');
  return ofForm.map(({ slug, form }) => ({ slug, formSlug: form }));
}

function isSameAddress(address: unknown, baseUrl: string): boolean {
  return typeof address === 'string' && URL.parse(address)?.href === URL.parse(baseUrl)?.href;
}

function unusable(file: string, state: string, cause?: unknown): CliError {
  return new CliError({
    code: 'slugs-unusable',
    message: `Cannot use the slugs of "${file}": ${state}.`,
    fix: 'Name a ledger of idvkit for this service, or a file with a slug per line.',
    cause,
  });
}
