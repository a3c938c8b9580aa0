import { addAbortSignal } from 'node:stream';

import { ArchiveError, UnpackError } from '@idvkit/archive';
import { printable } from '@idvkit/cli-kit';
import { html, type Html } from '@idvkit/cli-kit/html';
import { formatPointer, JsonTextError, parsePointer, ValueReader, type JsonPath, type ValueKind } from '@idvkit/json';

import { shownPath } from '../scrub/policy.ts';
import { escapeUnsafe } from '../show/escape-unsafe.ts';
import { maskedText } from '../show/mask-value.ts';
import { isShownValue, MAX_SHOWN_BYTES } from '../show/shown-values.ts';
import { numberOf, type Asked } from './asked.ts';

/** A value of a body. */
export interface BodyNode {
  /** Number of values before it. */
  readonly at: number;
  /** Steps from the root; keys that may be names of people are `…` unless they are revealed. */
  readonly path: JsonPath;
  readonly kind: ValueKind;
  /** JSON text if it may be shown; otherwise its kind and size. Empty for an object and an array. */
  readonly text: string;
  readonly isMasked: boolean;
  /** True if more of it follows. */
  isCut: boolean;
  readonly children: BodyNode[];
}

export interface ValuesRequest {
  /** Steps of a JSON pointer: only the value there and those within it. */
  readonly under: readonly string[];
  readonly skip: number;
  readonly limit: number;
  /** True to show values and keys that may be personal. */
  readonly isRevealed: boolean;
  /** True to read only the first of the values and those within it. */
  readonly isNode: boolean;
}

const VALUES_AT_ONCE = 400;
const MAX_VALUE_BYTES = 16_384;
const MAX_POINTER = 300;
/** Levels that are unfolded at first. */
const OPEN_LEVELS = 3;

/**
 * Reads some values of a body, masked if they may be personal, and stops after the last one. Memory stays constant.
 * @returns The values whose parent is not among them, and the `skip` of the next ones, or 0. `problem` ended the reading, if not empty.
 * @throws the I/O error of `body`.
 */
export async function readValues(
  body: AsyncIterable<Uint8Array>,
  { under, skip, limit, isRevealed, isNode }: ValuesRequest,
): Promise<{ readonly roots: readonly BodyNode[]; readonly next: number; readonly problem: string }> {
  const roots: BodyNode[] = [];
  const open: BodyNode[] = [];
  let seen = 0;
  let hasMore = false;
  const isWanted = (path: JsonPath): boolean => {
    if (hasMore || !under.every((step, index) => step === String(path[index]))) return false;
    seen += 1;
    while ((open.at(-1)?.path.length ?? -1) >= path.length) open.pop();
    hasMore = seen > skip + limit || (isNode && path.length <= (roots[0]?.path.length ?? -1));
    return !hasMore && seen > skip;
  };
  const add = (path: JsonPath, kind: ValueKind, { text = '', isMasked = false, isCut = false } = {}): void => {
    const steps = isRevealed ? path : shownPath(path);
    const added = { at: seen - 1, path: [...steps], kind, text, isMasked, isCut, children: [] };
    (open.at(-1)?.children ?? roots).push(added);
    if (isContainer(added)) open.push(added);
  };
  const reader = new ValueReader(
    {
      isWanted: (path, kind) => {
        const wanted = isWanted(path);
        if (wanted && isContainer({ kind })) add(path, kind);
        return wanted && !isContainer({ kind });
      },
      onValue: ({ path, kind, start, end, head }) => {
        const isShown = isRevealed || isShownValue(path, kind, head.toString());
        const rest = end - start - head.length;
        const text = isShown
          ? `${escapeUnsafe(head.toString())}${rest > 0 ? ` … ${rest} bytes more` : ''}`
          : maskedText(head.toString('latin1', 0, 8), end - start);
        add(path, kind, { text, isMasked: !isShown, isCut: rest > 0 });
      },
    },
    { maxBytes: isRevealed ? MAX_VALUE_BYTES : MAX_SHOWN_BYTES + 1 },
  );
  let problem = '';
  try {
    for await (const part of body) {
      reader.write(part);
      if (hasMore) break;
    }
    if (!hasMore) reader.end();
    if (seen <= skip) problem = 'Nothing is at this path';
  } catch (error) {
    if (!(error instanceof JsonTextError || error instanceof UnpackError || error instanceof ArchiveError)) throw error;
    problem = `Cannot read on: ${error.message}`;
  }
  if (hasMore || problem !== '') for (const node of open) node.isCut = true;
  return { roots, next: hasMore ? skip + limit : 0, problem };
}

/**
 * Draws values of a body as a tree that folds, masked without `reveal`: all, or with `node` the one at `skip`.
 * @throws {RangeError} if the path is not a JSON pointer.
 */
