/** Writes the sentences of the specification after a change of its text. */
import { writeFileSync } from 'node:fs';

import { SENTENCES } from '../src/lib/specification/sentences.ts';
import { classifiedSentences } from './classified-sentences.ts';
import { readSpecification } from './specification-text.ts';

const specification = classifiedSentences(readSpecification(), SENTENCES);
const file = new URL('../src/lib/specification/sentences.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(specification, undefined, 2)}\n`);
