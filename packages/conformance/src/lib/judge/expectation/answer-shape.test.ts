import { describe, expect, it } from 'vitest';

import { exchange } from '../../../../test/judges-payload/observe.ts';
import { type Answer, hasShape } from './answer-shape.ts';
import type { BodyShape } from './expected-answers.ts';

const MESSAGES = { nid: ['Wrong', 'Too short'], gender: ['Wrong'] };
const BODIES: Readonly<Record<BodyShape, { readonly right: readonly unknown[]; readonly wrong: readonly unknown[] }>> =
  {
    created: { right: [{ detail: { slug: 's' } }], wrong: [{ detail: { slug: '' } }, { detail: {} }, undefined] },
    result: { right: [{ application: { id: 1 } }], wrong: [{ application: {} }, {}, undefined] },
    info: { right: [{ data: { id: 1 } }], wrong: [{ data: {} }, {}, undefined] },
    empty: { right: [undefined], wrong: [{}] },
    redirect: { right: [], wrong: [{}, undefined] },
    envelope: { right: [{ error: {} }], wrong: [{ error: 'Wrong' }, {}, undefined] },
    'envelope-of-messages': {
      right: [{ error: { detail: MESSAGES } }],
      wrong: [{ error: { detail: {} } }, { error: { detail: { ...MESSAGES, age: 'Wrong' } } }, MESSAGES],
    },
    messages: {
      right: [MESSAGES, { ...MESSAGES, age: [] }],
      wrong: [{ ...MESSAGES, age: ['Wrong', 7] }, { age: 'Wrong' }, {}, [], undefined],
    },
    'bare-detail': { right: [{ detail: '' }], wrong: [{ detail: {} }, {}, undefined] },
  };

// An exchange of `observe.ts` always has an answer.
const answerOf = (options: Parameters<typeof exchange>[0]): Answer => exchange(options).response as Answer;

describe('hasShape()', () => {
  // The keys are those of the table.
  it.each(Object.keys(BODIES) as BodyShape[])('accepts what is %s, and nothing else', (shape) => {
    const isOfShape = (answer: unknown): boolean => hasShape(answerOf({ answer }), shape);
    const { right, wrong } = BODIES[shape];

    expect(right.filter((answer) => !isOfShape(answer))).toEqual([]);
    expect(wrong.filter(isOfShape)).toEqual([]);
  });

  it.each([
    ['/elsewhere/', true],
    ['', false],
  ])('sees a redirect to "%s": %s', (location, isRedirect) => {
    expect(hasShape(answerOf({ headers: [['Location', location]] }), 'redirect')).toBe(isRedirect);
  });
});
