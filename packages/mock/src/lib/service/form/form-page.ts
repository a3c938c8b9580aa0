import { html, servedPage, type Html, type HtmlValue } from '@idvkit/cli-kit/html';
import type { PlatformLocale } from '@idvkit/schema';

import type { Form, FormField } from '../../state/form.ts';
import { branding } from '../info/branding.ts';
import type { Messages } from '../info/messages/catalogue.ts';
import { ANSWER_PREFIX, outcomesOf, questionsOf, type Texts } from './answers.ts';

const { light, dark } = branding.palettes;

const STYLE = `:root { --link: ${light.accent} }
@media (prefers-color-scheme: dark) { :root { --link: ${dark.accent} } }
main { max-width: 34rem; padding-bottom: 3rem }
.name { padding-top: 1.5rem; color: var(--link); font-weight: 650 } h2 { margin-top: 2rem }
.question { margin-top: 1rem } label { font-weight: 600 }
.checkbox { display: flex; flex-flow: row-reverse wrap; justify-content: flex-end; align-items: center; gap: .25rem .75rem } .checkbox .problem { flex-basis: 100% }
.checkbox .control { width: 1.5rem; min-height: 1.5rem }
.control, button { display: block; width: 100%; min-height: 2.75rem; margin-top: .3rem } button { margin-top: .6rem }
[aria-invalid] { border-color: var(--bad) } .problem { color: var(--bad); font-size: .875rem } p + p { margin-top: .6rem }
.notice { margin-top: 1rem; padding: .75rem 1rem; border-radius: 8px } .notice a { display: block; padding: .5rem 0; font-weight: 600 }
@media (max-width: 44rem) { .desktop { display: none } }`;

const ICON = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
  <path d="${branding.logo}" fill="${light.accent}" />
</svg>`;

/** A page behind `form_url`. */
export interface FormPage {
  readonly status: number;
  readonly lang: PlatformLocale;
  readonly name: string;
  readonly title: string;
  readonly content: HtmlValue;
}

export function toPageResponse({ status, lang, name, title, content }: FormPage): Response {
  const { text, headers } = servedPage({
    title: `${title} · ${name}`,
    // `zh-Hans` of `zh-hans`.
    lang: new Intl.Locale(lang).toString(),
    dir: lang === 'ar' ? 'rtl' : 'ltr',
    style: STYLE,
    icon: ICON,
    body: html`<main>
      <p class="name">${name}</p>
      <h1>${title}</h1>
      ${content}
    </main>`,
  });
  return new Response(text, { status, headers });
}

/** Data of the form of an open application. */
export interface FormSubject {
  readonly form: Form;
  readonly texts: Texts;
  /** Problems in the language of the page, by question key. */
  readonly problems: Texts;
  readonly messages: Messages;
}

/** Draws the form of an open application: its questions by section, then a button for each outcome. */
export function formView(subject: FormSubject): Html {
  const { form, problems, messages } = subject;
  const { page, simulation } = messages;
  const outcomes = outcomesOf(form);
  const questions = questionsOf(form);
  return html`<p class="desktop hint">${page.phone}</p>
    ${
      problems.size > 0
        ? html`<div class="notice bad" role="alert">
            <strong>${page.problems}</strong>
            ${[...problems].map(([key, text]) => !questions.some((field) => field.key === key) && html`<p>${text}</p>`)}
          </div>`
        : html`<p class="notice"><a href="?fill#outcome">${simulation.fill}</a></p>`
    }
    <form method="post" novalidate>
      ${form.steps.flatMap(({ sections }) => sections).map((section) => sectionView(subject, section))}
      <div class="notice" id="outcome">
        ${outcomes.length > 0 && html`<p>${simulation.note}</p>`}
        ${outcomes.map((outcome) => html`<button name="outcome" value="${outcome}">${simulation[outcome]}</button>`)}
        ${outcomes.length === 0 && html`<button>${page.submit}</button>`}
      </div>
    </form>`;
}

function sectionView(subject: FormSubject, section: string): Html {
  const { form, messages } = subject;
  const hint = own(messages.section, `${section}_hint`);
  return html`<section>
    <h2>${own(messages.section, section) ?? section}</h2>
    ${hint !== undefined && html`<p class="hint">${hint}</p>`}
    ${section === 'consent' && Object.values(messages.consent).map((text) => html`<p>${text}</p>`)}
    ${questionsOf(form)
      .filter((field) => field.section === section)
      .map((field) => questionView(subject, field))}
  </section>`;
}

function questionView({ texts, problems, messages }: FormSubject, field: FormField): Html {
  const { key, type, required, choices } = field;
  const [text = '', problem] = [texts.get(key), problems.get(key)];
  const attributes = html`id="q-${key}" name="${ANSWER_PREFIX}${key}" class="control"
  autocomplete="off"${[
    required && ' required',
    type === 'country' && html` placeholder="THA"`,
    problem !== undefined && html` autofocus aria-invalid="true" aria-describedby="e-${key}"`,
  ]}`;
  const options = choices?.map((value) => {
    const name = own(messages.choice, value) ?? value;
    return html`<option value="${value}" ${value === text && ' selected'}>${name}</option>`;
  });
  const control =
    type === 'choice'
      ? html`<select ${attributes}>
          <option value="">${messages.page.select}</option>
          ${options}
        </select>`
      : type === 'checkbox'
        ? html`<input type="checkbox" value="true" ${text !== '' && ' checked'} ${attributes} />`
        : html`<input type="${type === 'date' ? 'date' : 'text'}" value="${text}" ${attributes} />`;
  // The platform's label, else the form's.
  const name = own(messages.label, key) ?? field.label ?? key;
  return html`<div class="question ${type}">
    <label for="q-${key}">${name}${required && html`<span aria-hidden="true"> *</span>`}</label>
    ${problem !== undefined && html`<p class="problem" id="e-${key}">${problem}</p>`} ${control}
  </div>`;
}

/** Reads a key that comes from a form: `constructor` is not a message. */
function own(texts: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}
