import type { Io } from '@idvkit/cli-kit';

import { allFaults } from '../behaviour/faults/all-faults.ts';

export function listFaults({ json = false }: { readonly json?: boolean | undefined }, { stdout }: Io): void {
  if (json) {
    const faults = allFaults.map(({ id, rule, alsoBreaks, title }) => ({ id, rule, alsoBreaks, title }));
    stdout.write(`${JSON.stringify({ format: 'idvkit.mock-faults', version: 1, faults })}\n`);
    return;
  }
  const width = Math.max(...allFaults.map(({ id }) => id.length));
  for (const { id, title } of allFaults) stdout.write(`${id.padEnd(width)}  ${title}\n`);
}
