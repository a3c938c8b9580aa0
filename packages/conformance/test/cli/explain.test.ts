import { allFaults } from '@idvkit/mock';
import { RULE_IDS } from '@idvkit/schema/rules';
import { describe, expect, it } from 'vitest';

import { call } from './calling.ts';

describe('idv-conformance explain', () => {
  it('prints the specification, the check, what it needs, the faults and the fix', async () => {
    const { code, io } = await call(['explain', 'delivery.4xx.not-retried']);
    expect(code).toBe(0);
    expect(io.stdoutText).toMatchInlineSnapshot(`
      "delivery.4xx.not-retried  Delivery rules · must · binds the service
        Does not deliver again after the receiver answered 4xx.

      Specification
        Delivery rules: "\`4xx\` (including \`401\`) | Not retried."

      Check
        On all that is seen of an application.

      Needs
        A delivery that the receiver answers with 4xx, and the time after it watched.

      Faults that break it
        idv-mock --fault delivery.4xx.not-retried: tries again after 4xx.
        idv-mock --fault delivery.4xx.not-retried/only-401: tries again after 401.
        idv-mock --fault delivery.4xx.not-retried/only-429: tries again after 429.

      Fix
        In the service: the report shows the request and the response that break the
        rule.
        Then check again: idv-conformance run --only delivery.4xx.not-retried, with
        the options of the run that failed.
        To excuse it until a date: idv-conformance run --baseline known.json
        --baseline-update.
      "
    `);
  });

  it('explains every rule, with all of its faults', async () => {
    const { io } = await call(['explain', ...RULE_IDS]);
    const parts = io.stdoutText.split(/\n\n(?=\S+ {2})/);
    expect(parts.map((part) => part.split(' ', 1)[0])).toEqual(RULE_IDS);
    for (const heading of ['Specification', 'Check', 'Needs', 'Fix']) {
      expect(parts.filter((part) => !part.includes(`\n${heading}\n  `))).toEqual([]);
    }
    const shown = [...io.stdoutText.matchAll(/^ {2}idv-mock --fault (\S+):/gm)].map(([, id]) => id);
    expect(new Set(shown)).toEqual(new Set(allFaults.map(({ id }) => id)));
    expect(io.stdoutText.split('\n').filter((line) => line.length > 110)).toEqual([]);
  });

  it('prints the same for "rules" with an id', async () => {
    const explained = await call(['explain', 'create.status.201']);
    expect((await call(['rules', 'create.status.201'])).io.stdoutText).toBe(explained.io.stdoutText);
  });

  it('suggests the id that was meant', async () => {
    const { code, io } = await call(['explain', 'auth.absent.404']);
    expect(code).toBe(2);
    expect(io.stderrText).toContain('Did you mean auth.absent.403');
  });
});
