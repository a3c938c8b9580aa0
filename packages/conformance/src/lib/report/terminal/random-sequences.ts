import type { ConformanceReport } from '@idvkit/schema/formats';

import { heading, type Page } from './page.ts';

/** Lines of what random sequences found, and how to play each again. */
export function randomSequences({ fuzz, target }: ConformanceReport, page: Page): readonly string[] {
  if (fuzz === undefined) return [];
  const { runs, steps, seed, findings } = fuzz;
  const played = `${runs.toLocaleString('en')} played, ${steps.toLocaleString('en')} steps, seed ${seed}`;
  if (findings.length === 0)
    return page.quiet ? [] : [heading(page, 'Random sequences', `${played}: none breaks a rule`)];
  const address = target.kind === 'embedded-mock' ? '' : ` --base-url ${target.baseUrl} --form-slug ${target.formSlug}`;
  const lines = [heading(page, 'Random sequences', played)];
  for (const { rule, seed: own, path, steps: shortest, curl } of findings) {
    lines.push(
      '',
      `${page.paint('red', '✗')} ${page.paint('bold', rule)}, broken by ${shortest.length} ${shortest.length === 1 ? 'step' : 'steps'}:`,
      ...shortest.map((step, index) => `    ${index + 1}. ${step}`),
      ...curl.map((line) => page.paint('dim', `    ${line}`)),
      page.paint(
        'dim',
        `    again: idv-conformance run${address} --only ${rule} --fuzz 1 --fuzz-only --seed ${own} --fuzz-path ${path}`,
      ),
    );
  }
  return lines;
}
