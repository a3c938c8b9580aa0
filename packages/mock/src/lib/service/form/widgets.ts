import { html, raw } from 'hono/html';

import { icons, type View } from './icons.ts';

/** Attributes of an element: one that is undefined or false is left out, one that is true has no value. */
export type Attributes = Readonly<Record<string, string | boolean | undefined>>;

export function attributes(wanted: Attributes): readonly View[] {
  return Object.entries(wanted).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return [value === true ? html` ${raw(name)}` : html` ${raw(name)}="${value}"`];
  });
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly icon?: View;
}

export function errorText(id: string, problem: string | undefined): View {
  return problem === undefined ? html`` : html`<p class="error" id="${id}">${icons.alert}<span>${problem}</span></p>`;
}

export function option(value: string, label: string, chosen: string): View {
  return html`<option${attributes({ value, selected: value === chosen })}>${label}</option>`;
}

/** Draws choices of which one holds. `id` is that of the first. */
export function radios(options: {
  readonly id: string;
  readonly name: string;
  readonly legend: View | string;
  readonly chosen: string;
  readonly choices: readonly Choice[];
  readonly required?: boolean;
  readonly problem?: string | undefined;
  readonly errorId?: string;
  /** One below the other, where labels are long. */
  readonly stacked?: boolean;
}): View {
  const { id, name, legend, chosen, choices, problem, errorId, required = false, stacked = false } = options;
  const wrong = problem !== undefined;
  const group = attributes({
    role: 'radiogroup',
    'aria-required': required ? 'true' : undefined,
    'aria-invalid': wrong ? 'true' : undefined,
    'aria-describedby': wrong ? errorId : undefined,
  });
  return html`<fieldset class="choices" ${group}>
    <legend class="label">${legend}</legend>
    ${errorId === undefined ? '' : errorText(errorId, problem)}
    <div class="${stacked ? 'options stacked' : 'options'}">
      ${choices.map(
        ({ value, label, icon }, index) =>
          html`<label class="option">
        <input${attributes({
          type: 'radio',
          id: index === 0 ? id : `${id}-${index + 1}`,
          name,
          value,
          checked: value === chosen,
        })}>${icon ?? ''}<span>${label}</span>
      </label>`,
      )}
    </div>
  </fieldset>`;
}
