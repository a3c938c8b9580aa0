/// <reference lib="dom" />
/** @import { ListedPage, ListRequest } from '../list-captures.ts' */
/** @import { CaptureDetail } from '../capture-detail.ts' */
/** @import { BodyValues } from '../body-values.ts' */
/** @import { CompareRequest, Comparison } from '../compare-captures.ts' */
/** @import { SendNews, SendPreview, SendRequest } from '../send-from-page.ts' */
import { createAsk } from './ask.js';

const { ask, sendJson } = createAsk('idvkit');

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] */
const post = (path, body, signal) => sendJson('POST', path, body, signal);

/** @returns {Promise<{ archive: string, version: string, canSend: boolean }>} */
export async function getState() {
  return (await ask('/api/state')).json();
}

/** @param {ListRequest} request @param {AbortSignal} signal @returns {Promise<ListedPage>} */
export async function getList(request, signal) {
  return (await post('/api/list', request, signal)).json();
}

/** @param {CompareRequest} request @returns {Promise<Comparison>} */
export async function compare(request) {
  return (await post('/api/compare', request)).json();
}

/** @param {number} id @returns {Promise<CaptureDetail>} */
export async function getCapture(id) {
  return (await ask(`/api/captures/${id}`)).json();
}

/**
 * Gets rows of a body; keys that may be somebody's name are left out unless they are asked for.
 *
 * @param {number} id @param {{ under: string, skip: number, keys: 'shown' | 'masked' }} which @returns {Promise<BodyValues>}
 */
export async function getValues(id, { under, skip, keys }) {
  return (await ask(`/api/captures/${id}/values?${new URLSearchParams({ under, skip: String(skip), keys })}`)).json();
}

/** Most bytes that the server gives in one answer. */
const PART_BYTES = 65_536;

/**
 * Gets bytes of a body as they came, or of its content, personal values included.
 *
 * @param {number} id @param {'body' | 'content'} of @param {number} start @param {number} end
 */
export async function revealBytes(id, of, start, end) {
  const bytes = new Uint8Array(end - start);
  for (let from = start; from < end; from += PART_BYTES) {
    const headers = { range: `bytes=${from}-${Math.min(end, from + PART_BYTES) - 1}` };
    const part = await (await ask(`/api/captures/${id}/revealed/${of}`, { headers })).arrayBuffer();
    bytes.set(new Uint8Array(part), from - start);
  }
  return bytes;
}

/**
 * Gets a value of the head of a request, or of an attempt.
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
 * Sends, and reports what happens when it does.
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
