import type { CaptureEntry } from '@idvkit/archive';
import { counted, sizeText } from '@idvkit/cli-kit';
import { factList, html, htmlTable, type Html, type HtmlValue } from '@idvkit/cli-kit/html';

import { maskHeader, maskRoute, maskTarget } from '../show/mask-head.ts';
import { numberOf, type Asked } from './asked.ts';
import { drawValues } from './body-view.ts';
import { pillsOf, titleOf, toneOf } from './list-view.ts';

const SHOWN_IMAGES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/bmp', 'image/avif']);
const MAX_IMAGE_BYTES = 8 * 1024 * 1024;
const BYTES_AT_ONCE = 1_024;
const BYTES_ACROSS = 16;

/** Finds the capture of a request. @throws {ArchiveError} `capture-unknown`. */
function entryOf({ archive, posted }: Asked): CaptureEntry {
  return archive.find(String(numberOf(posted, 'id', 1)));
}

/** Draws a capture. Values that may be personal are masked. */
export async function drawCapture(asked: Asked): Promise<Html> {
  const { archive } = asked;
  const entry = entryOf(asked);
  const { captured, summary } = entry;
  const { id, body } = captured;
  const kept = archive.imagesOf(id).length;
  const state = `${body.complete ? '' : ', cut off'}${archive.bodyState(captured) === 'changed' ? ', changed since' : ''}`;
  return html`<input type="hidden" name="shown" value="${id}" form="send" />
    <div class="line">
      <h2>${titleOf(entry)}</h2>
      ${pillsOf(entry)}
    </div>
    ${factList([
      ['Received, UTC', timeOf(captured.receivedAt)],
      ['Answered', captured.answer ?? 'not'],
      ['Size', sizeText(body.bytes) + state],
      ['Form', summary.form],
      ['Status', summary.status],
      ['Application', summary.slug],
      ['Created, UTC', summary.createdAt && statedTime(summary.createdAt)],
      ['Image URLs', summary.images || undefined],
      ['AML', summary.aml?.join(', ') || undefined],
      ['Source', captured.source],
    ])}
    <form id="past" action="/attempts?id=${id}" data-into="#attempts">
      <div id="attempts">${drawAttempts(asked)}</div>
    </form>
    ${panel('values', 'Body', await drawValues(asked), html`open`)} ${panel('request', 'Request', drawRequest(asked))}
    ${kept > 0 && panel('images', counted(kept, 'image'), await drawImages(asked))}
    ${panel('bytes', 'Bytes', await drawBytes(asked))}`;
}

function panel(id: string, title: string, content: Html, open?: Html): Html {
  return html`<details class="panel" ${open}>
    <summary>${title}</summary>
    <form data-into="#${id}"><div id="${id}">${content}</div></form>
  </details>`;
}

/** Writes a time in UTC. */
function timeOf(iso: string): Html {
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')}</time>`;
}

/** Writes a time of a body in UTC. Text that is not a time stays as it is. */
function statedTime(text: string): Html | string {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? text : timeOf(new Date(ms).toISOString());
}

/** Draws the attempts to give a capture to a receiver, the newest first. */
export function drawAttempts(asked: Asked): Html {
  const attempts = asked.archive.attemptsOf(entryOf(asked).captured.id).toReversed();
  if (attempts.length === 0) return html`<p class="hint">Neither forwarded nor sent.</p>`;
  return html`<ul aria-label="Attempts">
    ${attempts.map(({ outcome, run, target, number, at }) => {
      const result = outcome === 'started' ? '–' : 'failure' in outcome ? outcome.failure : outcome.status;
      const how = `${run === undefined ? 'forwarded to' : 'sent to'} ${maskTarget(target).text}, attempt ${number},`;
      return html`<li>
        <b class="${toneOf(result)}">${result === '–' ? 'no result yet' : result}</b> ${how} ${timeOf(at)}
      </li>`;
    })}
  </ul>`;
}

