/// <reference lib="dom" />
import { button, harmless, make, say } from './dom.js';

/**
 * A value that is masked until it is clicked, and can be hidden again.
 *
 * @param {{ name: string, text: string, masked: boolean, reveal: () => Promise<string> }} value Its name for screen readers, and what is
 *   shown before.
 */
export function createMasked({ name, text, masked, reveal }) {
  const element = make('span', { class: 'value' });
  /** @param {string} value */
  const show = (value) => {
    const hides = button('hide', () => hide().focus(), { class: 'masked', 'aria-label': `Hide ${name}` });
    element.replaceChildren(make('code', {}, harmless(value)), ' ', hides);
    return hides;
  };
  const hide = () => {
    const reveals = button(
      harmless(text),
      async () => {
        show(await reveal()).focus();
        say(`${name} is shown`);
      },
      { class: 'masked', 'aria-label': `Reveal ${name}: ${harmless(text)}` },
    );
    element.replaceChildren(reveals);
    return reveals;
  };
  if (masked) hide();
  else element.append(make('code', {}, harmless(text)));
  return { element, show };
}
