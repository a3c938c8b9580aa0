import { UNSAFE_CHARACTERS } from './printable.ts';

/** Escapes a text; characters that XML 1.0 cannot hold, and those that could rewrite a screen, become `�`. */
function xmlText(text: string): string {
  return text
    .replaceAll(/[&<>"'\t\r\n]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll(UNSAFE_CHARACTERS, '\uFFFD')
    .replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD');
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Writes a document whose root is an element. */
export function xmlDocument(...root: Parameters<typeof xmlElement>): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement(...root)}\n`;
}

/** Writes an element on separate lines. `content`: elements that are written already. */
export function xmlElement(name: string, attributes: Attributes, content: readonly string[] = []): string {
  const tag = name + attributesText(attributes);
  if (content.length === 0) return `<${tag}/>`;
  const inside = content.map((part) => part.replaceAll(/^/gm, '  ')).join('\n');
  return `<${tag}>\n${inside}\n</${name}>`;
}

/** Writes an element with a text, whose line breaks stay. */
export function xmlTextElement(name: string, attributes: Attributes, text: string): string {
  return `<${name}${attributesText(attributes)}>${xmlText(text)}</${name}>`;
}

function attributesText(attributes: Attributes): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${xmlText(String(value))}"`)
    .join('');
}
