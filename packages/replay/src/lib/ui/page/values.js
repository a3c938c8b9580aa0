/// <reference lib="dom" />
/** @import { BodyValue } from '../body-values.ts' */
import { attempt, make } from './dom.js';
import { createMasked } from './masked.js';
import { getValues, revealBytes } from './server.js';

/** Bytes of one value that are shown. */
const MAX_BYTES = 16_384;

/**
 * The values of a body, some at a time, those that may be personal masked until they are clicked.
 *
 * @param {number} id
 */
export function createValues(id) {
  const rows = make('tbody');
  const more = make('button', { type: 'button', class: 'quiet', hidden: true }, 'More values');
  const note = make('p', { class: 'hint', role: 'status' });
  const under = make('input', { name: 'under', placeholder: '/answers', autocomplete: 'off', spellcheck: 'false' });
  const keys = make('input', { name: 'keys', type: 'checkbox' });
  let skip = 0;

  const load = async () => {
    note.textContent = 'Reading…';
    const { values, next, problem } = await getValues(id, {
      under: under.value,
      skip,
      keys: keys.checked ? 'shown' : 'masked',
    });
    if (skip === 0) rows.replaceChildren();
    rows.append(...values.map((value) => rowOf(id, value)));
    more.hidden = next === null;
    skip = next ?? 0;
    note.textContent = problem ?? (rows.childElementCount === 0 ? 'There is nothing at this path.' : '');
  };
  const choose = attempt(async () => {
    skip = 0;
    await load();
  });
  more.addEventListener('click', attempt(load));
  keys.addEventListener('change', choose);
  const form = make(
    'form',
    {
      onsubmit: (event) => {
        event.preventDefault();
        choose();
      },
    },
    make('label', { class: 'wide' }, 'Only at this path and below', under),
    make('label', { class: 'check' }, keys, 'Show keys that may be names of people'),
    make('p', { class: 'buttons' }, make('button', { class: 'quiet' }, 'Show')),
  );
  const head = make('tr', {}, make('th', { scope: 'col' }, 'Path'), make('th', { scope: 'col' }, 'Value'));
  const table = make('table', { 'aria-label': 'Values of the body' }, make('thead', {}, head), rows);
  return { element: make('div', {}, form, table, note, make('p', { class: 'buttons' }, more)), load };
}

/** @param {number} id @param {BodyValue} value */
function rowOf(id, { pointer, text, masked, start, end }) {
  const reveal = async () => {
    const bytes = await revealBytes(id, 'content', start, Math.min(end, start + MAX_BYTES));
    const rest = end - start > MAX_BYTES ? ` … ${end - start - MAX_BYTES} bytes more` : '';
    return new TextDecoder().decode(bytes) + rest;
  };
  const cell = make('td', {}, createMasked({ name: pointer, text, masked, reveal }));
  return make('tr', {}, make('th', { scope: 'row' }, pointer), cell);
}
