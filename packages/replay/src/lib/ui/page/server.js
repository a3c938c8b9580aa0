/// <reference lib="dom" />
/** @import { ListedPage, ListRequest } from '../list-captures.ts' */
/** @import { CaptureDetail } from '../capture-detail.ts' */
/** @import { BodyValues } from '../body-values.ts' */
/** @import { SendNews, SendPreview, SendRequest } from '../send-from-page.ts' */

const KEPT = 'idv-replay.token';

/** Takes the token out of the address, so that neither the address bar nor the history keeps it. */
function takeToken() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return sessionStorage.getItem(KEPT) ?? '';
  sessionStorage.setItem(KEPT, token);
  history.replaceState(null, '', location.pathname);
  return token;
}

let token = takeToken();
// The same tab may be given the address of another start.
addEventListener('hashchange', () => {
  token = takeToken();
  location.reload();
});

/** @param {string} path @param {RequestInit} [options] */
async function ask(path, options = {}) {
  const headers = new Headers(options.headers);
  headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(path, { ...options, headers });
  if (response.ok) return response;
  /** @type {{ error?: string }} */
  const said = await response.json().catch(() => ({}));
  throw new Error(said.error ?? `The server answered ${response.status}.`);
}

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] */
function post(path, body, signal) {
  return ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
}

/** @returns {Promise<{ archive: string, version: string, canSend: boolean }>} */
export async function getState() {
  return (await ask('/api/state')).json();
}

/** @param {ListRequest} request @param {AbortSignal} [signal] @returns {Promise<ListedPage>} */
export async function getList(request, signal) {
  return (await post('/api/list', request, signal)).json();
}

/** @param {number} id @returns {Promise<CaptureDetail>} */
export async function getCapture(id) {
  return (await ask(`/api/captures/${id}`)).json();
}

/**
 * Values of a body, and their paths, in which keys that may be somebody's name are left out unless they are asked for.
 *
 * @param {number} id @param {{ under: string, skip: number, keys: 'shown' | 'masked' }} which @returns {Promise<BodyValues>}
 */
export async function getValues(id, { under, skip, keys }) {
  return (await ask(`/api/captures/${id}/values?${new URLSearchParams({ under, skip: String(skip), keys })}`)).json();
}

/**
 * Bytes of a body as they came, or of its content, personal values included.
 *
 * @param {number} id @param {'body' | 'content'} of @param {number} start @param {number} end
 */
export async function revealBytes(id, of, start, end) {
  const headers = { range: `bytes=${start}-${end - 1}` };
  return new Uint8Array(await (await ask(`/api/captures/${id}/revealed/${of}`, { headers })).arrayBuffer());
}

/**
 * A value of the head of a request, or of an attempt.
 *
 * @param {number} id @param {string} part `path`, `headers/3`, `attempts/0` @returns {Promise<string>}
 */
export async function revealHeadPart(id, part) {
  return (await (await ask(`/api/captures/${id}/revealed/${part}`)).json()).text;
}

/** @param {number} id @param {number} index */
export async function revealImage(id, index) {
  return (await ask(`/api/captures/${id}/revealed/images/${index}`)).blob();
}

/** @param {SendRequest} request @returns {Promise<SendPreview>} */
export async function planSend(request) {
  return (await post('/api/plan', request)).json();
}

/**
 * Sends, and tells what happens when it does.
 *
 * @param {SendRequest} request @param {(news: SendNews) => void} onNews @param {AbortSignal} signal
 */
export async function send(request, onNews, signal) {
  const { body } = await post('/api/send', request, signal);
  if (body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onNews(JSON.parse(line));
  }
}
