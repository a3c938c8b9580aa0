import type { ConformanceReport } from '@idvkit/schema/formats';

/** Looks up an observation and its time, as one line. */
export type ObservedAs = (id: string) => string;

export function createObservedAs({ observed }: Pick<ConformanceReport, 'observed'>): ObservedAs {
  const lines = new Map(observed.map(({ id, summary, at }) => [id, `${summary} · ${at}`]));
  return (id) => lines.get(id) ?? '';
}
