/** What contestants find out; `bytes` and `largest` where one can tell how long a hit is in the document. */
export interface Counts {
  hits: number;
  aliases: number;
  sources: number;
  snippets: number;
  bytes?: number;
  largest?: number;
}

/** What a contestant is told to read. */
export const file: string = process.argv[2] ?? '';

/** Prints what was counted, for the bench to read. */
export function report(counts: Partial<Counts>): void {
  process.stdout.write(`${JSON.stringify(counts)}\n`);
}

interface Article {
  snippet?: string;
}
interface Hit {
  doc: { aka: unknown[]; sources: unknown[]; media: Article[] };
}

/** Adds a hit that was built as an object. */
export function addHit(counts: Counts, hit: unknown): void {
  const { doc } = hit as Hit; // As the generator writes it.
  counts.hits += 1;
  counts.aliases += doc.aka.length;
  counts.sources += doc.sources.length;
  for (const { snippet } of doc.media) if (snippet !== undefined) counts.snippets += 1;
}
