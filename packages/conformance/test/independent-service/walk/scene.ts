import type { Visitor } from './visitor.ts';

/** Notes under a label what was seen in one step. */
export type Note = (label: string, seen: unknown) => void;

/** Steps at one service. */
export type Scene = (visitor: Visitor, note: Note) => Promise<void>;