export async function drawValues({ archive, posted, signal }: Asked): Promise<Html> {
  const id = numberOf(posted, 'id', 1);
  const skip = numberOf(posted, 'skip');
  const [isRevealed, isNode] = [posted.has('reveal'), posted.has('node')];
  // Values are numbered within the path of the tree that is shown, not one that is being typed.
  const path = posted.get(posted.has('find') ? 'under' : 'within') ?? '';
  const { captured } = archive.find(String(id));
  if (archive.bodyState(captured) === 'missing') return html`<p class="bad">The body is missing from the archive.</p>`;
  // A body of gigabytes is not read for a page that has gone. No encoding is set, so the chunks are bytes.
  const content = addAbortSignal(signal, archive.openContent(captured)) as AsyncIterable<Uint8Array>;
  const request = { under: parsePointer(path.trim()), skip, limit: VALUES_AT_ONCE, isRevealed, isNode };
  const { roots, next, problem } = await readValues(content, request);
  const address = `/values?id=${id}`;
  if (isNode) return html`${roots.map((node) => drawNode(node, address, isRevealed))}`;
  const [text, reveal] = isRevealed ? ['Hide', ''] : ['Reveal', '&reveal'];
  return html`<div class="line">
      <input name="under" value="${path}" aria-label="Path" placeholder="Path, such as /extra/identity_aml" />
      <button class="quiet" formaction="${address}&find">Go to path</button>
      <button class="quiet" id="all" formaction="${address}&skip=${skip}${reveal}">${text} all</button>
    </div>
    <input type="hidden" name="within" value="${path}" />
    <ul class="tree" aria-label="Values of the body">
      ${roots.map((node) => [originOf(node), html`<li>${drawNode(node, address)}</li>`])}
    </ul>
    <p class="hint">${problem}</p>
    ${next > 0 && html`<button class="quiet" formaction="${address}&skip=${next}${isRevealed && reveal}">Next values</button>`}`;
}

/** Draws the path of the parent of a value that is shown without it. */
function originOf({ path }: BodyNode): Html | false {
  return path.length > 0 && html`<li class="hint">in ${pointerOf(path.slice(0, -1)) || 'the body'}</li>`;
}

function drawNode(node: BodyNode, address: string, canHide = false): Html {
  const { path, kind, children } = node;
  const step = path.at(-1) ?? 'body';
  const label = html`<span class="key">${typeof step === 'number' ? `[${step}]` : printable(step, 200)}</span>`;
  const hide = canHide && toggle(node, `${address}&node`, 'Hide');
  if (!isContainer(node)) return html`${label} ${drawValue(node, node, address)} ${hide}`;
  // An answer reads as one line; its times are folded away.
  const answer = children.find((child) => child.path.at(-1) === 'value' && !isContainer(child));
  const rest = children.filter((child) => child !== answer);
  const list = html`<ul>
    ${rest.map((child) => html`<li>${drawNode(child, address)}</li>`)}
  </ul>`;
  const more =
    rest.length > 0 &&
    html`<details>
      <summary>${rest.length} more</summary>
      ${list}
    </details>`;
  if (answer) return html`${label} ${drawValue(answer, node, address)} ${hide} ${more}`;
  return html`${hide || (isMasked(node) && toggle(node, `${address}&node&reveal`, 'Reveal'))}
    <details ${path.length < OPEN_LEVELS && html`open`}>
      <summary>${label} <small>${kind} of ${children.length}${node.isCut && ' or more'}</small></summary>
      ${list}
    </details>`;
}

/** Draws a value that is not a container. `owner` is revealed with it. */
function drawValue({ path, kind, text, isMasked: masked, isCut }: BodyNode, owner: BodyNode, address: string): Html {
  const pointer = pointerOf(path);
  const value = masked
    ? toggle(owner, `${address}&node&reveal`, 'Reveal', text)
    : html`<code class="${kind}">${text}</code>`;
  if (path.length === 0 || pointer.includes('…')) return value;
  const edit = `${pointer}=${masked || isCut ? '' : text}`;
  return html`${value}
    <button type="button" class="link" data-edit="${edit}" aria-label="Change ${pointer}">Change</button>`;
}

/** Draws the button that asks for a value and those within it again. `masked` is a text in place of the value. */
function toggle({ path, at }: BodyNode, address: string, verb: 'Reveal' | 'Hide', masked = ''): Html {
  const name = `${verb} ${pointerOf(path) || 'the body'}${masked && `: ${masked}`}`;
  const attributes = html`id="v${at}" class="${masked ? 'masked' : 'link'}" aria-label="${name}" data-into="li"`;
  return html`<button ${attributes} formaction="${address}&skip=${at}">${masked || verb}</button>`;
}

function isMasked(node: BodyNode): boolean {
  return node.isMasked || node.children.some(isMasked);
}

function isContainer({ kind }: Pick<BodyNode, 'kind'>): boolean {
  return kind === 'object' || kind === 'array';
}

function pointerOf(path: JsonPath): string {
  return printable(formatPointer(path.length > 50 ? [...path.slice(0, 50), '…'] : path), MAX_POINTER);
}
