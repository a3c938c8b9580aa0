import fc from 'fast-check';

import type { CreateResponse } from '../endpoints/create.ts';
import type { InfoResponse } from '../endpoints/info.ts';
import { PLATFORM_LOCALES, type PlatformLocale } from '../locale/platform-locales.ts';
import { answerInputs } from './requests.ts';
import { subjectsAbout, type About } from './subject.ts';

const steps = fc.constantFrom('consent', 'document', 'liveness', 'details');

/** Answers to create calls. `lang` is the locale that the call was made in. */
export function createResponses({
  about,
  lang: called,
}: { readonly about?: About; readonly lang?: PlatformLocale } = {}): fc.Arbitrary<CreateResponse> {
  const optional = fc.record(
    { step: steps, section: fc.string({ maxLength: 12 }), submitted_at: fc.constant(null) },
    { requiredKeys: [] },
  );
  return fc
    .tuple(subjectsAbout(about), fc.constantFrom(...(called === undefined ? PLATFORM_LOCALES : [called])), optional)
    .map(([{ origin, form, slug }, lang, more]): CreateResponse => ({
      form_url: `${origin}/${lang}/forms/${form}/${slug}/`,
      info: `${origin}/${lang}/api/forms/${form}/applied-forms/${slug}/info/`,
      detail: { form, slug, ...more },
    }));
}

/** Answers to info calls: the fields that are shown, and a few of the many others. */
export function infoResponses(): fc.Arbitrary<InfoResponse> {
  return fc
    .record({
      id: fc.integer({ min: 1, max: 99_999_999 }),
      step: steps,
      isSubmitted: fc.boolean(),
      answers: answerInputs(),
      hasApplication: fc.boolean(),
      locales: fc.subarray([...PLATFORM_LOCALES], { minLength: 1 }),
      branding: fc.string({ maxLength: 8 }),
    })
    .map(({ id, step, isSubmitted, answers, hasApplication, locales, branding }): InfoResponse => ({
      data: {
        id,
        current_step: step,
        is_submitted: isSubmitted,
        data: answers,
        ...(hasApplication && { application: { id: id + 1 } }),
      },
      schema_config: { configs: { locale: { available_locales: locales, default_locale: locales[0] } } },
      branding: { title: branding },
    }));
}
