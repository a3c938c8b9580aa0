import { isPlatformLocale } from '@idvkit/schema';

import { localeOf } from '../../state/form.ts';
import { infoDocument } from '../info/info-document.ts';
import type { EndpointRules } from './endpoint.ts';
import { JSON_HEADERS } from './refusal-draft.ts';

/** @see Specification, "3. Get application info" */
export const infoEndpoint: EndpointRules = {
  method: 'GET',
  names: 'application',
  decide: ({ call, form, application: found }) => ({
    refusals: [],
    condition: 'info',
    commands: [],
    draft: ({ application = found }) => {
      const lang = localeOf(form, isPlatformLocale(call.lang) ? call.lang : form.defaultLocale);
      return { status: 200, headers: JSON_HEADERS, body: infoDocument({ form, application, lang }) };
    },
  }),
};
