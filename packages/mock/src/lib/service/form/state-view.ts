import { html } from 'hono/html';

import type { Messages } from '../info/messages/catalogue.ts';
import { icons, type View } from './icons.ts';

export type PageState = 'done' | 'submitted' | 'expired' | 'missing' | 'refused';

const stateIcons: Readonly<Record<PageState, View>> = {
  done: icons.check,
  submitted: icons.check,
  expired: icons.clock,
  missing: icons.search,
  refused: icons.alert,
};

export function stateView(state: PageState, messages: Messages): View {
  const { title, text } = messages[state];
  return html`<div class="state ${state}">
    <span class="seal">${stateIcons[state]}</span>
    <h1>${title}</h1>
    <p>${text}</p>
  </div>`;
}
