/// <reference lib="dom" />
/** @import { ImageEntry } from '@idvkit/schema/formats' */
/** @import { CaptureDetail, PastAttempt } from '../capture-detail.ts' */
import { createBytes } from './bytes.js';
import { attempt, byId, harmless, make, sizeText, timeOf, titleOf } from './dom.js';
import { createMasked } from './masked.js';
import { createSendPanel } from './send.js';
import { getCapture, revealHeadPart, revealImage } from './server.js';
import { createValues } from './values.js';

/** @type {{ id: number, past: HTMLElement } | undefined} */
let shown;

/**
 * Shows one capture.
 *
 * @param {number} id @param {{ canSend: boolean, close: () => void }} options
 */
export async function showDetail(id, { canSend, close }) {
  const capture = await getCapture(id);
  const values = createValues(id);
  const past = make('div', {}, pastOf(id, capture.attempts));
  const title = make('h2', { tabindex: '-1' }, titleOf(capture));
  const back = make('button', { type: 'button', id: 'back', class: 'quiet', onclick: close }, 'Back to the list');
  byId('detail', HTMLElement).replaceChildren(
    back,
    title,
    make('h3', {}, 'Send again'),
    createSendPanel([id], canSend),
    make('h3', {}, 'Delivery'),
    envelopeOf(capture),
    make('h3', {}, 'Screening (AML)'),
    make('p', { class: capture.summary.aml?.length ? 'bad' : '' }, screeningText(capture)),
    make('h3', {}, 'Attempts and passing on'),
    past,
    make('h3', {}, 'Images'),
    imagesOf(capture),
    make('h3', {}, 'Request'),
    headersOf(capture),
    make('h3', {}, 'Bytes'),
    createBytes(id, capture.captured.body.bytes),
    // The longest part comes last.
    make('h3', {}, 'Values'),
    capture.body === 'missing' ? make('p', { class: 'bad' }, 'The body is missing from the archive.') : values.element,
  );
  document.body.classList.add('opened');
  shown = { id, past };
  startAtTop(title);
  if (capture.body !== 'missing') await values.load();
}

/**
 * Shows the panel that sends several captures, in the place of one capture.
 *
 * @param {readonly number[]} ids @param {{ canSend: boolean, close: () => void }} options
 */
export function showSending(ids, { canSend, close }) {
  const title = make('h2', { tabindex: '-1' }, `Send ${ids.length} captures`);
  const back = make('button', { type: 'button', id: 'back', class: 'quiet', onclick: close }, 'Back to the list');
  const which = make('p', { class: 'hint' }, ids.map((id) => `#${id}`).join(', '));
  byId('detail', HTMLElement).replaceChildren(back, title, which, createSendPanel(ids, canSend));
  document.body.classList.add('opened');
  shown = undefined;
  startAtTop(title);
}

/** Shows the detail from its beginning. @param {HTMLElement} title */
function startAtTop(title) {
  byId('detail', HTMLElement).scrollTo(0, 0);
  title.focus();
}

/** Reads again what became of the capture that is shown. */
export async function refreshDetail() {
  const before = shown;
  if (before === undefined) return;
  const { attempts } = await getCapture(before.id);
  if (shown === before) before.past.replaceChildren(pastOf(before.id, attempts));
}

/** @param {CaptureDetail} capture */
function envelopeOf({ captured, summary, tags, body }) {
  const state = `${captured.body.complete ? '' : ', cut off'}${body === 'changed' ? ', changed since' : ''}`;
  /** @type {(readonly [string, Node | string | number | null | undefined])[]} */
  const facts = [
    ['Received', timeOf(captured.receivedAt)],
    ['Created', summary.createdAt],
    ['Form', summary.form],
    ['Slug', summary.slug === undefined ? null : `${summary.slug} (fingerprint)`],
    ['Status', summary.status],
    ['eKYC', summary.ekyc],
    ['Submitted', summary.submittedAt],
    ['Bearer', captured.bearer],
    ['Answered', captured.answer ?? 'not'],
    ['Body', `${sizeText(captured.body.bytes)}${state}`],
    ['SHA-256', captured.body.sha256],
    ['Tags', tags.length === 0 ? null : tags.join(', ')],
    ['Came by', captured.source],
  ];
  return make(
    'dl',
    {},
    ...facts.flatMap(([name, value]) =>
      value === null || value === undefined
        ? []
        : [make('dt', {}, name), make('dd', {}, value instanceof Node ? value : harmless(String(value)))],
    ),
  );
}

