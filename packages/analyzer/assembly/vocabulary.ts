// Numbers that the host knows, too: src/lib/scan/wasm/wasm-scanner.ts.

// What `run` comes back with.
export const MORE: i32 = 0;
export const ERROR: i32 = 1;
export const OPEN: i32 = 2;
export const CLOSE: i32 = 3;
export const KEY: i32 = 4;
export const SCALAR: i32 = 5;
export const BATCH: i32 = 6;
export const HITS_END: i32 = 7;

// What the grammar expects next.
export const VALUE: i32 = 0;
export const VALUE_OR_END: i32 = 1;
export const KEY_OR_END: i32 = 2;
export const KEY_ONLY: i32 = 3;
export const COLON: i32 = 4;
export const AFTER: i32 = 5;
export const DONE: i32 = 6;
// Tokens that are too long to be kept in one piece: see long-tokens.ts.
export const IN_STRING: i32 = 7;
export const IN_KEY: i32 = 8;
export const IN_NUMBER: i32 = 9;

// What is heard of the containers at hand.
export const TOKENS: i32 = 0;
export const SKIP: i32 = 1;
export const HITS: i32 = 2;

// Kinds of scalars; literals are told by the byte that they begin with.
export const STRING: i32 = 0;
export const NUMBER: i32 = 1;

// Problems.
export const UNEXPECTED: i32 = 0;
export const LEADING_ZERO: i32 = 1;
export const CONTROL: i32 = 2;
export const NO_ESCAPE: i32 = 3;
export const NO_HEX: i32 = 4;
export const TOO_DEEP: i32 = 5;
export const NO_LITERAL: i32 = 6;
export const NO_DIGIT: i32 = 7;
