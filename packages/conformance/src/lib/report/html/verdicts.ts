import type { Verdict } from '@idvkit/schema/formats';

/** How a verdict is shown: a sign that is readable without colours, and its name. */
export const VERDICTS: Readonly<Record<Verdict, { readonly sign: string; readonly label: string }>> = {
  failed: { sign: '✗', label: 'Failed' },
  warned: { sign: '!', label: 'Warned' },
  passed: { sign: '✓', label: 'Passed' },
  'not-exercised': { sign: '○', label: 'Not exercised' },
};
