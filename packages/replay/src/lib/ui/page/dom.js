/// <reference lib="dom" />
/** @import { CaptureEntry } from '@idvkit/archive' */

/**
 * Makes an element. Texts become text, never markup.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | boolean | ((event: Event) => void)>} attributes `on…` are listeners; false leaves one out.
 * @param {...(Node | string)} children
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

/**
 * The element of that id, of a kind.
 *
 * @template {HTMLElement} Kind
 * @param {string} id @param {new () => Kind} kind @returns {Kind}
 */
export function byId(id, kind) {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new TypeError(`The page has no ${kind.name} "${id}"`);
}

/** Tells screen readers, and whoever looks at the header. @param {string} text */
export function say(text) {
  byId('status', HTMLElement).textContent = text;
}

/** Says what went wrong, until `undefined` takes it back. @param {unknown} error */
export function complain(error) {
  const problem = byId('problem', HTMLElement);
  problem.hidden = error === undefined;
  problem.textContent = error === undefined ? '' : messageOf(error);
}

/** Returns the message that people see for a failure. @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : 'Something went wrong.';
}

/** Runs what a button began, and says what went wrong with it. @param {() => Promise<void>} act */
export function attempt(act) {
  return () => {
    act().catch(complain);
  };
}

/** Returns the title of a capture. @param {CaptureEntry} capture */
export function titleOf({ captured, summary }) {
  return `#${captured.id} ${summary.type ?? (summary.json ? 'no type' : 'no JSON')}`;
}

/** @param {number} bytes */
export function sizeText(bytes) {
  if (bytes < 10_000) return `${bytes.toLocaleString('en')} bytes`;
  const [unit, size] = bytes < 1e6 ? ['kB', 1e3] : bytes < 1e9 ? ['MB', 1e6] : ['GB', 1e9];
  return `${(bytes / size).toFixed(1)} ${unit}`;
}

/** A time as people read it, in their own zone. @param {string} iso */
export function timeOf(iso) {
  const date = new Date(iso);
  const text = Number.isNaN(date.getTime()) ? iso : date.toLocaleString();
  return make('time', { datetime: iso, title: iso }, text);
}

/** Characters that could rewrite what is on a screen, as escapes; line breaks and tabs stay. @param {string} text */
export function harmless(text) {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, (character) =>
    '\n\t'.includes(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
