import { describe, expect, it } from 'vitest';

import { modeForHits, PayloadPath } from './payload-path.ts';

/** Walks through a value as a scan does. @returns The role of each container, by its path. */
function rolesIn(value: unknown): Record<string, unknown> {
  const path = new PayloadPath();
  const roles: Record<string, unknown> = {};
  const visit = (inner: unknown): void => {
    const step = path.next();
    if (typeof inner !== 'object' || inner === null) return;
    const role = path.open(Array.isArray(inner) ? 'array' : 'object', step);
    expect([path.role, path.depth]).toEqual([role, path.steps.length + 1]);
    roles[path.steps.join('.')] = role;
    for (const [key, each] of Object.entries(inner)) {
      if (!Array.isArray(inner)) path.key(key);
      visit(each);
    }
    path.close();
  };
  visit(value);
  expect([path.role, path.depth, path.steps]).toEqual([undefined, 0, []]);
  return roles;
}

describe('PayloadPath', () => {
  it('gives the containers on the way to hits their roles', () => {
    const entry = { input: {}, output: { content: { data: { hits: [{}] } } } };
    const payload = { extra: { identity_aml: { p: [null, { output: { p: [7, entry], q: [] } }] } } };

    expect(rolesIn(payload)).toMatchInlineSnapshot(`
      {
        "": "root",
        "extra": "extra",
        "extra.identity_aml": "aml",
        "extra.identity_aml.p": "runs",
        "extra.identity_aml.p.1": "run",
        "extra.identity_aml.p.1.output": "run-output",
        "extra.identity_aml.p.1.output.p": "entries",
        "extra.identity_aml.p.1.output.p.1": "entry",
        "extra.identity_aml.p.1.output.p.1.input": "elsewhere",
        "extra.identity_aml.p.1.output.p.1.output": "entry-output",
        "extra.identity_aml.p.1.output.p.1.output.content": "content",
        "extra.identity_aml.p.1.output.p.1.output.content.data": "record",
        "extra.identity_aml.p.1.output.p.1.output.content.data.hits": "hits",
        "extra.identity_aml.p.1.output.p.1.output.content.data.hits.0": "elsewhere",
        "extra.identity_aml.p.1.output.q": "elsewhere",
      }
    `);
  });

  it('gives none of them to containers elsewhere', () => {
    const payload = {
      toString: {},
      extra: {
        bank_statement: { pages: [{ hits: [] }] },
        identity_aml: { p: { a: {} }, q: [{ output: { q: { a: {} } } }], 7: [{ output: [{}] }] },
      },
    };

    expect(rolesIn(payload)).toMatchInlineSnapshot(`
      {
        "": "root",
        "extra": "extra",
        "extra.bank_statement": "opaque",
        "extra.bank_statement.pages": "opaque",
        "extra.bank_statement.pages.0": "opaque",
        "extra.bank_statement.pages.0.hits": "opaque",
        "extra.identity_aml": "aml",
        "extra.identity_aml.7": "runs",
        "extra.identity_aml.7.0": "run",
        "extra.identity_aml.7.0.output": "run-output",
        "extra.identity_aml.7.0.output.0": "elsewhere",
        "extra.identity_aml.p": "runs",
        "extra.identity_aml.p.a": "elsewhere",
        "extra.identity_aml.q": "runs",
        "extra.identity_aml.q.0": "run",
        "extra.identity_aml.q.0.output": "run-output",
        "extra.identity_aml.q.0.output.q": "entries",
        "extra.identity_aml.q.0.output.q.a": "elsewhere",
        "toString": "elsewhere",
      }
    `);
  });

  it.each([
    ['hits', 'array', 'hits'],
    ['hits', 'object', 'tokens'],
    ['record', 'object', 'tokens'],
    ['record', 'array', 'tokens'],
    ['elsewhere', 'array', 'skip'],
    ['opaque', 'object', 'skip'],
  ] as const)('has a scan visit %s, if an %s, in this way: %s', (role, kind, mode) => {
    expect(modeForHits(role, kind)).toBe(mode);
  });
});
