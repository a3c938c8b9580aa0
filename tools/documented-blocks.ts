/** One fenced block of a Markdown document. */
export interface Block {
  readonly language: string;
  readonly code: string;
  /** Line of the opening fence, 1-based. */
  readonly line: number;
}

/** Finds the fenced code blocks of a Markdown document, in order. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: { language: string; line: number; code: string[] } | undefined;
  for (const [index, text] of markdown.split('\n').entries()) {
    const fence = /^```(\w*)/.exec(text);
    if (!fence) {
      open?.code.push(text);
    } else if (open) {
      blocks.push({ language: open.language, line: open.line, code: open.code.join('\n') });
      open = undefined;
    } else {
      open = { language: fence[1] ?? '', line: index + 1, code: [] };
    }
  }
  return blocks;
}
