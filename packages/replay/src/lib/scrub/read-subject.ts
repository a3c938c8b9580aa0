import { JsonTextError, type JsonPath } from '@idvkit/json';
import { type Editor, Splicer } from '@idvkit/json/splice';
import { privacyOf } from '@idvkit/schema/privacy';

import { textOf } from './scrub-editor.ts';
import type { ScrubKey } from './scrub-key.ts';
import { Subject } from './subject.ts';

/** How far a body can be read as JSON. */
export type BodyShape = 'json' | 'cut-off' | 'opaque';

/** Longer ones are nobody's name or number. */
const MAX_ENTRY_LENGTH = 1024;

/** Reads a body for what it says about its applicant. Screenings, which can be of any size, are passed over. @throws what `body` throws. */
export async function readSubject(
  body: AsyncIterable<Uint8Array>,
  key: ScrubKey,
): Promise<{ readonly shape: BodyShape; readonly subject: Subject }> {
  const facts: { [field: string]: string } = {};
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

function factReader(facts: { [field: string]: string }): Editor {
  return {
    choose: ({ path, kind }) => {
      if (kind === 'object') return isOnTheWay(path) ? 'enter' : 'keep';
      return kind === 'string' && isFact(path) ? 'read' : 'keep';
    },
    replace: ({ path }, raw) => {
      if (raw.length <= MAX_ENTRY_LENGTH) facts[String(path[1])] = textOf('string', raw);
      return undefined;
    },
  };
}

function isOnTheWay([section, answer, ...rest]: JsonPath): boolean {
  if (answer === undefined) return section === undefined || section === 'application' || section === 'answers';
  return section === 'answers' && rest.length === 0 && isAboutPerson(String(answer));
}

function isFact([section, field, member, ...rest]: JsonPath): boolean {
  if (section === 'application') return member === undefined && (field === 'slug' || field === 'submitted_at');
  return member === 'value' && rest.length === 0;
}

/** Returns whether an answer names its applicant, or is a date of theirs. */
function isAboutPerson(answer: string): boolean {
  const { kind } = privacyOf(['answers', answer, 'value']);
  return kind !== undefined && kind !== 'address';
}
