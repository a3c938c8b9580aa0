import type { ConformanceReport } from '@idvkit/schema/formats';

/** The seed that what was driven was drawn from; undefined where nothing was driven: it would say nothing. */
export function drawnSeed({ target, seed }: Pick<ConformanceReport, 'target' | 'seed'>): number | undefined {
  return target.kind === 'recorded' || target.kind === 'proxied' ? undefined : seed;
}
