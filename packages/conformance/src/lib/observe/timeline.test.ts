import { describe, expect, it } from 'vitest';

import { action, create, delivery, exchange, watch } from '../../../test/judges-payload/observe.ts';
import { DELIVERED_AT, FORM, lifecycle, SLUG, submission } from '../../../test/judges-payload/submission.ts';
import { createdSlug, slugOf, timelinesOf } from './timeline.ts';

describe('slugOf()', () => {
  it.each([
    ['the path of a call', exchange(), SLUG],
    ['what a create returned', create('s1'), 's1'],
    ['the application of a delivery', delivery(submission()), SLUG],
    ['an action', action('submit'), SLUG],
    ['a watch', watch({ slug: 's2' }), 's2'],
    ['a create that failed', create('s1', { status: 422 }), undefined],
    ['a delivery of no application', delivery({ application: [] }), undefined],
    ['a slug that is no text', delivery({ application: { slug: 7 } }), undefined],
  ])('reads it from %s', (_what, observation, expected) => {
    expect(slugOf(observation)).toBe(expected);
  });
});

describe('createdSlug()', () => {
  it('takes nothing but the 201 of a create for a creation', () => {
    expect(createdSlug(create('s1'))).toBe('s1');
    expect(createdSlug(create('s1', { status: 200 }))).toBeUndefined();
    expect(createdSlug(exchange({ status: 201, answer: { detail: { slug: 's1' } } }))).toBeUndefined();
  });
});

describe('timelinesOf()', () => {
  it('sorts by application, and each by time', () => {
    const late = delivery(submission(), { at: DELIVERED_AT + 9 });
    const early = action('submit', DELIVERED_AT - 9);
    const other = create('other');
    const nobody = delivery({});

    const timelines = timelinesOf([late, other, early, nobody]);

    expect(timelines).toMatchObject([
      { slug: SLUG, observations: [early, late], actions: [early], deliveries: [late], exchanges: [], watches: [] },
      { slug: 'other', formSlug: FORM, exchanges: [other], deliveries: [] },
    ]);
  });

  it('gives each the deliveries of all, by time', () => {
    const [late, early] = [delivery(submission(), { at: DELIVERED_AT + 9 }), delivery({}, { at: DELIVERED_AT })];

    const timelines = timelinesOf([late, create('other'), early]);

    expect(timelines.map(({ allDeliveries }) => allDeliveries)).toEqual([
      [early, late],
      [early, late],
    ]);
  });

  it('keeps the given order of what happened at one moment', () => {
    const [first, second] = [delivery(lifecycle()), delivery(lifecycle())];

    expect(timelinesOf([second, first])[0]?.observations).toEqual([second, first]);
  });
});
