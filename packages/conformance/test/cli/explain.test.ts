import { allFaults } from '@idvkit/mock';
import { RULE_IDS } from '@idvkit/schema/rules';
import { describe, expect, it } from 'vitest';

import { call } from './calling.ts';

describe('idvkit explain', () => {
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
        idvkit check --fault delivery.4xx.not-retried: tries again after 4xx.
        idvkit check --fault delivery.4xx.not-retried/only-401: tries again after 401.
        idvkit check --fault delivery.4xx.not-retried/only-429: tries again after 429.
        idvkit check --fault delivery.4xx.not-retried/status-changes: tries status
        changes again after 4xx.

      Fix
        In the service: the report shows the request and the response that break the
        rule.
        Then check again: idvkit check --only delivery.4xx.not-retried, with the
        options of the run that failed.
        Excuse it until a date: idvkit check --report baseline=idvkit.baseline.json.
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
    const shown = [...io.stdoutText.matchAll(/^ {2}idvkit (?:check|mock) --fault (\S+):/gm)].map(([, id]) => id);
    expect(new Set(shown)).toEqual(new Set(allFaults.map(({ id }) => id)));
    expect(io.stdoutText.split('\n').filter((line) => line.length > 110)).toEqual([]);
  });

  it('lists the rules that match globs', async () => {
    const { code, io } = await call(['explain', 'client.retry.*', 'info.size.*']);
    expect(code).toBe(0);
    expect(io.stdoutText).toMatchInlineSnapshot(`
      "Status codes
        client.retry.429-backoff  binds the client
          Waits longer each time before it repeats a call that returned 429
        client.retry.5xx-at-most-three  binds the client
          Repeats a call that returned 5xx at most three times
        client.retry.never-4xx  binds the client
          Does not repeat a call that returned 4xx
        client.retry.no-loop-461  binds the client
          Stops creating applications once a create returned 461

      Limits
        info.size.about-57-kb  should
          The info is about 57 kB long

      5 rules
      "
    `);
  });

  it('prints every rule as JSON, with all that is known about it', async () => {
    const { io } = await call(['explain', '--json']);
    const list = JSON.parse(io.stdoutText) as { readonly rules: readonly { readonly id: string }[] }; // Compared next.
    expect(list).toMatchObject({ format: 'idvkit.rule-catalogue', version: 1 });
    expect(list.rules.map(({ id }) => id)).toEqual(RULE_IDS);
    expect(list.rules.find(({ id }) => id === 'create.status.201')).toMatchObject({
      section: expect.any(String),
      level: 'must',
      binds: 'service',
      specification: expect.arrayContaining([{ section: 'Status codes', text: '`201` | Application created.' }]),
      faults: expect.arrayContaining([{ id: 'create.status.201', title: expect.any(String) }]),
    });
  });

  it('suggests the id that was meant', async () => {
    const { code, io } = await call(['explain', 'auth.absent.404']);
    expect(code).toBe(2);
    expect(io.stderrText).toContain('Did you mean auth.absent.403');
  });
});

it('prints help with examples', async () => {
  const { code, io } = await call(['check', '--help']);
  expect(code).toBe(0);
  expect(io.stdoutText.match(/^ {4}idvkit check/gm)).toHaveLength(6);
  expect(io.stdoutText.split('\n').filter((line) => line.length > 80)).toEqual([]);
});
