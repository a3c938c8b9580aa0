import type { SendReport, SentDelivery } from '@idvkit/schema/formats';

import { answerText } from './expectation.ts';

/** Writes a report as JUnit XML: one test case per delivery, one suite per target. */
export function toJunit(report: SendReport): string {
  const suites = report.targets.map((target, index) => {
    const cases = report.deliveries.filter((delivery) => delivery.target === index + 1);
    const failures = cases.filter(({ met }) => met === false).length;
    const skipped = cases.filter(({ met }) => met === null).length;
    const counts = `tests="${cases.length}" failures="${failures}" skipped="${skipped}"`;
    const body = cases.map((delivery) => testCase(delivery, report)).join('');
    return `  <testsuite name="${escape(target)}" ${counts} timestamp="${report.startedAt}">\n${body}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="idv-replay send">\n${suites.join('')}</testsuites>\n`;
}

function testCase(delivery: SentDelivery, { expect }: SendReport): string {
  const { capture, archive = '', type, copy, attempts, met } = delivery;
  const seconds = attempts.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000;
  const name = `${archive}#${capture} ${type ?? 'delivery'}${copy > 1 ? ` copy ${copy}` : ''}`;
  const head = `    <testcase classname="idv-replay.send" name="${escape(name)}" time="${seconds.toFixed(3)}"`;
  if (met === true) return `${head}/>\n`;
  const inside =
    met === null
      ? '<skipped message="the run ended before"/>'
      : `<failure message="${escape(failureText(delivery, expect))}"/>`;
  return `${head}>${inside}</testcase>\n`;
}

function failureText({ attempts, why, verdict, was }: SentDelivery, expect: string): string {
  const last = attempts.at(-1);
  if (why !== undefined || last === undefined) return `not sent: ${why ?? 'unknown'}`;
  const before = was === undefined ? '' : `; ${verdict}, was ${was}`;
  return `expected ${expect}, answered ${answerText(last.outcome)} (${last.rule})${before}`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/\p{Cc}/gu, '\uFFFD');
}
