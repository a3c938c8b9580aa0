/// <reference lib="dom" />
import { attempt, harmless, make, say } from './dom.js';

/**
 * A value that is masked until it is clicked, and can be hidden again.
 *
 * @param {{ name: string, text: string, masked: boolean, reveal: () => Promise<string> }} value Its name for those who do not see
 *   it, and what is shown before.
 */
export function createMasked({ name, text, masked, reveal }) {
  const place = make('span');
  if (!masked) {
    place.append(make('code', {}, harmless(text)));
    return place;
  }
  const hide = () => {
    const button = make(
      'button',
      { type: 'button', class: 'masked', 'aria-label': `Reveal ${name}`, onclick: show },
      harmless(text),
    );
    place.replaceChildren(button);
    return button;
  };
  const show = attempt(async () => {
    const value = await reveal();
    const again = make(
      'button',
      { type: 'button', class: 'masked', 'aria-label': `Hide ${name}`, onclick: () => hide().focus() },
      'hide',
    );
    place.replaceChildren(make('code', {}, harmless(value)), ' ', again);
    again.focus();
    say(`${name} is shown`);
  });
  hide();
  return place;
}
