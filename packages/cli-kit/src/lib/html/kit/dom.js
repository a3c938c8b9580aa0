/// <reference lib="dom" />

/** @typedef {(event: Event) => void} Listener */
/** @typedef {Node | string} Child */

/**
 * Makes an element. Texts become text, never markup.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | boolean | Listener>} attributes `on…` are listeners; false leaves one out.
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children);
  return element;
}

/** Makes a button that does something. Its failures are shown. @param {string} text @param {() => unknown} act @param {Record<string, string | boolean>} attributes */
export function button(text, act, attributes = {}) {
  return make('button', { type: 'button', ...attributes, onclick: attempt(act) }, text);
}

/** Makes a short label with a tone. @param {string} text @param {'good' | 'bad' | 'warn' | 'plain'} tone */
export function pill(text, tone = 'plain') {
  return make('span', { class: `pill ${tone}` }, text);
}

/**
 * Returns the element of that id, of a kind.
 *
 * @template {HTMLElement} Kind
 * @param {string} id @param {new () => Kind} kind @returns {Kind}
 */
export function byId(id, kind) {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new TypeError(`The page has no ${kind.name} "${id}"`);
}

/** Announces a text to screen readers. @param {string} text */
export function say(text) {
  byId('status', HTMLElement).textContent = text;
}

/** Shows a failure until `undefined` removes it. @param {unknown} error */
export function complain(error) {
  const problem = byId('problem', HTMLElement);
  problem.hidden = error === undefined;
  problem.textContent = error === undefined ? '' : messageOf(error);
}

/** Returns the message that people see for a failure. @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : 'Something went wrong.';
}

/** Returns a listener that acts and shows what failed. @param {() => unknown} act */
export function attempt(act) {
  return () => {
    (async () => {
      await act();
    })().catch(complain);
  };
}

/** Returns what follows calls within a time: only after the last of them. @param {() => void} act @param {number} ms */
export function debounced(act, ms) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };
}

/** Asks before something that cannot be undone, in the dialog `confirm` of the page. @param {string} question @param {string} yes */
export function confirmed(question, yes) {
  const dialog = byId('confirm', HTMLDialogElement);
  /** @param {string} answer */
  const close = (answer) => dialog.close(answer);
  dialog.replaceChildren(
    make('p', {}, question),
    make(
      'p',
      { class: 'buttons' },
      button(yes, () => close('yes')),
      button('Cancel', () => close(''), { class: 'quiet' }),
    ),
  );
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
  });
}

/** Copies a text to the clipboard. @param {string} text @param {string} what */
export async function copy(text, what) {
  await navigator.clipboard.writeText(text);
  say(`${what} copied`);
}

/** @param {number} bytes */
export function sizeText(bytes) {
  if (bytes < 1_000) return `${bytes} B`;
  const [unit, size] = bytes < 1e6 ? ['kB', 1e3] : bytes < 1e9 ? ['MB', 1e6] : ['GB', 1e9];
  return `${(bytes / size).toFixed(1)} ${unit}`;
}

/** @type {readonly (readonly [seconds: number, unit: string])[]} */
const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
];

/** Writes a time as the time that has passed since, and keeps it right. The exact one is its title. @param {string} iso */
export function timeOf(iso) {
  return make('time', { class: 'age', datetime: iso, title: iso }, ageOf(iso));
}

/** @param {string} iso */
function ageOf(iso) {
  const seconds = Math.round((Date.now() - Date.parse(iso)) / 1_000);
  const [size, unit] = UNITS.find(([least]) => Math.abs(seconds) >= least) ?? [1, 's'];
  const count = `${Math.floor(Math.abs(seconds) / size)} ${unit}`;
  if (Number.isNaN(seconds)) return iso;
  return seconds < 0 ? `in ${count}` : `${count} ago`;
}

const AGES_MS = 5_000;
setInterval(() => {
  for (const time of document.querySelectorAll('time.age'))
    time.textContent = ageOf(time.getAttribute('datetime') ?? '');
}, AGES_MS);

/** Writes characters that could rewrite what is on a screen as escapes; line breaks and tabs stay. @param {string} text */
export function harmless(text) {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, (character) =>
    '\n\t'.includes(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
