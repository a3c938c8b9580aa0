/// <reference lib="dom" />
import { refreshCapture, showCapture, showComparison } from './capture.js';
import { button, byId, complain, copy, make } from './dom.js';
import { createList } from './list.js';
import { createSender } from './send.js';
import { getState } from './server.js';

const POLL_MS = 1_000;
/** Reads the secret without an echo, so that it is in no history. */
const START_LINE = 'read -rs IDV_WEBHOOK_SECRET && export IDV_WEBHOOK_SECRET && idvkit ui';

let version = '';

const sender = createSender();
const list = createList({
  open: async (id, { isChosen }) => {
    sender.choose(id);
    if (isChosen) document.body.classList.add('opened');
    await showCapture(id, { isChosen, sender });
  },
  select: (ids) => sender.select(ids),
  compare: async (before, after) => {
    document.body.classList.add('opened');
    await showComparison(before, after);
  },
});

function close() {
  document.body.classList.remove('opened');
  list.focus();
}
byId('back', HTMLButtonElement).addEventListener('click', close);
const keys = byId('keys', HTMLDialogElement);
byId('help', HTMLButtonElement).addEventListener('click', () => keys.showModal());

document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  if (document.querySelector('dialog[open]') !== null || event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === 'Escape') return close();
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
  if (key === '/') byId('query', HTMLInputElement).focus();
  else if (key === 's') byId('send', HTMLFormElement).requestSubmit();
  else if (key === '?') keys.showModal();
  else return;
  event.preventDefault();
});

/** @param {boolean} canSend */
function explainSending(canSend) {
  const off = byId('off', HTMLElement);
  off.hidden = canSend;
  off.replaceChildren(
    'Sending is off: IDV_WEBHOOK_SECRET is not set. Stop idvkit ui, and start it with ',
    make('code', {}, START_LINE),
    ' ',
    button('Copy', () => copy(START_LINE, 'Line'), { class: 'quiet' }),
  );
}

/** Looks for something new. A page that nobody sees does not ask. */
async function look() {
  if (document.visibilityState === 'hidden') return;
  const state = await getState();
  if (state.version === version) return;
  if (version === '') {
    byId('archive', HTMLElement).textContent = state.archive;
    explainSending(state.canSend);
    sender.enable(state.canSend);
  }
  await list.refresh();
  if (version !== '') await refreshCapture();
  version = state.version;
}

async function follow() {
  let wasLost = false;
  for (;;) {
    try {
      await look();
      if (wasLost) complain(undefined);
      wasLost = false;
    } catch (error) {
      wasLost = true;
      complain(error instanceof TypeError ? new Error('The server does not answer: idvkit ui has ended.') : error);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

follow().catch(complain);
