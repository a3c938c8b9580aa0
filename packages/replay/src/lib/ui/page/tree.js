/// <reference lib="dom" />
/** @import { BodyRow } from '../body-values.ts' */
import { attempt, button, confirmed, make, say } from './dom.js';
import { createMasked } from './masked.js';
import { getValues, revealBytes } from './server.js';

/** Bytes of one value, and of one section, that are shown. */
const MAX_VALUE_BYTES = 16_384;
const MAX_SECTION_BYTES = 1_048_576;
/** Levels that are unfolded at first. */
const OPEN_LEVELS = 3;

/** @typedef {{ row: HTMLElement, label: HTMLElement, children: HTMLUListElement, fold: (isOpen: boolean) => void, count: number }} Node */
/** @typedef {{ row: BodyRow, element: HTMLElement, show: (text: string) => unknown }} Leaf */

/**
 * The body of a capture as a tree that folds. Values that may be personal are masked until they, or their section, are revealed.
 *
 * @param {number} id @param {{ onEdit: (pointer: string, text: string) => void }} options `onEdit` gets the value that somebody typed.
 */
export function createTree(id, { onEdit }) {
  const root = make('ul', { class: 'tree', 'aria-label': 'Values of the body' });
  const more = button('More values', () => load(), { class: 'quiet', hidden: true });
  const note = make('p', { class: 'hint', role: 'status' });
  const under = make('input', {
    name: 'under',
    placeholder: 'Only below a path, such as /extra/identity_aml',
    'aria-label': 'Only at this path and below',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  let skip = 0;
  /** @type {'shown' | 'masked'} */
  let keys = 'masked';
  /** Containers that are open where the rows end, outermost first. @type {Node[]} */
  let open = [];
  /** @type {Leaf[]} */
  let masked = [];
  let base = 0;

  const load = async ({ restart = false } = {}) => {
    if (restart) skip = 0;
    note.textContent = 'Reading…';
    const { rows, next, problem } = await getValues(id, { under: under.value.trim(), skip, keys });
    if (skip === 0) {
      root.replaceChildren();
      [open, masked, base] = [[], [], rows[0]?.path.length ?? 0];
    }
    rows.forEach(add);
    more.hidden = next === null;
    skip = next ?? 0;
    note.textContent = problem ?? (root.childElementCount === 0 ? 'There is nothing at this path.' : '');
  };

  /** @param {BodyRow} row */
  const add = (row) => {
    const level = row.path.length - base;
    const key = String(row.path.at(-1) ?? 'body');
    open.length = Math.min(open.length, level);
    const parent = open.at(-1);
    const isContainer = row.kind === 'object' || row.kind === 'array';
    if (parent && key === 'value' && !isContainer) {
      // An answer reads as one line; its times are folded away.
      parent.label.after(leafOf(row));
      parent.fold(false);
      return;
    }
    const label = make('span', { class: typeof row.path.at(-1) === 'number' ? 'key index' : 'key' }, key);
    const line = make('div', { class: 'row' }, label);
    const item = make('li', {}, line);
    (parent?.children ?? root).append(item);
    if (parent) {
      parent.count += 1;
      parent.row.dataset['count'] = String(parent.count);
    }
    if (isContainer) open.push(containerOf(row, { item, line, label, level }));
    else line.append(leafOf(row));
  };

  /** @param {BodyRow} row @param {{ item: HTMLElement, line: HTMLElement, label: HTMLElement, level: number }} at @returns {Node} */
  const containerOf = (row, { item, line, label, level }) => {
    const children = make('ul');
    const name = pointerOf(row) || 'the body';
    /** @param {boolean} isOpen */
    const fold = (isOpen) => {
      children.hidden = !isOpen;
      toggle.setAttribute('aria-expanded', String(isOpen));
    };
    const toggle = button('', () => fold(children.hidden === true), { class: 'fold', 'aria-label': `Fold ${name}` });
    fold(level < OPEN_LEVELS);
    line.prepend(toggle);
    line.append(
      button('Reveal this section', () => revealWithin(item, name), {
        class: 'link',
        'aria-label': `Reveal this section: ${name}`,
      }),
    );
    line.dataset['kind'] = row.kind;
    line.dataset['count'] = '0';
    item.append(children);
    return { row: line, label, children, fold, count: 0 };
  };

  /** @param {BodyRow} row */
  const leafOf = (row) => {
    const pointer = pointerOf(row);
    const reveal = async () => textOf(row, await revealBytes(id, 'content', row.start, lastOf(row)), row.start);
    const { element, show } = createMasked({ name: pointer || 'the body', text: row.text, masked: row.masked, reveal });
    element.classList.add(row.kind);
    if (row.masked) masked.push({ row, element, show });
    const isNamed = row.path.length > 0 && !row.path.includes('…');
    const holder = make('span', { class: 'leaf' }, element);
    const edit = async () => editing(pointer, row.masked ? await reveal() : row.text, holder);
    // The page has only the beginning of a longer value.
    const isWhole = row.end - row.start <= MAX_VALUE_BYTES;
    if (isNamed && isWhole)
      holder.append(' ', button('Edit', edit, { class: 'link', 'aria-label': `Edit ${pointer}` }));
    return holder;
  };

  /** Puts a field in the place of a value. @param {string} pointer @param {string} text @param {HTMLElement} holder */
  const editing = (pointer, text, holder) => {
    const before = [...holder.childNodes];
    const input = make('input', { value: text, 'aria-label': `New value of ${pointer}`, spellcheck: 'false' });
    const form = make(
      'form',
      {
        class: 'editing',
        onsubmit: (event) => {
          event.preventDefault();
          onEdit(pointer, input.value);
          holder.replaceChildren(...before, make('span', { class: 'pill warn' }, `sent as ${input.value}`));
        },
      },
      input,
      make('button', {}, 'Use'),
      button('Cancel', () => holder.replaceChildren(...before), { class: 'quiet' }),
    );
    holder.replaceChildren(form);
    input.select();
  };

  /** @param {HTMLElement} within @param {string} name */
  const revealWithin = async (within, name) => {
    const leaves = masked.filter(({ element }) => within.contains(element));
    const [first, last] = [leaves[0]?.row, leaves.at(-1)?.row];
    if (first === undefined || last === undefined) return say(`Nothing is masked in ${name}`);
    const end = Math.min(lastOf(last), first.start + MAX_SECTION_BYTES);
    const bytes = await revealBytes(id, 'content', first.start, end);
    for (const { row, show } of leaves) if (lastOf(row) <= end) show(textOf(row, bytes, first.start));
    say(`Values in ${name} are shown`);
    if (end < lastOf(last)) note.textContent = 'The section is longer than 1 MiB: only its beginning is revealed.';
  };

  const revealAll = async () => {
    if (!(await confirmed('Show every personal value of this delivery on the screen?', 'Reveal all'))) return;
    keys = 'shown';
    await load({ restart: true });
    await revealWithin(root, 'the body');
  };
  const find = attempt(() => load({ restart: true }));
  const form = make(
    'form',
    {
      class: 'narrow',
      onsubmit: (event) => {
        event.preventDefault();
        find();
      },
    },
    under,
    button('Reveal all…', revealAll, { class: 'quiet' }),
  );
  return { element: make('div', {}, form, root, note, make('p', {}, more)), load };
}

/** @param {BodyRow} row */
function pointerOf({ path }) {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** @param {BodyRow} row */
function lastOf({ start, end }) {
  return Math.min(end, start + MAX_VALUE_BYTES);
}

/** @param {BodyRow} row @param {Uint8Array} bytes @param {number} from Position of the first of the bytes. */
function textOf(row, bytes, from) {
  const text = new TextDecoder().decode(bytes.subarray(row.start - from, lastOf(row) - from));
  const rest = row.end - row.start - MAX_VALUE_BYTES;
  return rest > 0 ? `${text} … ${rest} bytes more` : text;
}
