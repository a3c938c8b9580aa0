import type { PlatformLocale } from '@idvkit/schema';
import { html } from 'hono/html';

import type { FormField } from '../../state/form.ts';
import type { Messages } from '../info/messages/catalogue.ts';
import { countriesIn } from './countries.ts';
import { ANSWER_PREFIX, ownText } from './entry.ts';
import type { View } from './icons.ts';
import type { Audience } from './questions.ts';
import { attributes, type Attributes, errorText, option, radios } from './widgets.ts';

export interface Question {
  readonly field: FormField;
  readonly audience: Audience;
  readonly text: string;
  readonly problem: string | undefined;
  readonly lang: PlatformLocale;
  readonly messages: Messages;
}

/** More choices than this are a list that opens. */
const MAX_RADIOS = 3;

/** What browsers may fill in by themselves. */
const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  name_prefix: 'honorific-prefix',
  full_name_first_name: 'given-name',
  full_name_last_name: 'family-name',
  date_of_birth: 'bday',
  home_address_address: 'street-address',
  home_address_province: 'address-level1',
  home_address_zipcode: 'postal-code',
  home_address_address_1_common: 'address-line1',
  home_address_address_2_common: 'address-line2',
  home_address_city_common: 'address-level2',
  home_address_postal_code_common: 'postal-code',
};

/** Text of a label: the platform's, or the form's own where the platform has none. */
export function labelOf({ key, label }: Pick<FormField, 'key' | 'label'>, { label: labels }: Messages): string {
  return ownText(labels, key) ?? label ?? key;
}

/** Text of a choice: the platform's, or the value itself. */
export function choiceLabel(value: string, { choice }: Messages): string {
  return ownText(choice, value) ?? value;
}

export function controlId(key: string): string {
  return `q-${key}`;
}

export function fieldView(question: Question): View {
  const { field, audience } = question;
  const own = { 'data-audience': audience, 'data-document': field.document };
  const attached = attributes(own);
  if (field.type === 'checkbox') return html`<div class="field" ${attached}>${checkbox(question)}</div>`;
  if (field.type === 'choice' && (field.choices?.length ?? 0) <= MAX_RADIOS) {
    return html`<div class="field" ${attached}>${choices(question)}</div>`;
  }
  return html`<div class="field" ${attached}>
    <label class="label" for="${controlId(field.key)}">${labelOf(field, question.messages)}${mark(field)}</label>
    ${errorText(errorId(field), question.problem)}${control(question)}
  </div>`;
}

/** The star of a question that needs an answer. Assistive technology learns it from `required`. */
function mark({ required }: FormField): View {
  return required ? html`<span class="mark" aria-hidden="true"> *</span>` : html``;
}

function errorId({ key }: FormField): string {
  return `e-${key}`;
}

function common({ field, problem }: Question): Attributes {
  return {
    id: controlId(field.key),
    name: `${ANSWER_PREFIX}${field.key}`,
    required: field.required,
    autocomplete: ownText(AUTOCOMPLETE, field.key) ?? 'off',
    'aria-invalid': problem === undefined ? undefined : 'true',
    'aria-describedby': problem === undefined ? undefined : errorId(field),
  };
}

function control(question: Question): View {
  const { field, text, lang, messages } = question;
  const shared = common(question);
  switch (field.type) {
    case 'country': {
      const listed = countriesIn(lang).map(({ code, name }) => option(code, name, text));
      return list(question, listed);
    }
    case 'choice': {
      const listed = (field.choices ?? []).map((value) => option(value, choiceLabel(value, messages), text));
      return list(question, listed);
    }
    case 'date':
      return html`<input class="input" ${attributes({ ...shared, type: 'date', value: text })} />`;
    case 'number':
      return html`<input
        class="input"
        ${attributes({ ...shared, type: 'text', inputmode: 'decimal', value: text })}
      />`;
    case 'checkbox':
    case 'text':
      break;
  }
  const digits = field.checksum === 'national-id' || field.pattern?.startsWith(String.raw`\d`) === true;
  const typed = { type: 'text', inputmode: digits ? 'numeric' : undefined, dir: digits ? 'ltr' : 'auto' };
  return html`<input class="input" ${attributes({ ...shared, ...typed, value: text })} />`;
}

function list(question: Question, options: readonly View[]): View {
  const { text, messages } = question;
  const none = attributes({ value: '', selected: text === '' });
  return html`<span class="select"><select class="input"${attributes(common(question))}>
    <option${none}>${messages.page.select}</option>${options}
  </select></span>`;
}

function choices(question: Question): View {
  const { field, text, problem, messages } = question;
  const values = field.choices ?? [];
  return radios({
    id: controlId(field.key),
    name: `${ANSWER_PREFIX}${field.key}`,
    legend: html`${labelOf(field, messages)}${mark(field)}`,
    required: field.required,
    chosen: text,
    problem,
    errorId: errorId(field),
    choices: values.map((value) => ({ value, label: choiceLabel(value, messages) })),
  });
}

function checkbox(question: Question): View {
  const { field, text, problem, messages } = question;
  const own = { ...common(question), type: 'checkbox', value: 'true', checked: text !== '', autocomplete: undefined };
  return html`${errorText(errorId(field), problem)}
    <label class="option">
      <input${attributes(own)}><span>${labelOf(field, messages)}${mark(field)}</span>
    </label>`;
}
