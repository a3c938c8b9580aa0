/** An element of an XML document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Text of the element itself, references resolved, without that of its children. */
  readonly text: string;
}

const NAME = String.raw`[A-Za-z_:][\w:.-]*`;
const TAG = new RegExp(`<(/?)(${NAME})((?:\\s+${NAME}="[^"<]*")*)\\s*(/?)>|<[^>]*>?`, 'g');
const ATTRIBUTE = new RegExp(`(${NAME})="([^"]*)"`, 'g');
const REFERENCES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Reads an XML document without a DTD, as strictly as a test wants it: well-formed, or it throws.
 *
 * @throws {Error} for whatever is not well-formed: tags that do not match, stray `<` or `&`, attributes given twice,
 *   characters that XML 1.0 cannot hold, more than one root.
 */
export function parseXml(document: string): XmlElement {
  const start = /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/.exec(document);
  if (start === null) throw new Error('No XML declaration');
  const root = open('document');
  const path = [root];
  let end = start[0].length;
  TAG.lastIndex = end;
  for (let tag = TAG.exec(document); tag !== null; tag = TAG.exec(document)) {
    const [whole, closes, name, attributes = '', isEmpty] = tag;
    if (name === undefined) throw new Error(`Not a tag: ${whole}`);
    const parent = path.at(-1);
    if (parent === undefined) throw new Error(`After the end: ${whole}`);
    parent.text += resolved(document.slice(end, tag.index));
    end = TAG.lastIndex;
    if (closes === '/') {
      if (parent.name !== name || path.length === 1) throw new Error(`<${parent.name}> is closed by ${whole}`);
      path.pop();
      continue;
    }
    const element = open(name, attributesOf(attributes));
    parent.children.push(element);
    if (isEmpty !== '/') path.push(element);
  }
  if (path.length !== 1) throw new Error(`<${path.at(-1)?.name}> is not closed`);
  if ((root.text + document.slice(end)).trim() !== '') throw new Error('Text outside of the root');
  const [only, second] = root.children;
  if (only === undefined || second !== undefined) throw new Error('Not one root');
  return only;
}

interface Draft {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Draft[];
  text: string;
}

function open(name: string, attributes: Record<string, string> = {}): Draft {
  return { name, attributes, children: [], text: '' };
}

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(ATTRIBUTE)) {
    if (Object.hasOwn(attributes, name)) throw new Error(`${name} is given twice`);
    attributes[name] = resolved(value);
  }
  return attributes;
}

function resolved(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what XML 1.0 cannot hold
  if (/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Cs}/u.test(text))
    throw new Error('A character too many');
  return text.replaceAll(
    /&(?:#(\d+)|#x([\da-f]+)|(\w+));|&/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      const point = Number.parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10);
      const character = name === undefined ? String.fromCodePoint(point || 0xfffe) : REFERENCES[name];
      if (character === undefined || character === '\uFFFE') throw new Error(`Not a reference: ${whole}`);
      return character;
    },
  );
}
