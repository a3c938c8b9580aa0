import type { SQLInputValue } from 'node:sqlite';

import { fingerprintSlug } from '../body-scan/summarize-body.ts';
import type { AmlFlag, CaptureFilter, ReceiverState } from '../capture-entry.ts';

/** Bits of the column `aml`. */
export const amlBits: Readonly<Record<AmlFlag, number>> = {
  pep: 1,
  warnings: 2,
  sanctions: 4,
  adverse_media: 8,
  fitness_probity: 16,
};

const had = "outcomes WHERE capture = id AND failure IS NOT 'interrupted'";
const receiverStates: Readonly<Record<ReceiverState, string>> = {
  'not-passed-on': `(fact ->> '$.passOn' = 1 AND NOT EXISTS (SELECT 1 FROM ${had}))`,
  'not-sent': `NOT EXISTS (SELECT 1 FROM ${had})`,
  failed: `EXISTS (SELECT 1 FROM ${had} AND (answered IS NULL OR answered NOT BETWEEN 200 AND 299))`,
};

const LAST_STATUS = `(SELECT CASE WHEN count(*) = 0 THEN captures.answer ELSE max(answered) END FROM outcomes WHERE capture = id)`;

export interface Condition {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** Says in SQL which captures a filter chooses; order, limit and offset are not part of it. */
export function toCondition(filter: CaptureFilter): Condition {
  const parts: Condition[] = [];
  const add = (sql: string, ...values: SQLInputValue[]): void => void parts.push({ sql, values });
  const oneOf = (column: string, values: readonly (string | number | null)[] | undefined): void => {
    if (values === undefined) return;
    const given = values.filter((value) => value !== null);
    const orNull = given.length < values.length ? ` OR ${column} IS NULL` : '';
    add(`(${column} IN (${given.map(() => '?').join()})${orNull})`, ...given);
  };
  oneOf('type', filter.types);
  oneOf('status', filter.statuses);
  oneOf('ekyc', filter.ekyc);
  oneOf('bearer', filter.bearers);
  oneOf('answer', filter.answers);
  if (filter.slug !== undefined) add('slug = ?', fingerprintSlug(filter.slug));
  if (filter.form !== undefined) add('form = ?', filter.form);
  if (filter.nounce !== undefined) add('nounce = ?', filter.nounce);
  if (filter.aml !== undefined)
    add(
      '(aml & ?) != 0',
      filter.aml.reduce((bits, flag) => bits | amlBits[flag], 0),
    );
  if (filter.receivers !== undefined) add(`(${filter.receivers.map((state) => receiverStates[state]).join(' OR ')})`);
  if (filter.results !== undefined) {
    const spans = filter.results.map(() => `${LAST_STATUS} BETWEEN ? AND ?`);
    add(`(${spans.join(' OR ')})`, ...filter.results.flat());
  }
  if (filter.complete !== undefined) add('complete = ?', Number(filter.complete));
  if (filter.json !== undefined) add('json = ?', Number(filter.json));
  if (filter.since !== undefined) add('received_at >= ?', filter.since.getTime());
  if (filter.until !== undefined) add('received_at < ?', filter.until.getTime());
  if (filter.minBytes !== undefined) add('bytes >= ?', filter.minBytes);
  if (filter.maxBytes !== undefined) add('bytes <= ?', filter.maxBytes);
  if (filter.numbers !== undefined) {
    add(`(${filter.numbers.map(() => 'id BETWEEN ? AND ?').join(' OR ') || '0'})`, ...filter.numbers.flat());
  }
  if (filter.ids !== undefined) add('id BETWEEN ? AND ?', ...filter.ids);
  if (filter.sha256 !== undefined) add('sha256 BETWEEN ? AND ?', filter.sha256, `${filter.sha256}g`);
  for (const tag of filter.tags ?? []) add('id IN (SELECT capture FROM tags WHERE tag = ?)', tag);
  return {
    sql: parts.map(({ sql }) => sql).join(' AND ') || '1',
    values: parts.flatMap(({ values }) => values),
  };
}
