/// <reference lib="dom" />
/** @import { CaptureDetail, PastAttempt } from '../capture-detail.ts' */
/** @import { createSender } from './send.js' */
import { createBytes } from './bytes.js';
import { button, byId, confirmed, copy, harmless, make, sizeText, timeOf } from './dom.js';
import { pillsOf, titleOf } from './list.js';
import { createMasked } from './masked.js';
import { compare, getCapture, revealHeadPart, revealImage } from './server.js';
import { createTree } from './tree.js';

/** @type {number | undefined} */
let shown;

/**
 * Shows one capture.
 *
 * @param {number} id @param {{ isChosen: boolean, sender: ReturnType<typeof createSender> }} options `isChosen` moves the focus there.
 */
export async function showCapture(id, { isChosen, sender }) {
  shown = id;
  byId('detail', HTMLElement).replaceChildren(make('p', { class: 'hint' }, `Loading #${id}…`));
  const capture = await getCapture(id);
  if (shown !== id) return;
  const { captured, body, summary, images } = capture;
  const tree = createTree(id, { onEdit: sender.edit });
  const title = make('h2', { tabindex: '-1' }, titleOf(capture));
  byId('detail', HTMLElement).replaceChildren(
    make(
      'div',
      { class: 'line' },
      title,
      ...pillsOf(capture),
      button('Copy as curl', () => copy(curlOf(capture, sender.target()), 'Command'), { class: 'quiet' }),
    ),
    factsOf(capture),
    tabs([
      [
        'Body',
        body === 'missing' ? make('p', { class: 'bad' }, 'The body is missing from the archive.') : tree.element,
      ],
      ['Request', headersOf(capture)],
      [`Images ${Math.max(summary.images, images.length)}`, imagesOf(capture)],
      ['Bytes', createBytes(id, captured.body.bytes)],
    ]),
  );
  showPast(capture);
  byId('detail', HTMLElement).scrollTo(0, 0);
  if (isChosen) title.focus({ preventScroll: true });
  if (body !== 'missing') await tree.load();
}

/** Shows where the bodies of two captures differ. @param {number} before @param {number} after */
export async function showComparison(before, after) {
  shown = undefined;
  const title = make('h2', { tabindex: '-1' }, `#${before} compared with #${after}`);
  const out = make('div');
  const load = async (isRevealed = false) => {
    const { differences, hasMore } = await compare({ before, after, isRevealed });
    const rows = differences.map(({ pointer, before: one, after: other, isSameValue }) =>
      make(
        'tr',
        {},
        make('th', { scope: 'row' }, harmless(pointer || '(the whole body)'), isSameValue ? ' (the same value)' : ''),
        make('td', {}, ...(one === null ? ['–'] : [make('del', {}, harmless(one))])),
        make('td', {}, ...(other === null ? ['–'] : [make('ins', {}, harmless(other))])),
      ),
    );
    const heads = ['Path', `#${before}`, `#${after}`].map((text) => make('th', { scope: 'col' }, text));
    out.replaceChildren(
      make(
        'p',
        {},
        differences.length === 0
          ? 'No value differs.'
          : `${differences.length} values differ${hasMore ? ', and more' : ''}.`,
      ),
      make(
        'table',
        { 'aria-label': 'Differences' },
        make('thead', {}, make('tr', {}, ...heads)),
        make('tbody', {}, ...rows),
      ),
    );
  };
  const reveal = async () => {
    if (await confirmed('Show the personal values that differ?', 'Reveal all')) await load(true);
  };
  byId('past', HTMLElement).replaceChildren(make('p', { class: 'hint' }, 'Open one capture to see its attempts.'));
  byId('detail', HTMLElement).replaceChildren(title, button('Reveal all…', reveal, { class: 'quiet' }), out);
  title.focus({ preventScroll: true });
  await load();
}

/** Reads again what happened to the capture that is shown. */
export async function refreshCapture() {
  const id = shown;
  if (id === undefined) return;
  const capture = await getCapture(id);
  if (shown === id) showPast(capture);
}

