import type { Answers } from './mailbox.ts';
import type { Scene } from './scene.ts';
import { CAMERA, PLAIN, type Visitor } from './visitor.ts';

const ANSWERS: Readonly<Record<string, Answers>> = {
  ok: [204],
  '202': [202],
  '404': [404],
  '429': [429],
  '503 once': [503, 204],
  '504 once': [504, 204],
  '503': [503],
  silence: [0],
};

const PAIRS = [
  ['ok', 'ok'],
  ['202', 'ok'],
  ['404', 'ok'],
  ['429', 'ok'],
  ['ok', '404'],
  ['503 once', 'ok'],
  ['504 once', 'ok'],
  ['503', '503'],
  ['ok', '503'],
  ['silence', 'ok'],
] as const;

interface Happening {
  readonly form: string;
  /** What happens before, while both receivers take everything. */
  readonly before: readonly Act[];
  readonly act: Act;
}

type Act = 'submit' | 'expire' | 'change' | 'resend';

const EVENTS: Readonly<Record<string, Happening>> = {
  'submit_form camera': { form: CAMERA, before: [], act: 'submit' },
  'submit_form plain': { form: PLAIN, before: [], act: 'submit' },
  'update_status camera': { form: CAMERA, before: ['submit'], act: 'change' },
  'update_status plain': { form: PLAIN, before: ['submit'], act: 'change' },
  'second update_status camera': { form: CAMERA, before: ['submit', 'change'], act: 'change' },
  'drop_off camera': { form: CAMERA, before: [], act: 'expire' },
  'drop_off plain': { form: PLAIN, before: [], act: 'expire' },
  'resend camera': { form: CAMERA, before: ['submit'], act: 'resend' },
  'resend 2 camera': { form: CAMERA, before: ['submit', 'resend'], act: 'resend' },
  'resend after a change camera': { form: CAMERA, before: ['submit', 'change'], act: 'resend' },
};

async function perform(visitor: Visitor, act: Act, slug: string): Promise<void> {
  if (act !== 'resend') return visitor.operate(act, slug);
  await visitor.call('hook-submit', { slug });
  await visitor.pass();
}

/** Every event, with two receivers that answer in every way. */
export const SCENES_OF_DELIVERIES: readonly Scene[] = Object.entries(EVENTS).flatMap(([event, { form, before, act }]) =>
  PAIRS.map(([first, second]): Scene => async (visitor, note) => {
    const slug = await visitor.create({ form });
    for (const earlier of before) await perform(visitor, earlier, slug);
    visitor.mailbox.expect(ANSWERS[first], ANSWERS[second]);
    await perform(visitor, act, slug);
    await visitor.pass(15_000);
    await visitor.settle();
    const awaited = visitor.mailbox.isAwaited();
    await visitor.pass(15_000);
    for (const [place, name] of ['first', 'second'].entries()) {
      const seen = [...visitor.mailbox.at(place), ...(place === 0 ? [awaited] : [])];
      note(`${event}, first ${first}, second ${second}, ${name}`, seen);
    }
  }),
);
