import { xmlDocument, xmlElement } from '@idvkit/cli-kit';
import type { SendReport, SentDelivery } from '@idvkit/schema/formats';

import { answerText } from './expectation.ts';

/** Writes a report as JUnit XML: one test case per delivery, one suite per target. */
export function toJunit(report: SendReport): string {
  const suites = report.targets.map((name, index) => {
    const cases = report.deliveries.filter((delivery) => delivery.target === index + 1);
    const failures = cases.filter(({ met }) => met === false).length;
    const skipped = cases.filter(({ met }) => met === null).length;
    const attributes = { name, tests: cases.length, failures, skipped, timestamp: report.startedAt };
    return xmlElement(
      'testsuite',
      attributes,
      cases.map((delivery) => testCase(delivery, report)),
    );
  });
  return xmlDocument('testsuites', { name: 'idvkit send' }, suites);
}

function testCase(delivery: SentDelivery, { expect }: SendReport): string {
  const { capture, type, copy, attempts, met } = delivery;
  const seconds = attempts.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000;
  const name = `#${capture} ${type ?? 'delivery'}${copy > 1 ? ` copy ${copy}` : ''}`;
  const result =
    met === null
      ? xmlElement('skipped', { message: 'the run ended before' })
      : xmlElement('failure', { message: failureText(delivery, expect) });
  return xmlElement(
    'testcase',
    { classname: 'idvkit.send', name, time: seconds.toFixed(3) },
    met === true ? [] : [result],
  );
}

function failureText({ attempts, why, verdict, was }: SentDelivery, expect: string): string {
  const last = attempts.at(-1);
  if (why !== undefined || last === undefined) return `not sent: ${why ?? 'unknown'}`;
  const before = was === undefined ? '' : `; ${verdict}, was ${was}`;
  return `expected ${expect}, answered ${answerText(last.outcome)} (${last.rule})${before}`;
}
