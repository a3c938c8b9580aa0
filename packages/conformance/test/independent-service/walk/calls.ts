import { PLATFORM_LOCALES } from '../forms.ts';
import type { Scene } from './scene.ts';
import { CAMERA, CREDENTIALS, PLAIN, type Visitor } from './visitor.ts';

const STATES = ['open', 'submitted', 'changed', 'expired', 'deleted'] as const;
const ENDPOINTS = ['result', 'info', 'submit', 'hook-submit'] as const;
const VALID = {
  full_name_first_name: 'Karla',
  full_name_last_name: 'Brandt',
  date_of_birth: '1979-12-31',
  home_address_country: 'DEU',
};

async function bring(visitor: Visitor, form: string, state: (typeof STATES)[number]): Promise<string> {
  const slug = await visitor.create({ form });
  if (state === 'expired') await visitor.operate('expire', slug);
  else if (state !== 'open') await visitor.operate('submit', slug);
  if (state === 'changed') await visitor.operate('change', slug);
  if (state === 'deleted') await visitor.operate('delete', slug);
  visitor.mailbox.expect();
  return slug;
}

/** Every endpoint, with every credential, in every state. Each call that may have an effect has an application to itself. */
const byCredential = STATES.flatMap((state) =>
  [CAMERA, PLAIN].map((form): Scene => async (visitor, note) => {
    const flow = form === CAMERA ? 'camera' : 'plain';
    const read = await bring(visitor, form, state);
    for (const endpoint of ENDPOINTS) {
      const reads = endpoint === 'result' || endpoint === 'info';
      for (const [name, credential] of Object.entries(CREDENTIALS)) {
        const slug = reads ? read : await bring(visitor, form, state);
        const answer = await visitor.call(endpoint, { slug, form, credential, ...(!reads && { answers: VALID }) });
        note(`${endpoint}, ${state} ${flow}, ${name}`, [answer, ...(reads ? [] : await visitor.effect(slug))]);
      }
    }
  }),
);

/** Every endpoint under every locale, and an unknown one. */
const byLocale = [...PLATFORM_LOCALES, 'xx'].map((lang): Scene => async (visitor, note) => {
  const slug = await visitor.create();
  const other = await visitor.create();
  const under = `under ${lang}`;
  const anyone = { lang, credential: undefined };
  note(`create, ${under}`, await visitor.call('create', { lang }));
  note(`info without token, open, ${under}`, await visitor.call('info', { slug, ...anyone }));
  note(`submit without a header, ${under}`, await visitor.call('submit', { slug, ...anyone }));
  note(
    `result with a wrong token, ${under}`,
    await visitor.call('result', { slug, lang, credential: 'Bearer nobody' }),
  );
  await visitor.operate('submit', other);
  note(`info without token, submitted, ${under}`, await visitor.call('info', { slug: other, ...anyone }));
  note(`result, submitted, ${under}`, await visitor.call('result', { slug: other, lang }));
  note(`hook-submit, submitted, ${under}`, await visitor.call('hook-submit', { slug: other, lang }));
  note(`GET on submit, ${under}`, await visitor.call('submit', { slug: other, lang, method: 'GET' }));
  await visitor.operate('delete', slug);
  note(`info without token, deleted, read before ${under}`, await visitor.call('info', { slug, ...anyone }));
  await visitor.operate('delete', other);
  note(`result, deleted, read before ${under}`, await visitor.call('result', { slug: other, lang }));
});

export const SCENES_OF_CALLS: readonly Scene[] = [...byCredential, ...byLocale];
