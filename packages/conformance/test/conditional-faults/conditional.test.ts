import { allFaults } from '@idvkit/mock';
import { describe, expect, it } from 'vitest';

import { changesBytes } from './changes-bytes.ts';
import { type Condition, conditional } from './conditional.ts';
import { fixedDimensions, orderOf } from './order.ts';
import { calls, CREDITS, deliveries, type Visit } from './walk.ts';
import { type Application, type Happening, World } from './world.ts';

const faultOf = (id: string, condition: Condition) => {
  const fault = allFaults.find((each) => each.id === id);
  if (fault === undefined) throw new Error('A fault of the mock');
  return conditional(fault, condition);
};
const PASS: Happening = { submit: {} };

/** Returns the status of the result without a token: by state, and by locale. */
async function statuses(world: World): Promise<Readonly<Record<string, string>>> {
  const open: Application = { slug: await world.create('camera'), flow: 'camera' };
  const submitted: Application = { slug: await world.create('camera'), flow: 'camera' };
  await world.happen(submitted, PASS);
  const status = async (lang: string, { slug }: Application): Promise<string> => {
    const path = `/${lang}/api/forms/kyc-camera/applied-forms/${slug}/result/`;
    return (await world.call({ method: 'GET', path, credential: 'absent' })).slice(0, 3);
  };
  return {
    'en, open': await status('en', open),
    'th, open': await status('th', open),
    'en, submitted': await status('en', submitted),
    'th, submitted': await status('th', submitted),
  };
}

describe('conditional()', () => {
  it('shows a fault of calls under its condition only', async () => {
    const world = new World([faultOf('auth.absent.403', { locale: 'th', state: 'submitted' })]);

    expect(await statuses(world)).toEqual({
      'en, open': '403',
      'th, open': '403',
      'en, submitted': '403',
      'th, submitted': '401',
    });
    await world.close();
  });

  it('shows a fault of deliveries under its condition only', async () => {
    const world = new World([faultOf('delivery.bearer', { event: 'resend', receiver: 'second', attempt: '2' })]);
    const application: Application = { slug: await world.create('plain'), flow: 'plain' };
    for (const happening of [PASS, 'resend'] as const) await world.happen(application, happening, [[200], [500, 200]]);

    const sent = world
      .deliveries()
      .map(({ to, headers }) => [to, /(Bearer|Token) secret/.exec(JSON.stringify(headers))?.[1]]);
    expect(sent).toEqual([
      ['http://receiver-1.test', 'Bearer'],
      ['http://receiver-2.test', 'Bearer'],
      ['http://receiver-2.test', 'Bearer'],
      ['http://receiver-1.test', 'Bearer'],
      ['http://receiver-2.test', 'Bearer'],
      ['http://receiver-2.test', 'Token'],
    ]);
    await world.close();
  });

  it('lets a fault remember deliveries that its condition leaves out', async () => {
    const world = new World([faultOf('resend.new-nounce', { receiver: 'second' })]);
    const application: Application = { slug: await world.create('camera'), flow: 'camera' };
    for (const happening of [PASS, 'resend'] as const) await world.happen(application, happening);

    const nounces = world.deliveries().map(({ body }) => /"nounce":"([^"]+)"/.exec(body)?.[1]);
    expect(nounces.map((nounce) => nounces.indexOf(nounce))).toEqual([0, 1, 2, 1]);
    await world.close();
  });
});

describe('orderOf()', () => {
  it.each([
    ['a value that is not ordinary', [{ credential: 'absent' }], ['credential']],
    ['no ordinary value', [{ credential: 'valid', locale: 'en', method: 'own' }], []],
    [
      'one endpoint',
      [
        { endpoint: 'result', state: 'open' },
        { endpoint: 'result', state: 'expired' },
      ],
      ['endpoint'],
    ],
    ['no endpoint of several', [{ endpoint: 'result' }, { endpoint: 'submit' }], []],
    ['several values without the ordinary one', [{ credit: 'none' }, { credit: 'too-little' }], ['credit']],
    [
      'no dimension that only calls have, if deliveries show it, too',
      [{ endpoint: 'result' }, { event: 'resend' }],
      [],
    ],
  ] as const)('counts %s', (_, shown, dimensions) => {
    expect([fixedDimensions(shown), orderOf(shown)]).toEqual([dimensions, dimensions.length]);
  });
});

describe('changesBytes()', () => {
  const visits = [...deliveries()].slice(0, 1);

  it.each([
    ['delivery.bearer', { receiver: 'second' }, true],
    // Nobody fails there, so nothing is tried again.
    ['delivery.bearer', { attempt: '2' }, false],
    // A delivery has no locale.
    ['delivery.bearer', { locale: 'th' }, false],
  ] as const)('compares what %s does if %j with the correct mock: %s', async (id, condition, isChanged) => {
    expect(await changesBytes(faultOf(id, condition), visits)).toBe(isChanged);
  });

  it('finds no byte that the correct mock does not repeat', async () => {
    const every = (all: Iterable<Visit>, nth: number): Visit[] => [...all].filter((_, index) => index % nth === 0);
    const some = [...every(calls(), 997), ...every(deliveries(), 97)];
    const nothing = faultOf('create.status.201', { credit: 'none', locale: 'unknown' });

    expect(some.some(({ credit }) => credit === CREDITS.none)).toBe(true);
    expect(await changesBytes(nothing, some)).toBe(false);
  });
});
