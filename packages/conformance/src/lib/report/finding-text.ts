import type { ConformanceReport, ReportedFinding } from '@idvkit/schema/formats';

export function shownValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length > 0 && value.every(isPlain)) {
    // Of several statuses one is due; of several texts all may be.
    return value.map(shownValue).join(value.every((item) => typeof item === 'number') ? ' or ' : ', ');
  }
  return JSON.stringify(value) ?? 'nothing';
}

export function findingText(finding: ReportedFinding, observedAs: ObservedAs): string {
  const { message, path, expected, actual, observation, also = [], times, curl } = finding;
  return [
    message,
    ...(path === undefined ? [] : [`  at        ${path === '' ? '/' : path}`]),
    ...(expected === undefined ? [] : [`  expected  ${shownValue(expected)}`]),
    ...(actual === undefined ? [] : [`  actual    ${shownValue(actual)}`]),
    `  seen in   ${observation}  ${observedAs(observation)}`,
    ...(also.length === 0 ? [] : [`  and in    ${also.join(', ')}`]),
    ...(times === undefined ? [] : [`  times     ${times}`]),
    ...(curl === undefined ? [] : [`  again     ${curl}`]),
  ].join('\n');
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

export type ObservedAs = (id: string) => string;

export function createObservedAs({ observed }: Pick<ConformanceReport, 'observed'>): ObservedAs {
  const lines = new Map(observed.map(({ id, summary, at }) => [id, at === undefined ? summary : `${summary} · ${at}`]));
  return (id) => lines.get(id) ?? '';
}
