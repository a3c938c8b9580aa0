import { createHash } from 'node:crypto';

import type { Specification, SpecificationSentence } from '../src/lib/specification/sentences.ts';
import { blockSentences, specificationBlocks } from './specification-text.ts';

/**
 * Returns the sentences of a text, in its order. A known sentence keeps its id and its class. A new one has a fresh id and no class:
 * the tests require one.
 */
export function classifiedSentences(markdown: string, known: readonly SpecificationSentence[]): Specification {
  const left = [...known];
  const ids = new Set(known.map(({ id }) => id));
  let section = '';
  const sentences: SpecificationSentence[] = [];
  for (const block of specificationBlocks(markdown)) {
    if (block.kind === 'heading') section = block.section;
    for (const { text, line } of blockSentences(block)) {
      const index = left.findIndex((sentence) => sentence.section === section && sentence.text === text);
      const [before] = index === -1 ? [] : left.splice(index, 1);
      const id = before?.id ?? freshId(section, ids);
      sentences.push({ ...before, id, section, line, text, hash: sha256(text).slice(0, 16) });
    }
  }
  return { sha256: sha256(markdown), sentences: sentences.map(ordered) };
}

function freshId(section: string, ids: Set<string>): string {
  const slug = section.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  let number = 1;
  while (ids.has(`${slug}-${number}`)) number++;
  ids.add(`${slug}-${number}`);
  return `${slug}-${number}`;
}

/** Returns the members in the order in which people read them. */
function ordered({ id, section, line, text, hash, ...state }: SpecificationSentence): SpecificationSentence {
  return { id, section, line, text, hash, ...state };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
