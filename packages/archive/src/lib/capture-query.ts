import type { SQLInputValue } from 'node:sqlite';

import type { CaptureFilter, ReceiverState } from './capture-entry.ts';
import { amlBits } from './capture-rows.ts';
import { fingerprintSlug } from './summarize-body.ts';
import { writingsOf } from './text-writings.ts';

const ENDED = "attempts WHERE capture = captures.id AND (status IS NOT NULL OR failure <> 'interrupted')";
const LAST_ENDED = `(SELECT max(id) FROM ${ENDED})`;
const receiverStates: Readonly<Record<ReceiverState, string>> = {
  missed: 'NOT EXISTS (SELECT 1 FROM attempts WHERE capture = captures.id AND status BETWEEN 200 AND 299)',
  failed: `EXISTS (SELECT 1 FROM attempts WHERE id = ${LAST_ENDED} AND (status IS NULL OR status NOT BETWEEN 200 AND 299))`,
};
/** Status of the last attempt, or what the sender was answered if there was none. */
const LAST_STATUS = `(CASE WHEN EXISTS (SELECT 1 FROM ${ENDED}) THEN (SELECT status FROM attempts WHERE id = ${LAST_ENDED}) ELSE answer END)`;

/** A condition on rows of `captures`, in SQL. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** Translates a filter to SQL; order, limit and offset are not part of it. Erased captures never match. */
export function toCondition(filter: CaptureFilter): Condition {
  const parts: Condition[] = [{ sql: 'erased = 0', values: [] }];
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
      '(aml & ?) <> 0',
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
  for (const text of filter.texts ?? []) {
    const writings = writingsOf(text);
    const found = writings.map(() => 'instr(body, ?) > 0').join(' OR ');
    add(
      `(file IS NOT NULL OR packed = 1 OR EXISTS (SELECT 1 FROM contents WHERE capture = captures.id AND (${found})))`,
      ...writings,
    );
  }
  return {
    sql: parts.map(({ sql }) => sql).join(' AND '),
    values: parts.flatMap(({ values }) => values),
  };
}