/** @param {(readonly [name: string, panel: HTMLElement])[]} panels */
function tabs(panels) {
  const heads = panels.map(([name, panel], index) => {
    panel.id = `panel-${index}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-label', name);
    return button(name, () => choose(index), { role: 'tab', id: `tab-${index}`, 'aria-controls': panel.id });
  });
  /** @param {number} chosen */
  const choose = (chosen) => {
    for (const [index, head] of heads.entries()) {
      head.setAttribute('aria-selected', String(index === chosen));
      head.tabIndex = index === chosen ? 0 : -1;
      const panel = panels[index]?.[1];
      if (panel) panel.hidden = index !== chosen;
    }
  };
  choose(0);
  /** @param {Event} event */
  const onkeydown = (event) => {
    if (!(event instanceof KeyboardEvent) || !['ArrowLeft', 'ArrowRight'].includes(event.key)) return;
    const from = heads.findIndex((head) => head === event.target);
    const to = (from + (event.key === 'ArrowLeft' ? heads.length - 1 : 1)) % heads.length;
    choose(to);
    heads[to]?.focus();
  };
  const list = make('div', { role: 'tablist', 'aria-label': 'Parts of the capture', onkeydown }, ...heads);
  return make('div', {}, list, ...panels.map(([, panel]) => panel));
}

/** @param {CaptureDetail} capture */
function factsOf({ captured, summary, body }) {
  const state = `${captured.body.complete ? '' : ', cut off'}${body === 'changed' ? ', changed since' : ''}`;
  /** @type {(readonly [string, Node | string | undefined])[]} */
  const facts = [
    ['Received', timeOf(captured.receivedAt)],
    ['Answered', String(captured.answer ?? 'not')],
    ['Size', `${sizeText(captured.body.bytes)}${state}`],
    ['Form', summary.form],
    ['Status', summary.status],
    ['Application', summary.slug],
    ['Created', summary.createdAt === undefined ? undefined : timeOf(summary.createdAt)],
    ['Source', captured.source],
  ];
  return make(
    'dl',
    { class: 'inline' },
    ...facts.flatMap(([name, value]) =>
      value === undefined
        ? []
        : [make('div', {}, make('dt', {}, name), make('dd', {}, value instanceof Node ? value : harmless(value)))],
    ),
  );
}

/** @param {CaptureDetail} capture */
function headersOf({ captured: { id, method, body }, path, headers }) {
  /** @param {string} name @param {{ text: string, masked: boolean }} value @param {string} part */
  const row = (name, value, part) =>
    make(
      'tr',
      {},
      make('th', { scope: 'row' }, harmless(name)),
      make('td', {}, createMasked({ name, ...value, reveal: () => revealHeadPart(id, part) }).element),
    );
  return make(
    'div',
    {},
    make(
      'table',
      { 'aria-label': 'Request' },
      make(
        'tbody',
        {},
        row(`${method} path`, path, 'path'),
        ...headers.map((header, index) => row(header.name, header, `headers/${index}`)),
        row('SHA-256 of the body', { text: body.sha256, masked: false }, ''),
      ),
    ),
  );
}

/**
 * Writes the command that sends a capture from a shell. The secret is named, and stays out of the arguments of curl.
 *
 * @param {CaptureDetail} capture @param {string} target
 */
function curlOf({ folder, captured: { id, method }, headers }, target) {
  /** @param {string} text */
  const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  const sent = headers.filter(
    ({ name, isSendable, masked }) => isSendable && !masked && name.toLowerCase() !== 'authorization',
  );
  return [
    `idvkit show ${id} --dir ${quoted(folder)} --raw | curl -sS -X ${quoted(method)} --data-binary @-`,
    ...sent.map(({ name, text }) => `-H ${quoted(`${name}: ${text}`)}`),
    String.raw`-H @<(printf 'Authorization: Bearer %s\n' "$IDV_WEBHOOK_SECRET")`,
    `-- ${quoted(target)}`,
  ].join(' \\\n  ');
}

/** @param {CaptureDetail} capture */
function showPast({ captured: { id }, attempts }) {
  const lines = attempts.map((past, index) => {
    const name = `receiver of attempt ${index + 1}`;
    const receiver = createMasked({ name, ...past.target, reveal: () => revealHeadPart(id, `attempts/${index}`) });
    const { text, tone } = outcomeOf(past);
    const how = past.run === undefined ? 'passed on to' : 'sent to';
    return make(
      'li',
      {},
      make('b', { class: tone }, harmless(text)),
      ` ${how} `,
      receiver.element,
      `, attempt ${past.number}, `,
      timeOf(past.at),
    );
  });
  byId('past', HTMLElement).replaceChildren(
    lines.length === 0
      ? make('p', { class: 'hint' }, 'It was neither passed on nor sent.')
      : make('ol', { 'aria-label': 'Attempts', reversed: true }, ...lines.toReversed()),
  );
}

/** @param {PastAttempt} attempt */
function outcomeOf({ outcome }) {
  if (outcome === 'started') return { text: 'started', tone: 'hint' };
  if ('failure' in outcome) return { text: outcome.failure, tone: 'bad' };
  const { status } = outcome;
  return { text: `answered ${status}`, tone: status < 300 ? 'good' : status < 500 ? 'warn' : 'bad' };
}

/** @param {CaptureDetail} capture */
function imagesOf({ captured: { id }, summary, imagesExpireAt, images }) {
  if (summary.images === 0 && images.length === 0) return make('p', { class: 'hint' }, 'The body has no image URLs.');
  /** @type {Map<string, number>} */
  const failures = new Map();
  /** @type {number[]} */
  const kept = [];
  for (const [index, { outcome }] of images.entries()) {
    if ('failure' in outcome) failures.set(outcome.failure, (failures.get(outcome.failure) ?? 0) + 1);
    else kept.push(index);
  }
  const gallery = make('div', { class: 'gallery' });
  const showAll = async () => {
    gallery.replaceChildren(...(await Promise.all(kept.map((index) => imageOf(id, index)))));
  };
  return make(
    'div',
    {},
    make('p', {}, `${counted(summary.images)} in the body. `, ...expiryOf(imagesExpireAt)),
    ...[...failures].map(([why, count]) =>
      make('p', { class: 'hint' }, harmless(`${counted(count)} ${count === 1 ? 'was' : 'were'} not kept: ${why}.`)),
    ),
    ...(kept.length > 0 ? [button(`Show ${counted(kept.length)}`, showAll, { class: 'masked' })] : []),
    gallery,
  );
}

/** @param {number} count */
function counted(count) {
  return `${count} image${count === 1 ? '' : 's'}`;
}

/** @param {string | null} expireAt */
function expiryOf(expireAt) {
  if (expireAt === null) return ['When their URLs expire is not known.'];
  return [Date.parse(expireAt) > Date.now() ? 'Their URLs expire ' : 'Their URLs expired ', timeOf(expireAt), '.'];
}

/** @param {number} id @param {number} index */
async function imageOf(id, index) {
  const address = URL.createObjectURL(await revealImage(id, index));
  const onload = () => URL.revokeObjectURL(address);
  return make('img', { src: address, alt: `Image ${index + 1} of capture ${id}`, onload });
}