/** Draws path, headers and hash of a request. */
export function drawRequest(asked: Asked): Html {
  const { id, method, path, headers, body } = entryOf(asked).captured;
  const isRevealed = asked.posted.has('reveal');
  const rows: HtmlValue[][] = [
    [`${method} path`, isRevealed ? path : maskRoute(path).text],
    ...headers.map(([name, value]) => [name, isRevealed ? value : maskHeader(name, value).text]),
    ['SHA-256 of the body', body.sha256],
  ];
  const [text, reveal] = isRevealed ? ['Hide', ''] : ['Reveal', '&reveal'];
  return html`<button class="quiet" id="show-request" formaction="/request?id=${id}${reveal}">${text} values</button>
    ${htmlTable({ caption: 'Request', heads: ['Name', 'Value'], rows })}`;
}

/** Draws the images of a capture, once they are asked for. */
export async function drawImages(asked: Asked): Promise<Html> {
  const { id } = entryOf(asked).captured;
  if (!asked.posted.has('reveal'))
    return html`<button class="quiet" formaction="/images?id=${id}&reveal">Show</button>`;
  const shown: Html[] = [];
  for (const image of asked.archive.imagesOf(id)) {
    const { outcome } = image;
    const type = 'failure' in outcome ? '' : (outcome.contentType.split(';')[0] ?? '').trim().toLowerCase();
    if ('failure' in outcome) shown.push(html`<p class="hint">Not kept: ${outcome.failure}</p>`);
    else if (!SHOWN_IMAGES.has(type) || outcome.bytes > MAX_IMAGE_BYTES) {
      shown.push(html`<p class="hint">Not shown: ${type}, ${sizeText(outcome.bytes)}</p>`);
    } else {
      const data = (await bytesOf(asked.archive.openImage(image))).toString('base64');
      shown.push(html`<img src="data:${type};base64,${data}" alt="Image ${shown.length + 1} of capture ${id}" />`);
    }
  }
  return html`<div class="gallery">${shown}</div>`;
}

/** Draws a form that asks for bytes of a body as received, and with `reveal` the bytes: in hex, or as text. */
export async function drawBytes(asked: Asked): Promise<Html> {
  const { posted, archive } = asked;
  const { captured } = entryOf(asked);
  const total = captured.body.bytes;
  const start = Math.max(0, Math.min(numberOf(posted, 'from'), total - 1));
  const end = Math.min(total, start + BYTES_AT_ONCE);
  const [isText, isRevealed] = [posted.get('as') === 'text', posted.has('reveal')];
  const address = `/bytes?id=${captured.id}&reveal`;
  const bytes = isRevealed && (await bytesOf(archive.openBody(captured, { start, end })));
  return html`<div class="line">
      <label>
        As
        <select name="as">
          <option value="hex">Hex</option>
          <option value="text" ${isText && html`selected`}>Text</option>
        </select>
      </label>
      <label>From byte <input name="from" type="number" min="0" value="${start}" /></label>
      <button class="quiet" formaction="${address}">Reveal bytes</button>
      ${bytes && end < total && html`<button class="quiet" formaction="${address}&from=${end}">Next bytes</button>`}
    </div>
    ${
      bytes &&
      html`<p class="hint" data-say>${end - start} of ${total} bytes, from byte ${start}</p>
        <pre tabindex="0" aria-label="Bytes of the body">${isText ? bytes.toString() : hexOf(bytes, start)}</pre>`
    }`;
}

async function bytesOf(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part as Uint8Array); // No encoding is set.
  return Buffer.concat(parts);
}

function hexOf(bytes: Buffer, start: number): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += BYTES_ACROSS) {
    const part = bytes.subarray(at, at + BYTES_ACROSS);
    const hex = part.toString('hex').replaceAll(/..(?!$)/g, '$& ');
    const text = part.toString('latin1').replaceAll(/[^ -~]/g, '.');
    lines.push(`${(start + at).toString(16).padStart(8, '0')}  ${hex.padEnd(BYTES_ACROSS * 3 - 1)}  ${text}`);
  }
  return lines.join('\n');
}
