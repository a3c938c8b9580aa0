import { readAt } from '@idvkit/json';

import { defineBreaches, gone, inBody, missing, values } from './breach.ts';
import { asText, list, text, withoutOrigin } from './change.ts';

const LOCALES = 'schema_config.configs.locale.available_locales';

const onCreated = inBody('createResponse');
const onInfo = inBody('infoResponse');

/** Breaches of the rules about the bodies of create and info. */
export const endpointBreaches = defineBreaches({
  'create.body.required-fields': [
    ...onCreated('form_url', { title: 'leaves out form_url', change: gone }),
    ...onCreated('info', { variant: 'no-info', title: 'leaves out info', change: gone }),
    ...missing(onCreated, 'detail', 'detail.form', 'detail.slug'),
  ],
  'create.form-url.uri': onCreated(
    'form_url',
    { title: 'gives only the path of the form', change: withoutOrigin },
    {
      variant: 'no-scheme',
      title: 'gives the link without its scheme',
      change: text((url) => url.replace(/^https?:/, '')),
    },
    ...values(''),
  ),
  'create.info.absolute': onCreated(
    'info',
    { title: 'gives only the path of the info endpoint', change: withoutOrigin },
    { change: text((url) => url.replace(/(?<=\/)[^/]+\/info\/$/, 'someoneelse/info/')) },
    { change: text((url) => url.replace(/info\/$/, 'result/')) },
  ),
  'create.detail.submitted-at-null': onCreated(
    'detail.submitted_at',
    { title: 'gives the time of creation as submitted_at', adds: true, change: () => '2026-01-05T03:00:00+00:00' },
    { variant: 'empty', title: 'gives an empty text as submitted_at', adds: true, change: () => '' },
  ),
  'create.detail.step-section': [
    ...onCreated('detail.step', { title: 'counts steps instead of naming them', adds: true, change: () => 1 }),
    ...onCreated(
      'detail.section',
      { variant: 'section', title: 'gives null as the section', adds: true, change: () => null },
      ...values(['consent']),
    ),
  ],
  'info.data.id': onInfo('data.id', { change: asText }, { change: gone }),
  'info.data.application-id-differs': onInfo('data.application', {
    title: 'gives the same number as both ids',
    adds: true,
    change: (application, body) => ({ ...Object(application), id: readAt(body, 'data.id') }),
  }),
  'info.data.current-step': onInfo(
    'data.current_step',
    { title: 'leaves out the current step', change: gone },
    ...values(null),
  ),
  'info.data.data': onInfo('data.data', { title: 'leaves out the persisted answers', change: gone }, ...values(null)),
  'info.locales.listed': onInfo(
    LOCALES,
    { title: 'lists a locale that the platform does not have', change: list((locales) => [...locales, 'pt-br']) },
    {
      variant: 'upper-case',
      title: 'lists locales in upper case',
      change: list((locales) => locales.map(text((locale) => locale.toUpperCase()))),
    },
    { change: gone },
    ...values('en'),
  ),
});
