/// <reference lib="dom" />
import { attempt, button, harmless, make, say } from './dom.js';
import { revealBytes } from './server.js';

const AT_ONCE = 1_024;
const ACROSS = 16;

/**
 * The very bytes of a body, a part at a time, as text or in hex. They come when they are asked for, and not before.
 *
 * @param {number} id @param {number} total Length of the body in bytes.
 */
export function createBytes(id, total) {
  const out = make('pre', { tabindex: '0', 'aria-label': 'Bytes of the body', hidden: true });
  const where = make('p', { class: 'hint', role: 'status' });
  const format = make(
    'select',
    { name: 'format' },
    make('option', { value: 'hex' }, 'Hex'),
    make('option', { value: 'raw' }, 'Raw'),
  );
  const from = make('input', {
    name: 'from',
    type: 'number',
    min: '0',
    max: String(Math.max(0, total - 1)),
    value: '0',
  });
  const before = button('Before', () => move(-AT_ONCE), { class: 'quiet', disabled: true });
  const after = button('After', () => move(AT_ONCE), { class: 'quiet', disabled: true });

  const load = async () => {
    const start = Math.min(Math.max(0, Math.trunc(from.valueAsNumber) || 0), Math.max(0, total - 1));
    const end = Math.min(total, start + AT_ONCE);
    const bytes = await revealBytes(id, 'body', start, end);
    out.textContent = format.value === 'hex' ? hexOf(bytes, start) : harmless(new TextDecoder().decode(bytes));
    out.classList.toggle('hex', format.value === 'hex');
    out.hidden = false;
    from.value = String(start);
    before.disabled = start === 0;
    after.disabled = end >= total;
    where.textContent = `Bytes ${start} to ${end - 1} of ${total}`;
    say('Bytes are shown');
  };
  /** @param {number} by */
  const move = async (by) => {
    from.value = String(Math.max(0, from.valueAsNumber + by));
    await load();
  };
  if (total === 0) return make('p', { class: 'hint' }, 'The body is empty.');
  const form = make(
    'form',
    {
      class: 'bytes',
      onsubmit: (event) => {
        event.preventDefault();
        attempt(load)();
      },
    },
    make('label', {}, 'As', format),
    make('label', {}, 'From byte', from),
    make('button', {}, 'Reveal bytes'),
    before,
    after,
  );
  return make('div', {}, form, where, out);
}

/** @param {Uint8Array} bytes @param {number} start */
function hexOf(bytes, start) {
  const lines = [];
  for (let at = 0; at < bytes.length; at += ACROSS) {
    const part = [...bytes.subarray(at, at + ACROSS)];
    const hex = part.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const text = part.map((byte) => (byte > 0x1f && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${(start + at).toString(16).padStart(8, '0')}  ${hex.padEnd(ACROSS * 3 - 1)}  ${text}`);
  }
  return lines.join('\n');
}
