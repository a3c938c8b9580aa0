import { readAt } from '@idvkit/json';

import { on, defineBreaches, gone, inBody, missing, values } from './breach.ts';
import { list, text, withoutOrigin } from './change.ts';

const LOCALES = 'schema_config.configs.locale.available_locales';

/** Breaches of the rules about the bodies of create and info. */
export const endpointBreaches = defineBreaches({
  'create.body.required-fields': inBody(
    'createResponse',
    on('form_url', { title: 'leaves out form_url', change: gone }),
    on('info', { variant: 'no-info', title: 'leaves out info', change: gone }),
    missing('detail', 'detail.form', 'detail.slug'),
  ),
  'create.form-url.uri': inBody(
    'createResponse',
    on(
      'form_url',
      { title: 'gives the path of the form alone', change: withoutOrigin },
      {
        variant: 'no-scheme',
        title: 'gives the link without its scheme',
        change: text((url) => url.replace(/^https?:/, '')),
      },
      ...values(''),
    ),
  ),
  'create.info.absolute': inBody(
    'createResponse',
    on(
      'info',
      { title: 'gives the path of the info endpoint alone', change: withoutOrigin },
      { change: text((url) => url.replace(/(?<=\/)[^/]+\/info\/$/, 'someoneelse/info/')) },
      { change: text((url) => url.replace(/info\/$/, 'result/')) },
    ),
  ),
  'create.detail.submitted-at-null': inBody(
    'createResponse',
    on(
      'detail.submitted_at',
      {
        title: 'gives the time of creation as submitted_at',
        adds: true,
        change: () => '2026-01-05T03:00:00+00:00',
      },
      { variant: 'empty', title: 'gives an empty text as submitted_at', adds: true, change: () => '' },
    ),
  ),
  'create.detail.step-section': inBody(
    'createResponse',
    on('detail.step', { title: 'counts steps instead of naming them', adds: true, change: () => 1 }),
    on(
      'detail.section',
      { variant: 'section', title: 'gives null as the section', adds: true, change: () => null },
      ...values(['consent']),
    ),
  ),
  'info.data.id': inBody('infoResponse', on('data.id', { change: String }, { change: gone })),
  'info.data.application-id-differs': inBody(
    'infoResponse',
    on('data.application', {
      title: 'gives the same number as both ids',
      adds: true,
      change: (application, body) => ({ ...Object(application), id: readAt(body, 'data.id') }),
    }),
  ),
  'info.data.current-step': inBody(
    'infoResponse',
    on('data.current_step', { title: 'counts steps instead of naming them', change: () => 2 }, { change: gone }),
  ),
  'info.data.data': inBody(
    'infoResponse',
    on(
      'data.data',
      {
        title: 'lists persisted answers instead of keying them',
        change: (answers) => Object.values(Object(answers)),
      },
      { change: gone },
    ),
  ),
  'info.locales.listed': inBody(
    'infoResponse',
    on(
      LOCALES,
      {
        title: 'lists a locale that the platform does not have',
        change: list((locales) => [...locales, 'pt-br']),
      },
      {
        variant: 'upper-case',
        title: 'lists locales in upper case',
        change: list((locales) => locales.map((locale) => String(locale).toUpperCase())),
      },
      { change: gone },
      ...values('en'),
    ),
  ),
});
