/** Role of a container in a payload, as far as a summary cares. */
export type ContainerRole =
  | 'root'
  | 'extra'
  | 'aml'
  | 'runs'
  | 'run'
  | 'run-output'
  | 'run-result'
  | 'entries'
  | 'entry'
  | 'entry-output'
  | 'content'
  | 'record'
  | 'hits'
  | 'blacklist'
  | 'opaque'
  | 'elsewhere';

const ROLES_BY_KEY: Partial<Record<ContainerRole, Readonly<Record<string, ContainerRole>>>> = {
  root: { extra: 'extra' },
  extra: { identity_aml: 'aml', bank_statement: 'opaque' },
  run: { output: 'run-output', result: 'run-result' },
  entry: { output: 'entry-output' },
  'entry-output': { content: 'content' },
  content: { data: 'record' },
  record: { hits: 'hits', blacklist_hits: 'blacklist' },
};

interface OpenContainer {
  readonly role: ContainerRole;
  readonly kind: 'object' | 'array';
  elements: number;
  key: string;
}

/** Follows a scan through a payload: which containers are open, and which keys and indices lead to them. */
export class PayloadPath {
  readonly #open: OpenContainer[] = [];
  /** Keys and indices from the root to the innermost open container. */
  readonly steps: (string | number)[] = [];

  /** Number of open containers. */
  get depth(): number {
    return this.#open.length;
  }

  /** Role of the innermost open container. */
  get role(): ContainerRole | undefined {
    return this.#open.at(-1)?.role;
  }

  /** Entry whose hits are being read. */
  get entry(): { readonly provider: string; readonly run: number; readonly entry: number } {
    const [, , provider, run, , , entry] = this.steps;
    return { provider: String(provider), run: Number(run), entry: Number(entry) };
  }

  /** Opens the container that begins after {@link next}. */
  open(kind: 'object' | 'array', step: string | number): ContainerRole {
    const role = this.roleOf(step);
    if (this.#open.length > 0) this.steps.push(step);
    this.#open.push({ role, kind, elements: 0, key: '' });
    return role;
  }

  /** Returns the role of a value in the innermost container. */
  roleOf(step: string | number): ContainerRole {
    const parent = this.#open.at(-1);
    return parent ? this.#roleIn(parent.role, step) : 'root';
  }

  close(): void {
    this.#open.pop();
    this.steps.pop();
  }

  key(text: string): void {
    const innermost = this.#open.at(-1);
    if (innermost) innermost.key = text;
  }

  /** Returns the key or index of the value that begins now, and counts the elements of an array. */
  next(): string | number {
    const innermost = this.#open.at(-1);
    if (innermost?.kind !== 'array') return innermost?.key ?? '';
    innermost.elements += 1;
    return innermost.elements - 1;
  }

  #roleIn(parent: ContainerRole, step: string | number): ContainerRole {
    switch (parent) {
      case 'aml':
        return 'runs';
      case 'runs':
        return typeof step === 'number' ? 'run' : 'elsewhere';
      case 'run-output':
        return step === String(this.steps[2]) ? 'entries' : 'elsewhere';
      case 'entries':
        return typeof step === 'number' ? 'entry' : 'elsewhere';
      case 'opaque':
        return 'opaque';
      default: {
        const known = ROLES_BY_KEY[parent];
        return known !== undefined && Object.hasOwn(known, step) ? (known[step] ?? 'elsewhere') : 'elsewhere';
      }
    }
  }
}

/** Returns how a scan has to visit a container so that it finds all hits in it, and only those: on a blacklist, too. */
export function modeForHits(role: ContainerRole, kind: 'object' | 'array'): 'tokens' | 'skip' | 'hits' {
  if (role === 'elsewhere' || role === 'opaque' || role === 'run-result') return 'skip';
  return (role === 'hits' || role === 'blacklist') && kind === 'array' ? 'hits' : 'tokens';
}
