import { readFileSync } from 'node:fs';

/** Location of the specification, below the root of the repository. */
export const SPECIFICATION = 'docs/specification.md';

/** A sentence, as the document has it. */
export interface WrittenSentence {
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

/** A part of the specification, in the order of its text. */
export type SpecificationBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string; readonly section: string }
  | { readonly kind: 'paragraph'; readonly sentences: readonly WrittenSentence[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly WrittenSentence[])[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly TableRow[] };

/** A row of a table. Its first sentence has every cell. Each further sentence of the last cell follows the first cell. */
export interface TableRow {
  readonly cells: readonly string[];
  readonly sentences: readonly WrittenSentence[];
}

/** Reads the text of the specification. */
export function readSpecification(): string {
  return readFileSync(new URL(`../../../${SPECIFICATION}`, import.meta.url), 'utf8');
}

interface Line {
  readonly text: string;
  readonly number: number;
}

const ITEM = /^(?:-|\d+\.) /;

/** Splits the Markdown of the specification into blocks, and these into sentences. No sentence spans two lines. */
export function specificationBlocks(markdown: string): readonly SpecificationBlock[] {
  const groups: Line[][] = [];
  let last = '';
  for (const [index, text] of markdown.split('\n').entries()) {
    const kind = kindOf(text);
    if (kind === 'table' && last === 'table') groups.at(-1)?.push({ text, number: index + 1 });
    else if (kind === 'list' && last === 'list') groups.at(-1)?.push({ text, number: index + 1 });
    else if (kind !== 'none') groups.push([{ text, number: index + 1 }]);
    last = kind;
  }
  let chapter = '';
  return groups.map((lines) => {
    const block = blockOf(lines);
    if (block.kind !== 'heading') return block;
    if (block.level <= 2) chapter = block.section;
    // Two chapters have an envelope: the catalogue calls that of errors by its chapter.
    return block.section === 'Envelope' && chapter === 'Errors' ? { ...block, section: chapter } : block;
  });
}

function kindOf(line: string): 'heading' | 'table' | 'list' | 'paragraph' | 'none' {
  if (line.trim() === '') return 'none';
  if (line.startsWith('#')) return 'heading';
  if (line.startsWith('|')) return 'table';
  return ITEM.test(line) ? 'list' : 'paragraph';
}

function blockOf(lines: readonly Line[]): SpecificationBlock {
  const [{ text, number } = { text: '', number: 0 }] = lines;
  switch (kindOf(text)) {
    case 'heading': {
      const title = text.replace(/^#+ /, '');
      const level = text.indexOf(' ');
      return { kind: 'heading', level, text: title, section: level === 1 ? 'Introduction' : sectionOf(title) };
    }
    case 'table': {
      const [head = [], , ...rows] = lines.map((line) => cellsOf(line.text));
      const numbered = rows.map((cells, index) => ({ cells, sentences: rowSentences(cells, number + 2 + index) }));
      return { kind: 'table', head, rows: numbered };
    }
    case 'list': {
      const items = lines.map((line) => sentencesIn(line.text.replace(ITEM, ''), line.number));
      return { kind: 'list', ordered: !text.startsWith('-'), items };
    }
    default:
      return { kind: 'paragraph', sentences: sentencesIn(text, number) };
  }
}

/** Returns the name that the catalogue gives the section of a heading: ``1. Answer (`answers` map)`` is `Answer`. */
function sectionOf(heading: string): string {
  return heading
    .replaceAll('`', '')
    .replace(/^\d+\. /, '')
    .replace(/ \(.*/, '');
}

function cellsOf(line: string): readonly string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

function rowSentences(cells: readonly string[], line: number): readonly WrittenSentence[] {
  return sentencesIn(cells.at(-1) ?? '', line).map(({ text }, index) => {
    const before = index === 0 ? cells.slice(0, -1) : cells.slice(0, 1);
    return { text: [...before, text].join(' | '), line };
  });
}

/** Splits after a full stop, if a capital letter or code follows. */
function sentencesIn(text: string, line: number): readonly WrittenSentence[] {
  return text.split(/(?<=\.\)?) (?=[A-Z`])/).map((sentence) => ({ text: sentence, line }));
}

/** Lists the sentences of a block in the order of its text. */
export function blockSentences(block: SpecificationBlock): readonly WrittenSentence[] {
  switch (block.kind) {
    case 'heading':
      return [];
    case 'paragraph':
      return block.sentences;
    case 'list':
      return block.items.flat();
    case 'table':
      return block.rows.flatMap(({ sentences }) => sentences);
  }
}
