import { JsonTextError, type JsonPath } from '@idvkit/json';
import { type Editor, Splicer } from '@idvkit/json/splice';

import { textOf } from './scrub-editor.ts';
import type { ScrubKey } from './scrub-key.ts';
import { Subject, type SubjectFacts } from './subject.ts';

/** How far a body can be read as JSON. */
export type BodyShape = 'json' | 'cut-off' | 'opaque';

/** What a first reading of a body found. */
export interface FirstReading {
  readonly shape: BodyShape;
  readonly subject: Subject;
}

const APPLICATION: Readonly<Record<string, 'slug' | 'submittedAt'>> = { slug: 'slug', submitted_at: 'submittedAt' };
const ANSWERS: Readonly<Record<string, 'nationalId' | 'documentNumber' | 'birth' | 'issue' | 'expiry'>> = {
  nid: 'nationalId',
  document_number: 'documentNumber',
  date_of_birth: 'birth',
  date_of_issue: 'issue',
  date_of_expiry: 'expiry',
};
const NAME = /^full_name_(?:en_)?(?:first|last)_name$/;
/** Longer ones are nobody's name or number. */
const MAX_ENTRY_LENGTH = 1024;

/**
 * Reads a body for what it says about its applicant, so that it can be replaced wherever it stands. Screenings, which can
 * be of any size, are passed over.
 *
 * @throws what `body` throws.
 */
export async function readSubject(body: AsyncIterable<Uint8Array>, key: ScrubKey): Promise<FirstReading> {
  const facts: SubjectFacts = { names: {} };
  const splicer = new Splicer(factReader(facts));
  let shape: BodyShape = 'json';
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      splicer.write(chunk);
    }
    splicer.end();
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    shape = error.problem === 'malformed' && error.offset >= bytes && bytes > 0 ? 'cut-off' : 'opaque';
  }
  return { shape, subject: new Subject(key, facts) };
}

function factReader(facts: SubjectFacts): Editor {
  return {
    choose: ({ path, kind }) => {
      if (kind === 'object') return path.length === 0 || isOnTheWay(path) ? 'enter' : 'keep';
      return kind === 'string' && isFact(path) ? 'read' : 'keep';
    },
    replace: ({ path }, raw) => {
      if (raw.length <= MAX_ENTRY_LENGTH) take(facts, path, textOf('string', raw));
      return undefined;
    },
  };
}

function isOnTheWay(path: JsonPath): boolean {
  const [section, answer] = path;
  if (path.length === 1) return section === 'application' || section === 'answers';
  return (
    path.length === 2 && section === 'answers' && (Object.hasOwn(ANSWERS, answer ?? '') || NAME.test(String(answer)))
  );
}

function isFact(path: JsonPath): boolean {
  if (path.length === 2) return path[0] === 'application' && Object.hasOwn(APPLICATION, path[1] ?? '');
  return path.length === 3 && path[2] === 'value';
}

function take(facts: SubjectFacts, path: JsonPath, text: string): void {
  const [section, step] = path;
  if (section === 'application') {
    const fact = APPLICATION[String(step)];
    if (fact !== undefined) facts[fact] = text;
    return;
  }
  const fact = ANSWERS[String(step)];
  if (fact !== undefined) facts[fact] = text;
  else facts.names[String(step)] = text;
}
