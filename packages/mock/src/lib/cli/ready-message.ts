import type { Paint } from '@idvkit/cli-kit';

import { isCameraFlow, type Form } from '../state/form.ts';

export interface Ready {
  readonly url: string;
  readonly portalUrl: string;
  /** The token, where it is the well-known one; a token of the user's own is not repeated. */
  readonly token: string | undefined;
  readonly forms: readonly Form[];
  readonly webhooks: number;
  readonly faults: readonly string[];
  readonly seed: number;
  /** Form of a first application, to open in a browser. */
  readonly formUrl?: string | undefined;
}

export function readyMessage(ready: Ready, paint: Paint): string {
  const label = (text: string): string => paint('dim', text.padEnd(12));
  const indent = ' '.repeat(14);
  return [
    paint('bold', `idvkit mock is ready on ${ready.url}`),
    '',
    `  ${label('base URL')}${ready.url}`,
    `  ${label('API token')}${ready.token ?? 'as you set it (IDV_API_TOKEN)'}`,
    ...ready.forms.map(
      (form, index) =>
        `  ${label(index === 0 ? 'form slugs' : '')}${form.slug}, ${isCameraFlow(form) ? 'the applicant submits it' : 'submitted over the API'}`,
    ),
    ...webhookAdvice(ready).map((line, index) => `  ${label(index === 0 ? 'webhooks' : '')}${line}`),
    `  ${label('portal')}${ready.portalUrl}`,
    `  ${label('')}${ready.portalUrl}openapi.json says what it can do`,
    ...(ready.formUrl === undefined ? [] : [`  ${label('try it')}${ready.formUrl}`]),
    ...ready.faults.map((id, index) => `  ${label(index === 0 ? 'faults on' : '')}${id}`),
    `  ${label('seed')}${ready.seed}`,
    '',
    `${indent}Ctrl-C ends it.`,
    '',
  ].join('\n');
}

function webhookAdvice({ webhooks, portalUrl }: Ready): readonly string[] {
  if (webhooks > 0) return [`${webhooks} added`];
  return ['none yet: give --webhook URL with IDV_WEBHOOK_SECRET,', `or POST ${portalUrl}webhooks`];
}

export function readyDocument({ forms, ...ready }: Ready): string {
  const shown = forms.map((form) => ({ slug: form.slug, camera: isCameraFlow(form) }));
  return `${JSON.stringify({ format: 'idvkit.mock-ready', version: 1, ...ready, tokenEnv: 'IDV_API_TOKEN', forms: shown })}\n`;
}
