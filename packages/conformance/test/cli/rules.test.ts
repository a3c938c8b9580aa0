import { describe, expect, it } from 'vitest';

import { call } from './calling.ts';

describe('idv-conformance', () => {
  it('has help with examples', async () => {
    const { code, io } = await call(['run', '--help']);
    expect(code).toBe(0);
    expect(io.stdoutText.match(/^ {4}idv-conformance run/gm)).toHaveLength(5);
    expect(io.stdoutText.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect((await call(['--help'])).io.stdoutText.match(/^ {4}idv-conformance /gm)).toHaveLength(3);
  });

  it('lists the rules that match', async () => {
    const { code, io } = await call(['rules', 'client.retry.*', 'info.size.*']);
    expect(code).toBe(0);
    expect(io.stdoutText).toMatchInlineSnapshot(`
      "Status codes
        client.retry.429-backoff  binds the client
          Waits longer each time before it repeats a call that was answered with 429
        client.retry.5xx-at-most-three  binds the client
          Repeats a call that was answered with 5xx at most three times
        client.retry.never-4xx  binds the client
          Does not repeat a call that was answered with 4xx
        client.retry.no-loop-461  binds the client
          Stops creating applications once a create was answered with 461

      Limits
        info.size.about-57-kb  should
          The info is about 57 kB long

      5 rules
      "
    `);
  });

  it('lists the catalogue as JSON', async () => {
    const { io } = await call(['rules', '--json']);
    const list = JSON.parse(io.stdoutText) as { format: string; rules: { id: string }[] }; // Looked at next.
    expect(list).toMatchObject({ format: 'idvkit.rule-catalogue', version: 1 });
    expect(list.rules.length).toBeGreaterThan(190);
    expect(list.rules[0]).toEqual({
      id: 'application.id.integer',
      section: 'Application',
      level: 'must',
      binds: 'service',
      seenBy: 'body',
      title: '`application.id` is an integer',
    });
  });

  it('suggests rules where none matches', async () => {
    const { code, io } = await call(['rules', 'create.status.20']);
    expect(code).toBe(2);
    expect(io.stderrText).toContain('Did you mean create.status.201');
  });
});
