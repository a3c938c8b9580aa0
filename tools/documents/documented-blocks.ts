/** One fenced block of a Markdown document. */
export interface Block {
  readonly language: string;
  readonly code: string;
  /** Line of the opening fence, 1-based. */
  readonly line: number;
  /** Exit code that the document shows: `<!-- exit: 1 -->` above the block; default: 0. */
  readonly exit: number;
  /**
   * Words that the block prints when it is ready, if it is a server: `<!-- wait: Capturing on -->` above the block. It keeps its
   * terminal, and the reader opens another one.
   */
  readonly wait?: string;
  /** Its recorded output: `<!-- picture: NAME 18 5 -->` above the block. */
  readonly picture?: Picture;
}

/** A picture of the output of a block: docs/images/NAME.svg, by `pnpm run screenshots`. */
export interface Picture {
  readonly name: string;
  /** Number of its first lines that are shown. */
  readonly first: number;
  /** Number of its last lines that are shown. */
  readonly last: number;
}

const NOTE = /^<!-- (wait|exit|picture): (.+) -->$/;

/** Finds the fenced code blocks of a Markdown document, in order. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let notes: Record<string, string> = {};
  let open: { language: string; line: number; code: string[] } | undefined;
  for (const [index, text] of markdown.split('\n').entries()) {
    const fence = /^```(\w*)/.exec(text);
    const [, key, value = ''] = NOTE.exec(text) ?? [];
    if (open && fence) {
      const { wait, exit = '0', picture } = notes;
      const code = open.code.join('\n');
      blocks.push({
        ...open,
        code,
        exit: Number(exit),
        ...(wait !== undefined && { wait }),
        ...(picture !== undefined && { picture: pictureOf(picture) }),
      });
      open = undefined;
      notes = {};
    } else if (open) {
      open.code.push(text);
    } else if (fence) {
      open = { language: fence[1] ?? '', line: index + 1, code: [] };
    } else if (key !== undefined) {
      notes[key] = value;
    } else if (text !== '') {
      notes = {};
    }
  }
  return blocks;
}

/** A `text` block that directly follows a shell block: all that the shell block prints. */
export interface ShownOutput extends Block {
  /** Line of the shell block. */
  readonly of: number;
}

/** Finds the {@link ShownOutput | outputs} among the blocks of a document. */
export function shownOutputs(blocks: readonly Block[]): ShownOutput[] {
  return blocks.flatMap((block, index) => {
    const before = blocks[index - 1];
    if (block.language !== 'text' || before?.language !== 'sh') return [];
    // Two fences and an empty line are between them.
    const isNext = block.line === before.line + before.code.split('\n').length + 3;
    return isNext ? [{ ...block, of: before.line }] : [];
  });
}

function pictureOf(note: string): Picture {
  const [name = '', first = '24', last = '0'] = note.split(' ');
  return { name, first: Number(first), last: Number(last) };
}
