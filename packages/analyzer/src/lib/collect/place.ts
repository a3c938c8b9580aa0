/** What a container of a payload is, as far as a summary cares. */
export type Place =
  | 'root'
  | 'event'
  | 'application'
  | 'other-status'
  | 'section'
  | 'extra'
  | 'ekyc'
  | 'face-compare'
  | 'aml'
  | 'runs'
  | 'run'
  | 'run-flags'
  | 'values-list'
  | 'run-output'
  | 'entries'
  | 'entry'
  | 'entry-flags'
  | 'entry-output'
  | 'content'
  | 'record'
  | 'hits'
  | 'hit'
  | 'in-hit'
  | 'elsewhere';

const keys: Partial<Record<Place, Readonly<Record<string, Place>>>> = {
  root: { event: 'event', application: 'application', answers: 'section', extra: 'extra' },
  application: { other_status: 'other-status' },
  extra: { ekyc: 'ekyc', identity_aml: 'aml', bank_statement: 'section' },
  ekyc: { face_compare: 'face-compare', liveness: 'section', identity_document: 'section' },
  run: { result: 'run-flags', values_list: 'values-list', output: 'run-output' },
  entry: { result: 'entry-flags', output: 'entry-output' },
  'entry-output': { content: 'content' },
  content: { data: 'record' },
  record: { hits: 'hits' },
};

/** Tells what a container is from what it is in and the key or index that leads to it. */
export function placeOf(parent: Place, step: string | number, provider: string | undefined): Place {
  switch (parent) {
    case 'aml':
      return 'runs';
    case 'runs':
      return 'run';
    case 'run-output':
      return step === provider ? 'entries' : 'elsewhere';
    case 'entries':
      return 'entry';
    case 'hits':
      return 'hit';
    case 'hit':
    case 'in-hit':
      return 'in-hit';
    default: {
      const known = keys[parent];
      return known !== undefined && Object.hasOwn(known, step) ? (known[step] ?? 'elsewhere') : 'elsewhere';
    }
  }
}
