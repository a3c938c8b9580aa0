/// <reference lib="dom" />
import { refreshDetail, showDetail, showSending } from './detail.js';
import { byId, complain, say } from './dom.js';
import { createList } from './list.js';
import { getState } from './server.js';

const POLL_MS = 1_000;

let canSend = false;
let version = '';
let opened = false;

const close = () => {
  document.body.classList.remove('opened');
  list.focus();
};
const list = createList({
  open: async (id) => {
    await showDetail(id, { canSend, close });
    opened = true;
  },
  send: (ids) => {
    showSending(ids, { canSend, close });
    opened = true;
  },
});

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && opened) close();
});

/** Looks whether there is anything new. A page that nobody sees does not ask. */
async function look() {
  if (document.visibilityState === 'hidden') return;
  const state = await getState();
  if (state.version === version) return;
  canSend = state.canSend;
  byId('archive', HTMLElement).textContent = state.archive;
  await list.refresh();
  if (version !== '') await refreshDetail();
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
      complain(error instanceof TypeError ? 'The server does not answer: idv-replay ui has ended.' : error);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

say('');
follow().catch(complain);
