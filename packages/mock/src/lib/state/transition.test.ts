import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { stateOf } from './application.ts';
import type { Command } from './command.ts';
import { newWorkspace } from './new-workspace.ts';
import type { Submission } from './submission.ts';
import { transition } from './transition.ts';
import { applicationOf, savedWorkspace, toSavedWorkspace, type Workspace } from './workspace.ts';

const slugs = ['slug-a', 'slug-b', 'slug-c'] as const;
const start = newWorkspace({ id: 'default', token: 't', signingKey: 'k', credit: 100 });
const submission: Submission = {
  document: 'front_card',
  documentScan: 'success',
  liveness: 'success',
  retries: 0,
  score: 90,
  aml: 'none',
  amlBytes: 0,
};

const slug = fc.constantFrom(...slugs);
const answers = fc.dictionary(fc.constantFrom('gender', 'name_prefix'), fc.string({ maxLength: 3 }), {
  noNullPrototype: true,
});
/** Commands without their time and id: those follow from the place in the sequence. */
const wish = fc.oneof(
  fc.record({
    type: fc.constant('create' as const),
    slug,
    formSlug: fc.constantFrom('kyc-camera', 'kyc-plain', 'none'),
    answers,
  }),
  fc.record({ type: fc.constant('start' as const), slug }),
  fc.record({ type: fc.constant('save' as const), slug, answers }),
  fc.record({ type: fc.constant('submit' as const), slug, answers, rescanned: fc.constant(['gender']) }),
  fc.record({ type: fc.constantFrom('expire' as const, 'delete' as const, 'resend' as const), slug }),
  fc.record({
    type: fc.constant('change-status' as const),
    slug,
    column: fc.constantFrom('aml', 'x'),
    value: fc.string(),
  }),
);

function commandsOf(
  wishes: readonly (typeof wish extends fc.Arbitrary<infer Wish> ? Wish : never)[],
): readonly Command[] {
  return wishes.map((wanted, index): Command => {
    const at = 1_000 + index;
    switch (wanted.type) {
      case 'create':
        return { ...wanted, at, id: index + 1, recordId: 10_000 + index, origin: 'http://localhost' };
      case 'submit':
        return { ...wanted, at, submission };
      default:
        return { ...wanted, at };
    }
  });
}

/** All states on the way through a random sequence of commands, with the events of each step. */
function walk(
  commands: readonly Command[],
): readonly { readonly state: Workspace; readonly events: readonly { type: string }[] }[] {
  let state = start;
  return commands.map((command) => {
    const step = transition(state, command);
    state = step.state;
    return step;
  });
}

const walks = fc.array(wish, { maxLength: 30 }).map((wishes) => walk(commandsOf(wishes)));

describe('transition()', () => {
  it('never changes what it is given, and always gives a valid state', () => {
    fc.assert(
      fc.property(walks, (steps) => {
        const before = toSavedWorkspace(start);
        for (const { state } of steps) expect(savedWorkspace.safeParse(toSavedWorkspace(state)).error).toBeUndefined();
        expect(toSavedWorkspace(start)).toEqual(before);
      }),
    );
  });

  it('keeps id, number, form and time of creation of an application for good', () => {
    fc.assert(
      fc.property(walks, (steps) => {
        for (const each of slugs) {
          const seen = steps.flatMap(({ state }) => applicationOf(state, each) ?? []);
          const identities = seen.map(({ id, recordId, formSlug, createdAt }) =>
            [id, recordId, formSlug, createdAt].join(),
          );
          expect(new Set(identities).size).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('sets submitted_at once, with the status, and never moves it', () => {
    fc.assert(
      fc.property(walks, (steps) => {
        for (const each of slugs) {
          const seen = steps.flatMap(({ state }) => applicationOf(state, each) ?? []);
          for (const { status, submittedAt, submission: outcome } of seen) {
            expect([submittedAt !== null, outcome !== null]).toEqual([status === 'complete', status === 'complete']);
          }
          expect(new Set(seen.flatMap(({ submittedAt }) => submittedAt ?? [])).size).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('moves an application only from open to submitted, expired or deleted, and from there only to deleted', () => {
    const allowed = new Set([
      'open>open',
      'open>submitted',
      'open>expired',
      'open>deleted',
      'submitted>submitted',
      'submitted>deleted',
      'expired>expired',
      'expired>deleted',
      'deleted>deleted',
    ]);
    fc.assert(
      fc.property(walks, (steps) => {
        for (const each of slugs) {
          const states = steps.flatMap(({ state }) => applicationOf(state, each) ?? []).map(stateOf);
          states.slice(1).forEach((next, index) => expect(allowed).toContain(`${states[index]}>${next}`));
        }
      }),
    );
  });

  it('tells of each submission, expiry and deletion once, and of a resend only after a submission', () => {
    fc.assert(
      fc.property(walks, (steps) => {
        const events = steps.flatMap(({ events: told }) => told as readonly { type: string; slug: string }[]);
        for (const each of slugs) {
          const types = events.filter(({ slug: about }) => about === each).map(({ type }) => type);
          for (const type of ['created', 'submitted', 'expired', 'deleted']) {
            expect(types.filter((other) => other === type).length).toBeLessThanOrEqual(1);
          }
          const [before = ''] = types.join(' ').split('resend-requested');
          expect(types.includes('resend-requested')).toBe(
            types.includes('resend-requested') && before.includes('submitted'),
          );
        }
      }),
    );
  });

  it('takes credit at submission alone, and never below 0', () => {
    fc.assert(
      fc.property(walks, (steps) => {
        let { credit } = start;
        for (const { state, events } of steps) {
          const submitted = events.some(({ type }) => type === 'submitted');
          expect(state.credit).toBeGreaterThanOrEqual(0);
          expect(state.credit === credit).toBe(!submitted);
          credit = state.credit;
        }
      }),
    );
  });

  it('never writes an answer before it was first captured', () => {
    fc.assert(
      fc.property(walks, (steps) => {
        const all = steps
          .flatMap(({ state }) => state.applications.all())
          .flatMap(({ answers: given }) => Object.values(given));
        for (const { createdAt, updatedAt } of all) expect(createdAt).toBeLessThanOrEqual(updatedAt);
      }),
    );
  });

  it('sets the status columns by what the screening found', () => {
    const create = commandsOf([{ type: 'create', slug: 'slug-a', formSlug: 'kyc-camera', answers: {} }])[0];
    const created = create ? transition(start, create).state : start;
    const submitted = (aml: Submission['aml']): unknown =>
      transition(created, {
        type: 'submit',
        at: 2,
        slug: 'slug-a',
        submission: { ...submission, aml },
        answers: {},
        rescanned: [],
      }).state.applications.get('slug-a')?.statuses;

    expect([submitted('none'), submitted('pep')]).toEqual([
      { aml: 'Clear', decision: '-' },
      { aml: 'Need Review', decision: '-' },
    ]);
  });
});
