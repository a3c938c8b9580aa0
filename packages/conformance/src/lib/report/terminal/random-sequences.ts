import type { ConformanceReport } from '@idvkit/schema/formats';

import { shellWord } from '../shell-word.ts';
import { counted } from '../texts.ts';
import { heading, type Page } from './page.ts';

export function randomSequences({ fuzz, target }: ConformanceReport, page: Page): readonly string[] {
  if (fuzz === undefined || fuzz.findings.length === 0) return [];
  const { runs, steps, seed, findings } = fuzz;
  const played = `${counted(runs, 'sequence')} played, ${counted(steps, 'step')}, seed ${seed}`;
  const address = target.kind === 'embedded-mock' ? '' : ` --base-url ${target.baseUrl} --form-slug ${target.formSlug}`;
  const options = (page.again ?? []).map((word) => ` ${shellWord([word])}`).join('');
  const lines = [heading(page, 'Random sequences', played)];
  for (const { rule, seed: own, path, steps: shortest, curl, cutShort = false } of findings) {
    lines.push(
      '',
      `${page.paint('red', '✗')} ${page.paint('bold', rule)}, fails after ${counted(shortest.length, 'step')}:`,
      ...shortest.map((step, index) => `    ${index + 1}. ${step}`),
      ...(cutShort ? ['    A shorter one may exist: the budget of applications is used up (--max-creates).'] : []),
      ...curl.map((line) => page.paint('dim', `    ${line}`)),
      page.paint(
        'dim',
        `    again: idv-conformance run${address}${options} --only ${rule} --fuzz 1 --fuzz-only --seed ${own} --fuzz-path ${path}`,
      ),
    );
  }
  return lines;
}
