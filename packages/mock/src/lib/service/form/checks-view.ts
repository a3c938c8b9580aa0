import type { PlatformLocale } from '@idvkit/schema';
import { html } from 'hono/html';

import type { StoredApplication } from '../../state/application.ts';
import { cameraCaptures, type Form } from '../../state/form.ts';
import { amlOutcome } from '../../state/submission.ts';
import type { Messages } from '../info/messages/catalogue.ts';
import { countryName } from './countries.ts';
import { MAX_RETRIES, type Entry } from './entry.ts';
import { choiceLabel, controlId, labelOf } from './field-view.ts';
import { documentScene, faceScene, icons, type View } from './icons.ts';
import { SCORE, type Problems } from './problems.ts';
import { checksLiveness, scansDocument } from './questions.ts';
import { attributes, errorText, option, radios } from './widgets.ts';

/** What the form of an open application is drawn from. */
export interface FormSubject {
  readonly form: Form;
  readonly application: StoredApplication;
  readonly entry: Entry;
  readonly problems: Problems;
  readonly lang: PlatformLocale;
  readonly messages: Messages;
}

/** Draws the step that scans a document. */
export function documentScanView(subject: FormSubject): View {
  const { entry, messages } = subject;
  const { section, label, simulation } = messages;
  const documents = ['front_card', 'passport'] as const;
  return html`<p class="hint">${section.document_hint}</p>
    ${documentScene}
    ${radios({
      id: 'document',
      name: 'document',
      legend: label.ekyc_document_type,
      chosen: entry.document,
      choices: documents.map((value) => ({ value, label: choiceLabel(value, messages), icon: icons[value] })),
      stacked: true,
    })}
    ${scannedView(subject)}
    ${simulated(
      html`${outcome('documentScan', simulation.document_scan, subject)} ${retriesView(subject, 'ekyc_document')}`,
    )}`;
}

/** Draws the step that watches the face. */
export function livenessView(subject: FormSubject): View {
  const { messages } = subject;
  return html`<p class="hint">${messages.section.liveness_hint}</p>
    ${faceScene}
    ${simulated(
      html`${outcome('liveness', messages.simulation.liveness, subject)}
      ${retriesView(subject, 'ekyc_liveness')}${scoreView(subject)}`,
    )}`;
}

/** Draws what the screening finds, which no step of the flow shows. */
export function screeningView({ entry, messages }: FormSubject): View {
  return simulated(
    radios({
      id: 'aml',
      name: 'aml',
      legend: messages.simulation.screening,
      chosen: entry.aml,
      choices: amlOutcome.options.map((value) => ({ value, label: messages.simulation[value] })),
      stacked: true,
    }),
  );
}

/** Sets what only a mock asks apart from what the service asks. */
function simulated(content: View): View {
  return html`<div class="simulation">${content}</div>`;
}

function outcome(name: 'documentScan' | 'liveness', legend: string, { entry, messages }: FormSubject): View {
  const choices = (['success', 'fail'] as const).map((value) => ({ value, label: messages.simulation[value] }));
  return radios({ id: name, name, legend, chosen: entry[name], choices });
}

/** Failed attempts are the same for both captures, so the first of them asks. */
function retriesView({ form, entry, messages }: FormSubject, capture: 'ekyc_document' | 'ekyc_liveness'): View {
  if (cameraCaptures(form)[0] !== capture) return html``;
  const numbers = Array.from({ length: MAX_RETRIES + 1 }, (_, number) => String(number));
  return html`<div class="field">
    <label class="label" for="retries">${messages.simulation.retries}</label>
    <span class="select"
      ><select class="input" id="retries" name="retries">
        ${numbers.map((number) => option(number, number, entry.retries))}
      </select></span
    >
  </div>`;
}

function scoreView({ form, entry, problems, messages }: FormSubject): View {
  if (!scansDocument(form) || !checksLiveness(form)) return html``;
  const { simulation } = messages;
  const problem = problems[SCORE];
  const input = attributes({
    id: controlId(SCORE),
    name: 'score',
    type: 'text',
    inputmode: 'decimal',
    autocomplete: 'off',
    dir: 'ltr',
    value: entry.score,
    'aria-invalid': problem === undefined ? undefined : 'true',
    'aria-describedby': problem === undefined ? 'h-score' : 'h-score e-score',
  });
  return html`<div class="field">
    <label class="label" for="${controlId(SCORE)}">${simulation.score}</label>
    <p class="hint" id="h-score">${simulation.score_hint}</p>
    ${errorText('e-score', problem)}<input class="input" ${input} />
  </div>`;
}

/** What is known from the document already: shown, not to be changed. */
function scannedView({ form, application: { answers }, messages, lang }: FormSubject): View {
  const known = form.fields.filter(({ key, source }) => source === 'document' && Object.hasOwn(answers, key));
  if (known.length === 0) return html``;
  const shown = (type: string, text: string): string => (type === 'country' ? countryName(text, lang) : text);
  return html`<div class="scanned">
    <h3 class="label">${messages.page.scanned}</h3>
    <dl>
      ${known.map(
        (field) =>
          html`<div>
            <dt>${labelOf(field, messages)}</dt>
            <dd dir="auto">${shown(field.type, String(answers[field.key]?.value ?? ''))}</dd>
          </div>`,
      )}
    </dl>
  </div>`;
}
