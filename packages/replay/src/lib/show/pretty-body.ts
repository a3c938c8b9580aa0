import { TextDecoder } from 'node:util';

import { isAt } from '../splice/json-pointer.ts';
import { JsonScanner, type ValueKind } from '../splice/json-scanner.ts';
import { maskedText } from './mask-value.ts';
import { isShownValue } from './shown-values.ts';

/** How a body is shown. */
export interface PrettyOptions {
  /** Steps of a JSON pointer: only the value there is shown, and each such value where a key is repeated. Default: all. */
  readonly pointer?: readonly string[];
  /** Whether values are shown that may be personal. Default false: their kind and size stand for them. */
  readonly isRevealed?: boolean;
}

/** Characters that could rewrite what is on a screen. Within a JSON string they may as well be escaped. */
const UNSAFE = /[\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/g;
const INDENT = '  ';

/**
 * Lays out a JSON body, one member per line, while it streams. Numbers and escapes stay as they are written. Memory does not
 * grow with the body, nor with a value.
 *
 * @returns Text in parts. It ends in a line break, and is empty where there is nothing at the pointer.
 * @throws {JsonTextError} where the body is no JSON, after what came before.
 */
export async function* prettyBody(
  body: AsyncIterable<Uint8Array>,
  { pointer = [], isRevealed = false }: PrettyOptions = {},
): AsyncGenerator<string, void, undefined> {
  let out = '';
  let chunk = Buffer.alloc(0) as Buffer;
  let base = 0;
  /** Depth of the value that is shown; -1 outside of any. */
  let depth = -1;
  /** For each open container that is shown: whether it has a member yet. */
  const hasMember: boolean[] = [];
  /** The scalar under way: where it began, and what of it was not given yet. */
  let scalar: { readonly start: number; readonly isShown: boolean; readonly head: string } | undefined;
  /** Puts characters together that a cut between chunks parts; only scalars that go on in the next chunk need it. */
  let decoder: TextDecoder | undefined;
  const indents: string[] = ['\n'];

  const newLine = (): void => {
    const depth = hasMember.length;
    indents[depth] ??= `\n${INDENT.repeat(depth)}`;
    out += indents[depth];
  };
  const beginMember = (): void => {
    if (hasMember.at(-1) === true) out += ',';
    if (hasMember.length > 0) hasMember[hasMember.length - 1] = true;
    newLine();
  };
  const giveRest = (start: number, end: number): void => {
    const [from, to] = [Math.max(start - base, 0), end - base];
    out += escapeUnsafe(decoder ? decoder.decode(chunk.subarray(from, to)) : chunk.toString('utf8', from, to));
    decoder = undefined;
  };
  const givePart = (start: number): void => {
    decoder ??= new TextDecoder('utf-8', { ignoreBOM: true });
    out += escapeUnsafe(decoder.decode(chunk.subarray(Math.max(start - base, 0)), { stream: true }));
  };

  const scanner: JsonScanner = new JsonScanner({
    begin: (kind, start) => {
      const { path } = scanner;
      if (depth < 0) {
        if (!isAt(pointer, path)) return;
        depth = path.length;
      } else if (typeof path.at(-1) === 'number') beginMember();
      if (kind === 'object' || kind === 'array') {
        out += kind === 'object' ? '{' : '[';
        hasMember.push(false);
      } else {
        const head = String.fromCharCode(chunk[start - base] ?? 0);
        scalar = { start, isShown: isRevealed || isShownValue(path, kind), head };
      }
    },
    end: (kind, end, isEmpty) => {
      if (depth < 0) return;
      if (scalar) {
        if (scalar.isShown) giveRest(scalar.start, end);
        else out += maskedText(scalar.head, end - scalar.start);
        scalar = undefined;
      } else closeContainer(kind, isEmpty);
      if (scanner.path.length !== depth) return;
      depth = -1;
      out += '\n';
    },
    endKey: () => {
      if (depth < 0 || scanner.path.length <= depth) return;
      beginMember();
      out += `${escapeUnsafe(JSON.stringify(scanner.path.at(-1)))}: `;
    },
  });
  const closeContainer = (kind: ValueKind, isEmpty: boolean): void => {
    hasMember.pop();
    if (!isEmpty) newLine();
    out += kind === 'object' ? '}' : ']';
  };

  const taken = (): string => {
    const text = out;
    out = '';
    return text;
  };
  for await (const part of body) {
    chunk = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    try {
      scanner.write(part);
    } catch (error) {
      yield taken();
      throw error;
    }
    if (scalar?.isShown === true) givePart(scalar.start);
    base += part.length;
    if (out.length > 0) yield taken();
  }
  chunk = Buffer.alloc(0);
  scanner.end();
  if (out.length > 0) yield taken();
}

function escapeUnsafe(text: string): string {
  return text.replaceAll(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
