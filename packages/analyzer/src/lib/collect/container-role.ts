/** What a container of a payload is, as far as a summary cares. */
export type ContainerRole =
  | 'root'
  | 'extra'
  | 'aml'
  | 'runs'
  | 'run'
  | 'run-output'
  | 'entries'
  | 'entry'
  | 'entry-output'
  | 'content'
  | 'record'
  | 'hits'
  | 'opaque'
  | 'elsewhere';

const keys: Partial<Record<ContainerRole, Readonly<Record<string, ContainerRole>>>> = {
  root: { extra: 'extra' },
  extra: { identity_aml: 'aml', bank_statement: 'opaque' },
  run: { output: 'run-output' },
  entry: { output: 'entry-output' },
  'entry-output': { content: 'content' },
  content: { data: 'record' },
  record: { hits: 'hits' },
};

/** Tells what a container is from what it is in and the key or index that leads to it. */
export function roleOf(parent: ContainerRole, step: string | number, provider: string | undefined): ContainerRole {
  switch (parent) {
    case 'aml':
      return 'runs';
    case 'runs':
      return typeof step === 'number' ? 'run' : 'elsewhere';
    case 'run-output':
      return step === provider ? 'entries' : 'elsewhere';
    case 'entries':
      return typeof step === 'number' ? 'entry' : 'elsewhere';
    case 'opaque':
      return 'opaque';
    default: {
      const known = keys[parent];
      return known !== undefined && Object.hasOwn(known, step) ? (known[step] ?? 'elsewhere') : 'elsewhere';
    }
  }
}
