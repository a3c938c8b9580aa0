import type { HostedForm, ImageRenderer, InfoBuilder } from './hosted-form.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

export const standInInfo: InfoBuilder = ({ form, application }) => ({
  data: {
    id: application.id,
    current_step: application.currentStep,
    is_submitted: application.status === 'complete',
    data: Object.fromEntries(Object.entries(application.answers).map(([key, { value }]) => [key, value])),
    application: { id: application.recordId },
  },
  schema_config: { configs: { locale: { available_locales: [...form.availableLocales] } } },
  padding: 'x'.repeat(56_000),
});

export const standInImage: ImageRenderer = ({ kind }) => ({
  contentType: 'image/svg+xml',
  bytes: text(`<svg xmlns="http://www.w3.org/2000/svg"><title>${kind}</title></svg>`),
});

export const standInForm: HostedForm = () =>
  new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
