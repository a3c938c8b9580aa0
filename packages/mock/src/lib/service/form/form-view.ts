import { html } from 'hono/html';

import { isCameraFlow, type Form, type FormField, type FormStep } from '../../state/form.ts';
import type { Messages } from '../info/messages/catalogue.ts';
import { documentScanView, livenessView, screeningView, type FormSubject } from './checks-view.ts';
import { ownText, presetsOf } from './entry.ts';
import { controlId, fieldView, labelOf } from './field-view.ts';
import { icons, type View } from './icons.ts';
import { FORM_ID } from './page.ts';
import { audienceOf, questionsOf } from './questions.ts';

/** Draws the form of an open application: one card for each section, then what is screened, then the button. */
export function formView(subject: FormSubject): View {
  const { form, messages } = subject;
  const { page, simulation } = messages;
  const sections = form.steps.flatMap((step) => step.sections.map((section, index) => ({ step, section, index })));
  return html`<h1>${page.title}</h1>
    <p class="intro">${page.intro}</p>
    <p class="notice phone">${icons.phone}<span>${page.phone}</span></p>
    <div class="notice test">
      ${icons.flask}
      <div>
        ${form.screening || isCameraFlow(form) ? html`<p>${simulation.note}</p>` : ''}
        <p class="presets">
          ${presetsOf(form).map(
            (preset) =>
              html`<button class="preset" type="submit" form="${FORM_ID}" name="action" value="as-${preset}">
                ${simulation[preset]}
              </button>`,
          )}
        </p>
        <button class="quiet" type="submit" form="${FORM_ID}" name="action" value="fill">${simulation.fill}</button>
      </div>
    </div>
    ${problemList(subject)}
    <form id="${FORM_ID}" method="post" novalidate>
      <p class="hint">${page.required}</p>
      ${sections.map(({ step, section, index }, order) =>
        sectionView(subject, { step, section, first: index === 0, number: order + 1 }),
      )}
      ${form.screening ? screeningView(subject) : ''}
      <button class="primary" type="submit" name="action" value="submit">${page.submit}</button>
    </form>`;
}

function sectionView(
  subject: FormSubject,
  at: { readonly step: FormStep; readonly section: string; readonly first: boolean; readonly number: number },
): View {
  const { form, messages } = subject;
  const { step, section, first, number } = at;
  const heading = `s-${number}`;
  const questions = questionsOf(form).filter((field) => field.section === section);
  const consents = questions.some(({ key }) => key === 'consent_checkbox_1');
  const hint = step.kind === 'questions' ? ownText(messages.section, `${section}_hint`) : undefined;
  return html`<section class="card" aria-labelledby="${heading}">
    <h2 id="${heading}">
      <span class="number" aria-hidden="true">${number}</span>${ownText(messages.section, section) ?? section}
    </h2>
    ${hint === undefined ? '' : html`<p class="hint">${hint}</p>`}
    ${
      consents
        ? html`<p>${messages.consent.text}</p>
            <p>${messages.consent.rights}</p>`
        : ''
    }
    ${first && step.kind === 'document-scan' ? documentScanView(subject) : ''}
    ${first && step.kind === 'liveness' ? livenessView(subject) : ''}
    ${questions.map((field) => questionView(subject, field))}
  </section>`;
}

function questionView({ form, entry, problems, lang, messages }: FormSubject, field: FormField): View {
  return fieldView({
    field,
    audience: audienceOf(form, field),
    text: ownText(entry.texts, field.key) ?? '',
    problem: ownText(problems, field.key),
    lang,
    messages,
  });
}

/** Draws the list of what is wrong. It has the focus when the page opens, and leads to each control. */
function problemList({ form, problems, messages }: FormSubject): View {
  const order = ['score', ...questionsOf(form).map(({ key }) => key)];
  const controls = order.filter((key) => Object.hasOwn(problems, key));
  const others = Object.keys(problems).filter((key) => !order.includes(key));
  if (controls.length + others.length === 0) return html``;
  return html`<div class="problems" role="alert" tabindex="-1" autofocus aria-labelledby="problems">
    <h2 id="problems">${icons.alert}${messages.page.problems}</h2>
    <ul>
      ${controls.map(
        (key) =>
          html`<li>
            <a href="#${controlId(key)}"
              ><strong>${nameOf(form, key, messages)}</strong> <span>${problems[key]}</span></a
            >
          </li>`,
      )}${others.map((key) => html`<li>${problems[key]}</li>`)}
    </ul>
  </div>`;
}

function nameOf(form: Form, key: string, messages: Messages): string {
  if (key === 'score') return messages.simulation.score;
  return labelOf(form.fields.find((field) => field.key === key) ?? { key }, messages);
}
