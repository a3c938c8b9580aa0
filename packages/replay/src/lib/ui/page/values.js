/// <reference lib="dom" />
/** @import { BodyValue } from '../body-values.ts' */
import { attempt, harmless, make, say } from './dom.js';
import { getValues, revealBytes } from './server.js';

/** Bytes of one value that are shown. */
const MOST_BYTES = 16_384;

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
  let skip = 0;

  const load = async () => {
    note.textContent = 'Reading…';
    const { values, next, problem } = await getValues(id, under.value, skip);
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
  const form = make(
    'form',
    {
      onsubmit: (event) => {
        event.preventDefault();
        choose();
      },
    },
    make('label', { class: 'wide' }, 'Only at this path and below', under),
    make('p', { class: 'buttons' }, make('button', { class: 'quiet' }, 'Show')),
  );
  const head = make('tr', {}, make('th', { scope: 'col' }, 'Path'), make('th', { scope: 'col' }, 'Value'));
  const table = make('table', { 'aria-label': 'Values of the body' }, make('thead', {}, head), rows);
  return { element: make('div', {}, form, table, note, make('p', { class: 'buttons' }, more)), load };
}

/** @param {number} id @param {BodyValue} value */
function rowOf(id, { pointer, text, masked, start, end }) {
  const cell = make('td');
  const hide = () => {
    const button = make(
      'button',
      { type: 'button', class: 'masked', 'aria-label': `Reveal ${pointer}`, onclick: reveal },
      text,
    );
    cell.replaceChildren(button);
    return button;
  };
  const reveal = attempt(async () => {
    const bytes = await revealBytes(id, 'content', start, Math.min(end, start + MOST_BYTES));
    const rest = end - start > MOST_BYTES ? ` … ${end - start - MOST_BYTES} bytes more` : '';
    const again = make(
      'button',
      { type: 'button', class: 'masked', 'aria-label': `Hide ${pointer}`, onclick: () => hide().focus() },
      'hide',
    );
    cell.replaceChildren(make('code', {}, harmless(new TextDecoder().decode(bytes)) + rest), ' ', again);
    again.focus();
    say(`${pointer} is shown`);
  });
  if (masked) hide();
  else cell.append(make('code', {}, text));
  return make('tr', {}, make('th', { scope: 'row' }, pointer), cell);
}