/** @param {CaptureDetail} capture */
function screeningText({ summary: { aml } }) {
  if (aml === undefined) return 'Not screened.';
  return aml.length === 0 ? 'Screened, nothing found.' : `Found: ${aml.join(', ')}.`;
}

/** @param {CaptureDetail} capture */
function headersOf({ captured: { id, method }, path, headers }) {
  const rows = headers.map(({ name, ...value }, index) =>
    make(
      'tr',
      {},
      make('th', { scope: 'row' }, harmless(name)),
      make('td', {}, createMasked({ name, ...value, reveal: () => revealHeadPart(id, `headers/${index}`) })),
    ),
  );
  return make(
    'div',
    {},
    make(
      'p',
      {},
      `${harmless(method)} `,
      createMasked({ name: 'path', ...path, reveal: () => revealHeadPart(id, 'path') }),
    ),
    make('table', { 'aria-label': 'Headers' }, make('tbody', {}, ...rows)),
  );
}

/** @param {number} id @param {readonly PastAttempt[]} attempts */
function pastOf(id, attempts) {
  if (attempts.length === 0) return make('p', { class: 'hint' }, 'It was neither passed on nor sent.');
  const lines = attempts.map((past, index) =>
    make(
      'li',
      {},
      timeOf(past.at),
      past.kind === 'forwarded' ? ' passed on to ' : ' sent to ',
      createMasked({
        name: `receiver of attempt ${index + 1}`,
        ...past.target,
        reveal: () => revealHeadPart(id, `attempts/${index}`),
      }),
      harmless(`, attempt ${past.number}: ${outcomeText(past)}${past.kind === 'attempt' ? `, run ${past.run}` : ''}`),
    ),
  );
  return make('ol', { 'aria-label': 'Attempts' }, ...lines);
}

/** @param {PastAttempt} attempt */
function outcomeText({ outcome }) {
  if (outcome === 'started') return outcome;
  return 'status' in outcome ? `answered ${outcome.status}` : outcome.failure;
}

/** @param {CaptureDetail} capture */
function imagesOf({ captured: { id }, summary, imagesExpireAt, images }) {
  if (summary.images === 0 && images.length === 0) return make('p', { class: 'hint' }, 'It names none.');
  return make(
    'div',
    {},
    make('p', {}, `${counted(summary.images, 'signed URL')}; `, lifeOf(imagesExpireAt)),
    make('ol', { 'aria-label': 'Images' }, ...images.map((image, index) => imageOf(id, image, index))),
  );
}

/** @param {number} count @param {string} what */
function counted(count, what) {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** How long URLs still work, counted down while it is on the page. @param {string | null} expireAt */
function lifeOf(expireAt) {
  if (expireAt === null) return make('span', {}, 'nobody knows until when they work.');
  const text = make('span', { role: 'timer', 'aria-live': 'off' });
  const tick = () => {
    const left = Math.ceil((Date.parse(expireAt) - Date.now()) / 1_000);
    const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
    text.textContent =
      left > 0 ? `they work for ${clock} more.` : `they stopped working ${new Date(expireAt).toLocaleString()}.`;
    return left > 0;
  };
  if (tick()) {
    const timer = setInterval(() => {
      if (!text.isConnected || !tick()) clearInterval(timer);
    }, 1_000);
  }
  return text;
}

/** @param {number} id @param {ImageEntry} image @param {number} index */
function imageOf(id, { offset, outcome }, index) {
  if ('failure' in outcome) return make('li', {}, harmless(`URL at byte ${offset}, not kept: ${outcome.failure}`));
  const kept = `URL at byte ${offset}, kept: ${outcome.contentType}, ${sizeText(outcome.bytes)} `;
  const item = make('li', {}, harmless(kept));
  const button = make('button', { type: 'button', class: 'masked' }, 'Show image');
  button.addEventListener(
    'click',
    attempt(async () => {
      const address = URL.createObjectURL(await revealImage(id, index));
      button.replaceWith(
        make('img', {
          src: address,
          alt: `Image ${index + 1} of capture ${id}`,
          onload: () => URL.revokeObjectURL(address),
        }),
      );
    }),
  );
  item.append(button);
  return item;
}
