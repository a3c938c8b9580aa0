import { resolve } from 'node:path';

import { cannot, checkValue, readJsonFile } from '@idvkit/cli-kit';
import { objectAt, stringAt } from '@idvkit/json';
import type { CorpusSummary, HitProfile, HitShape, PayloadSummary } from '@idvkit/schema/formats';

import { DEFAULT_HIT_PROFILE } from '../summarize/hit-profile.ts';

/**
 * Reads a profile of hits. Without a name, it returns the default profile. A profile that extends the default one has its other
 * members.
 *
 * @throws {CliError} `profile-unusable` if it cannot be read or is something else.
 */
export async function readProfile(name: string | undefined, cwd: string): Promise<HitProfile> {
  if (name === undefined) return DEFAULT_HIT_PROFILE;
  const fix =
    'Write it as {"label": "doc.name", "values": []}, or change the default: {"extends": "default", "values": []}.';
  const unusable = cannot('profile-unusable', `use the profile "${name}"`, fix);
  const { hitProfile } = await import('@idvkit/schema/formats');
  const json = await readJsonFile(resolve(cwd, name), { unusable });
  const { extends: base, ...own } = objectAt(json) ?? {};
  if (base !== undefined && base !== 'default') throw unusable('it can extend "default" only');
  return checkValue(hitProfile, base === undefined ? json : { ...DEFAULT_HIT_PROFILE, ...own }, unusable);
}

/**
 * Reads a summary that another run printed, of one payload or of many.
 *
 * @throws {CliError} `corpus-unusable` if it cannot be read or is something else.
 */
export async function readSummaryFile(name: string, cwd: string): Promise<CorpusSummary | PayloadSummary> {
  const fix = 'Write it with idvkit analyze INPUT... --json.';
  const unusable = cannot('corpus-unusable', `merge "${name}"`, fix);
  const { corpusSummary, payloadSummary } = await import('@idvkit/schema/formats');
  const json = await readJsonFile(resolve(cwd, name), { unusable });
  return stringAt(json, 'format') === 'idvkit.payload-summary'
    ? checkValue(payloadSummary, json, unusable)
    : checkValue(corpusSummary, json, unusable);
}

/**
 * Reads a shape of hits that another run printed.
 *
 * @throws {CliError} `shape-unusable` if it cannot be read or is something else.
 */
export async function readShape(name: string, cwd: string): Promise<HitShape> {
  const fix = 'Write one with idvkit analyze shape FILE --json.';
  const unusable = cannot('shape-unusable', `use the shape "${name}"`, fix);
  const json = await readJsonFile(resolve(cwd, name), { unusable });
  const { readHitShape } = await import('../shape/read-hit-shape.ts');
  try {
    return readHitShape(json);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw unusable(cause.message, cause);
  }
}
