import { resolve } from 'node:path';

import { CliError, systemErrorCode, writeFileAtomic } from '@idvkit/cli-kit';
import { baseline, type Baseline, type BaselineEntry, type ConformanceReport } from '@idvkit/schema/formats';

import { readSettingsFile, validSettings, type SettingsSource } from '../../config/settings-file.ts';

/** Days that a new failure is excused. */
const NEW_ENTRY_DAYS = 30;
const DAY_MS = 86_400_000;

/** Reads a baseline, JSON or YAML. @throws {CliError} `baseline-unreadable`, `baseline-invalid`. */
export async function readBaseline(file: string, cwd: string): Promise<Baseline> {
  const source: SettingsSource = {
    what: 'baseline',
    code: 'baseline-invalid',
    file,
    fix: 'A baseline names each rule with a reason and the day on which it expires; --report baseline=FILE writes one.',
  };
  return validSettings<Baseline>(baseline, await readSettingsFile(resolve(cwd, file), source), source);
}

/** Reads a baseline; undefined if the file does not exist yet. */
export async function readBaselineIfThere(file: string, cwd: string): Promise<Baseline | undefined> {
  try {
    return await readBaseline(file, cwd);
  } catch (error) {
    if (error instanceof CliError && systemErrorCode(error.cause) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Creates the baseline for the result of a run. Known failures keep their entries, new ones are excused for 30 days, rules
 * that pass are dropped, and rules that were not tested stay.
 */
function updatedBaseline({ rules, startedAt }: ConformanceReport, before: Baseline | undefined): Baseline {
  const entries = new Map(before?.rules.map((entry) => [entry.rule, entry]));
  const judged = new Set(rules.filter(({ verdict }) => verdict !== 'not-exercised').map(({ id }) => id));
  const broken = rules.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
  const warned = new Set(rules.filter(({ verdict }) => verdict === 'warned').map(({ id }) => id));
  const stay = (before?.rules ?? []).filter(({ rule }) => !judged.has(rule) || warned.has(rule));
  const expires = new Date(Date.parse(startedAt) + NEW_ENTRY_DAYS * DAY_MS).toISOString().slice(0, 10);
  const known = broken.map((rule): BaselineEntry => entries.get(rule) ?? { rule, reason: 'To be explained', expires });
  return { format: 'idvkit.conformance-baseline', version: 1, rules: [...known, ...stay] };
}

/** Writes the failures of a complete run as a baseline, or updates one. @throws {CliError} `baseline-invalid`, `file-unwritable`. */
export async function writeBaseline(report: ConformanceReport, file: string, cwd: string): Promise<void> {
  const content = updatedBaseline(report, await readBaselineIfThere(file, cwd));
  await writeFileAtomic(resolve(cwd, file), `${JSON.stringify(content, undefined, 2)}\n`);
}
