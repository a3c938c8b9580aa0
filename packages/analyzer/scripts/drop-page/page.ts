/// <reference lib="dom" />
/** The script of the drop page: summarizes a file that a user chooses, as `idvkit analyze` does. Nothing leaves the page. */
import { sizeText } from '@idvkit/cli-kit';
import { pageContent } from '@idvkit/cli-kit/html';
import type { PayloadSummary } from '@idvkit/schema/formats';

import { TailBytes } from '../../src/lib/collect/tail-bytes.ts';
import { scan } from '../../src/lib/scan/wasm/scan.ts';
import { payloadSummary, summarizeWith } from '../../src/lib/summarize/summarize-with.ts';
import { payloadContent } from '../../src/lib/view/html/payload-page.ts';
import { samplePayload } from './sample-payload.ts';

const GZIP = [0x1f, 0x8b];
const ZSTD = [0x28, 0xb5];

const input = inputAt('file');
const reveal = inputAt('reveal');
const note = element('note');
const result = element('result');
/** The heading while there is no summary, which has its own. */
const welcome = element('welcome');
let reading = new AbortController();
let shown: File | undefined;

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found) return found;
  throw new Error(`The page has no ${id}`);
}

function inputAt(id: string): HTMLInputElement {
  const found = element(id);
  if (found instanceof HTMLInputElement) return found;
  throw new TypeError(`The page has no field ${id}`);
}

async function show(file: File): Promise<void> {
  reading.abort();
  reading = new AbortController();
  const { signal } = reading;
  note.textContent = `Reading ${file.name}…`;
  result.replaceChildren();
  welcome.hidden = false;
  const onProgress = (bytes: number): void => {
    note.textContent = `Reading ${file.name}: ${sizeText(bytes)}`;
  };
  const content = await contentOf(file);
  const tail = new TailBytes();
  const read = await summarizeWith(
    { source: file.name, signal, onProgress, reveal: reveal.checked, hitBytes: tail.copy },
    (handler, options) => scan(tail.keep(chunksOf(content)), handler, options),
  );
  if (signal.aborted) return;
  const summary = payloadSummary(read);
  result.replaceChildren(...drawn(summary));
  welcome.hidden = true;
  const isFirst = read.problem?.code === 'several-documents';
  const rest = isFirst
    ? ' It holds several documents, and this is the first. For all: idvkit analyze FILE --lines'
    : '';
  note.textContent = `Read ${file.name}. Nothing left this page.${rest}`;
  result.querySelector('h1')?.scrollIntoView();
}

/** Decompresses gzip. @throws {Error} for zstd, which browsers cannot decompress. */
async function contentOf(file: File): Promise<ReadableStream<Uint8Array>> {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const begins = (magic: readonly number[]): boolean => magic.every((byte, at) => start[at] === byte);
  if (begins(ZSTD)) throw new Error('Browsers cannot read zstd. Decompress the file, or use idvkit analyze.');
  const decompressor = new DecompressionStream('gzip');
  return begins(GZIP) ? file.stream().pipeThrough(decompressor) : file.stream();
}

/** Reads a stream in a way that every browser can. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** Draws what `idvkit analyze --report html=FILE` writes, and the document that `--json` prints. Both escape what the payload says. */
function drawn(summary: PayloadSummary): readonly Node[] {
  const view = document.createElement('template');
  view.innerHTML = pageContent(payloadContent(summary)).text;
  const json = document.createElement('details');
  const head = document.createElement('summary');
  head.textContent = 'Summary as JSON';
  const text = document.createElement('pre');
  text.id = 'json';
  text.textContent = JSON.stringify(summary);
  json.append(head, text);
  return [view.content, json];
}

/** Shows a file, or else the one that is shown once more. */
function showFirst(files: ArrayLike<File> | null | undefined): void {
  shown = files?.[0] ?? shown;
  if (!shown) return;
  show(shown).catch((error: unknown) => {
    note.textContent = error instanceof Error ? error.message : 'The file cannot be read.';
  });
}

input.addEventListener('change', () => showFirst(input.files));
element('sample').addEventListener('click', () => showFirst([new File([samplePayload()], 'sample.json')]));
reveal.addEventListener('change', () => showFirst(undefined));
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  showFirst(event.dataTransfer?.files);
});
