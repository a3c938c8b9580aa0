import { createResponses, infoResponses } from '../responses.ts';
import { defineBreaches, type Breach } from './breach.ts';
import { valueAt, without, withValue, type Path } from './edit.ts';

const detail = (key: string): Path => ['detail', key];
const data = (...path: Path): Path => ['data', ...path];
const locales: Path = ['schema_config', 'configs', 'locale', 'available_locales'];

const inCreated = (variants: Breach['variants'], more: Pick<Breach, 'also'> = {}): Breach => ({
  kind: 'createResponse',
  from: createResponses(),
  variants,
  ...more,
});
const inInfo = (variants: Breach['variants']): Breach => ({ kind: 'infoResponse', from: infoResponses(), variants });

/** Breaches of the rules about the bodies of create and info. */
export const endpointBreaches = defineBreaches({
  'create.body.required-fields': inCreated(
    (body) => [
      without(body, ['form_url']),
      without(body, ['info']),
      without(body, ['detail']),
      without(body, detail('form')),
      without(body, detail('slug')),
    ],
    { also: ['create.info.absolute'] },
  ),
  'create.form-url.uri': inCreated((body) => [
    withValue(body, ['form_url'], new URL(String(valueAt(body, ['form_url']))).pathname),
    withValue(body, ['form_url'], ''),
  ]),
  'create.info.absolute': inCreated((body) => [
    withValue(body, ['info'], new URL(String(valueAt(body, ['info']))).pathname),
    withValue(body, ['info'], String(valueAt(body, ['info'])).replace(/(?<=\/)[^/]+\/info\/$/, 'someoneelse/info/')),
    withValue(body, ['info'], String(valueAt(body, ['info'])).replace(/info\/$/, 'result/')),
  ]),
  'create.detail.submitted-at-null': inCreated((body) => [
    withValue(body, detail('submitted_at'), '2026-01-05T03:00:00+00:00'),
    withValue(body, detail('submitted_at'), ''),
  ]),
  'create.detail.step-section': inCreated((body) => [
    withValue(body, detail('step'), 1),
    withValue(body, detail('section'), ['consent']),
  ]),
  'info.data.id': inInfo((body) => [
    withValue(body, data('id'), String(valueAt(body, data('id')))),
    without(body, data('id')),
  ]),
  'info.data.application-id-differs': inInfo((body) => [
    withValue(body, data('application'), { id: valueAt(body, data('id')) }),
  ]),
  'info.data.current-step': inInfo((body) => [
    without(body, data('current_step')),
    withValue(body, data('current_step'), 2),
  ]),
  'info.data.data': inInfo((body) => [without(body, data('data')), withValue(body, data('data'), [])]),
  'info.locales.listed': inInfo((body) => [
    without(body, locales),
    withValue(body, locales, ['en', 'en-GB']),
    withValue(body, locales, 'en'),
  ]),
});
