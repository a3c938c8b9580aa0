import { describe, expect, it } from 'vitest';

import type { AnsweredCall, Draft } from './behaviour.ts';
import { composeBehaviour } from './compose.ts';

const draft: Draft = { status: 200, headers: {} };
// What a point is decided in does not matter here.
const context = {} as AnsweredCall;

describe('composeBehaviour()', () => {
  it('changes nothing by itself', () => {
    expect(composeBehaviour([]).respond(draft, context)).toBe(draft);
  });

  it('gives each override what the one before made of it', () => {
    const behaviour = composeBehaviour([
      { respond: (before) => ({ ...before, status: before.status + 1 }) },
      { respond: (before) => ({ ...before, status: before.status * 2 }) },
    ]);

    expect(behaviour.respond(draft, context).status).toBe(402);
  });

  it('refuses a point that there is not', () => {
    const unknown = { respnod: () => draft } as object;

    expect(() => composeBehaviour([unknown])).toThrow('There is no point called respnod');
  });
});
