import { describe, expect, it } from 'vitest';

import { callLine } from './log-line.ts';

const call = { id: 1, at: 0, endpoint: 'result', method: 'GET', slug: '', credential: 'absent', status: 403 } as const;
const rest = { tokenInUrl: false, condition: 'no-credential' } as const;

describe('callLine()', () => {
  it.each([
    ['escape sequences', '\u001B]52;c;Y3VybCBldmlsfHNo\u0007', '%1B%5D52%3Bc%3BY3VybCBldmlsfHNo%07'],
    ['line breaks', 'x\n::error::forged', 'x%0A%3A%3Aerror%3A%3Aforged'],
    ['commands of a CI runner', '##[stop-commands]x', '%23%23%5Bstop-commands%5Dx'],
    ['text that turns around', '\u202Egnp', '%E2%80%AEgnp'],
  ])('shows %s in a path as they came, percent-encoded', (_, hostile, shown) => {
    expect(callLine({ ...call, ...rest, lang: 'en', formSlug: hostile })).toBe(
      `00:00:00  GET result en ${shown}  403 no-credential`,
    );
    expect(callLine({ ...call, ...rest, lang: hostile, formSlug: 'kyc' })).toContain(` ${shown} kyc `);
  });

  it('shows the beginning of what is long', () => {
    expect(callLine({ ...call, ...rest, lang: 'en', formSlug: 'x'.repeat(10_000) }).length).toBeLessThan(150);
  });
});
