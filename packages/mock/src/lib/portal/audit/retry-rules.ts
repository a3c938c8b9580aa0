import type { LoggedCall } from '../../service/call-log.ts';
import { waitMs, type ClientFinding, type ClientRule } from './client-rule.ts';

/** Repeats that a 5xx may bring about. @see Specification, "Status codes" */
const MAX_REPEATS = 3;
/** A repeat that comes sooner was not waited for. */
const NO_WAIT_MS = 20;
/** How much later than Retry-After asks a repeat still counts as what it asked for. */
const RETRY_AFTER_SLACK = 1.5;
const RETRY_AFTER_SLACK_MS = 250;

/** Calls that are the same: method, address, credential and body. */
function sameCalls(calls: readonly LoggedCall[]): readonly (readonly LoggedCall[])[] {
  const serviceCalls = calls.filter(({ endpoint }) => endpoint !== 'image');
  return [...Map.groupBy(serviceCalls, ({ trace }) => trace.sameness).values()].map((same) =>
    same.toSorted((one, other) => one.trace.arrivedMs - other.trace.arrivedMs),
  );
}

/** Rows of calls, each made again because the one before returned such a status. What was under way by then is not a repeat. */
function rowsOf(calls: readonly LoggedCall[], isSuch: (status: number) => boolean): readonly (readonly LoggedCall[])[] {
  return sameCalls(calls).flatMap((same) => {
    const rows: LoggedCall[][] = [];
    let row: LoggedCall[] | undefined;
    for (const call of same) {
      const last = row?.at(-1);
      if (row !== undefined && last !== undefined && call.trace.arrivedMs < last.trace.answeredMs) continue;
      if (row === undefined) {
        if (isSuch(call.status)) rows.push((row = [call]));
        continue;
      }
      row.push(call);
      if (!isSuch(call.status)) row = undefined;
    }
    return rows;
  });
}

const idsOf = (calls: readonly LoggedCall[]): readonly number[] => calls.map(({ id }) => id);

/** Evidence of a series of repeats that does not wait as it should: its first repeat. */
function hurried(row: readonly LoggedCall[]): readonly ClientFinding[] {
  let last: number | undefined;
  for (const [index, before] of row.entries()) {
    const after = row[index + 1];
    if (after === undefined) return [];
    const wait = waitMs(before, after);
    const asked = (before.trace.retryAfterSeconds ?? Number.NaN) * 1000;
    const isAsAsked = wait >= asked && wait <= asked * RETRY_AFTER_SLACK + RETRY_AFTER_SLACK_MS;
    const calls = idsOf(row.slice(0, index + 2));
    if (wait < NO_WAIT_MS) return [{ message: 'Repeats a call immediately that returned 429', calls }];
    if (!isAsAsked && last !== undefined && wait <= last) {
      return [{ message: 'Waits no longer than before to repeat a call that returned 429', calls }];
    }
    last = wait;
  }
  return [];
}

export const retryRules: readonly ClientRule[] = [
  {
    id: 'client.retry.429-backoff',
    judge: ({ calls }) => {
      const rows = rowsOf(calls, (status) => status === 429);
      return { judged: rows.length, findings: rows.flatMap(hurried) };
    },
  },
  {
    id: 'client.retry.5xx-at-most-three',
    judge: ({ calls }) => {
      const rows = rowsOf(calls, (status) => status >= 500);
      const message = `Repeats a call more than three times that returned 5xx`;
      const findings = rows
        .filter((row) => row.length > 1 + MAX_REPEATS)
        .map((row) => ({ message, calls: idsOf(row) }));
      return { judged: rows.length, findings };
    },
  },
  {
    id: 'client.retry.never-4xx',
    judge: ({ calls }) => {
      // 429 asks for it, and what follows a 461 is a rule of its own.
      const rows = rowsOf(calls, (status) => status >= 400 && status < 500 && status !== 429 && status !== 461);
      const findings = rows
        .filter((row) => row.length > 1)
        .map((row) => ({ message: `Repeats a call that returned ${row[0]?.status}`, calls: idsOf(row) }));
      return { judged: rows.length, findings };
    },
  },
  {
    id: 'client.retry.no-loop-461',
    judge: ({ calls }) => {
      const findings: ClientFinding[] = [];
      let judged = 0;
      let loop: LoggedCall[] = [];
      const end = (): void => {
        if (loop.length > 1)
          findings.push({ message: 'Continues to create after a create returned 461', calls: idsOf(loop) });
        loop = [];
      };
      for (const call of calls) {
        if (call.endpoint !== 'create') continue;
        if (call.status === 461) {
          judged += 1;
          const [first] = loop;
          // Calls that were under way together found out together.
          if (first === undefined || call.trace.arrivedMs >= first.trace.answeredMs) loop.push(call);
        } else if (call.status === 201) end();
      }
      end();
      return { judged, findings };
    },
  },
];
