import type { InfoResponse, PlatformLocale } from '@idvkit/schema';

import type { StoredApplication } from '../../state/application.ts';
import type { Form } from '../../state/form.ts';
import { CONSENT_VERSION, valuesOf } from '../submission/service-answers.ts';
import { branding } from './branding.ts';
import { formSchema } from './form-schema.ts';
import { messageTable } from './message-table.ts';

/**
 * Builds the body of an info response: schema, every text in every locale, branding, consent and progress. About 57 kB.
 * @param subject.lang Locale in which the form renders.
 * @see Specification, "3. Get application info"
 */
export function infoDocument(subject: {
  readonly form: Form;
  readonly application: StoredApplication;
  readonly lang: PlatformLocale;
}): InfoResponse {
  const { form, application, lang } = subject;
  return {
    data: {
      id: application.id,
      form: form.slug,
      current_step: application.currentStep,
      is_submitted: application.status === 'complete',
      data: valuesOf(application),
      application: { id: application.recordId, status: application.status },
    },
    schema_config: {
      name: form.name,
      slug: form.slug,
      ...formSchema(form),
      configs: {
        locale: {
          current: lang,
          default_locale: form.defaultLocale,
          available_locales: [...form.availableLocales],
        },
        branding: { name: form.name, ...branding },
        consent: { version: CONSENT_VERSION, text: 'consent.text', checkbox: 'label.consent_checkbox_1' },
      },
    },
    translations: messageTable,
  };
}
