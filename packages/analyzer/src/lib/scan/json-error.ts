/** Position at which a document stops being JSON. */
export interface ScanPosition {
  /** Byte offset from the start of the input, 0-based. */
  readonly offset: number;
  /** Line, 1-based. */
  readonly line: number;
  /** Byte within the line, 1-based. */
  readonly column: number;
  /** Keys and indices from the root to the value being read. */
  readonly path: readonly (string | number)[];
}

/** Error of an input that is not one JSON document. `several-documents`: another one follows the first. */
export type JsonErrorCode = 'cut-off' | 'empty' | 'malformed' | 'several-documents' | 'too-deep';

/** The input is not one JSON document: what is wrong, and where. Values of the document are never part of the message. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
  readonly code: JsonErrorCode;
  readonly problem: string;
  readonly position: ScanPosition;

  constructor(code: JsonErrorCode, problem: string, position: ScanPosition) {
    const { offset, line, column, path } = position;
    super(
      `${problem} at byte ${offset} (line ${line}, column ${column})${path.length > 0 ? `, in ${pathText(path)}` : ''}`,
    );
    this.code = code;
    this.problem = problem;
    this.position = position;
  }
}

/** Steps that a message shows of a path; of a longer one it shows the beginning and the end. */
const SHOWN_STEPS = 40;

/** Writes a path the way people read it: `extra.identity_aml.provider[0].output`. */
export function pathText(path: readonly (string | number)[]): string {
  if (path.length > SHOWN_STEPS) {
    const half = SHOWN_STEPS / 2;
    return `${pathText(path.slice(0, half))} … ${pathText(path.slice(-half))}`;
  }
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}
