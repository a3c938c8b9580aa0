/** A way to write a value in which it could be found again. */
export type LeakForm = 'plain' | 'escaped' | 'percent-encoded' | 'base64' | 'hex';

/** The bytes of a value in one form, ASCII letters in lower case. */
export interface FormBytes {
  readonly form: LeakForm;
  readonly bytes: Buffer;
}

/** Shorter values read as base64 or hexadecimal by chance. */
const SHORTEST_ENCODED = 6;

/**
 * Writes a value in every form that it is looked for in: plain, with JSON escapes of all characters or of those beyond ASCII,
 * percent-encoded, in base64 of either alphabet at each of the three alignments, in hexadecimal digits; composed and
 * decomposed, as it is, in lower case, capitals, and with capitals at the beginning of words.
 */
export function formsOf(value: string): FormBytes[] {
  const found: FormBytes[] = [];
  const seen = new Set<string>();
  const add = (form: LeakForm, text: string): void => {
    const lower = toLowerAscii(text);
    if (seen.has(lower)) return;
    seen.add(lower);
    found.push({ form, bytes: Buffer.from(lower) });
  };
  const spellings = spellingsOf(value);
  // Bytes are compared without the case of ASCII, so one spelling of it will do.
  for (const text of isAscii(value) ? [value] : spellings) {
    const percent = encodeURIComponent(text.toWellFormed());
    add('plain', text);
    add('escaped', JSON.stringify(text).slice(1, -1));
    add('percent-encoded', percent);
    if (percent.includes('%20')) add('percent-encoded', percent.replaceAll('%20', '+'));
    if (!isAscii(text)) {
      add('escaped', escaped(text, 0x80));
      add(
        'percent-encoded',
        text.replaceAll(/[^\0-\u007F]+/g, (run) => encodeURIComponent(run.toWellFormed())),
      );
    }
  }
  for (const text of spellings) {
    add('escaped', escaped(text, 0));
    const bytes = Buffer.from(text);
    if (bytes.length < SHORTEST_ENCODED) continue;
    add('hex', bytes.toString('hex'));
    for (const offset of [0, 1, 2]) {
      const padded = Buffer.concat([Buffer.alloc(offset), bytes])
        .toString('base64')
        .replace(/=+$/, '');
      // The first and last characters also hold bits of what stands around it.
      const inner = padded.slice(offset === 0 ? 0 : offset + 1, (offset + bytes.length) % 3 === 0 ? undefined : -1);
      add('base64', inner);
      if (/[+/]/.test(inner)) add('base64', inner.replaceAll('+', '-').replaceAll('/', '_'));
    }
  }
  return found;
}

/** Writes ASCII letters in lower case, and leaves all others. */
function toLowerAscii(text: string): string {
  return isAscii(text) ? text.toLowerCase() : text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function spellingsOf(value: string): Set<string> {
  const cased = new Set<string>();
  for (const text of [value.normalize('NFC'), value.normalize('NFD')]) {
    cased.add(text);
    cased.add(text.toLowerCase());
    cased.add(text.toUpperCase());
    cased.add(text.toLowerCase().replaceAll(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toUpperCase()));
  }
  return cased;
}

const ESCAPES = Array.from({ length: 0x1_00_00 }, () => '');

/** Writes code units from a number on as JSON escapes. */
function escaped(text: string, from: number): string {
  let result = '';
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < from) {
      result += text.charAt(at);
      continue;
    }
    let escape = ESCAPES[unit] ?? '';
    if (escape === '') {
      escape = String.raw`\u${unit.toString(16).padStart(4, '0')}`;
      ESCAPES[unit] = escape;
    }
    result += escape;
  }
  return result;
}

function isAscii(text: string): boolean {
  return !/[^\0-\u007F]/.test(text);
}
