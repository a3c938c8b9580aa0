/** A way to write a value in which it could be found again. */
export type LeakForm = 'plain' | 'escaped' | 'percent-encoded' | 'base64' | 'hex';

/**
 * Hears of a value that was found.
 *
 * @param value Its number in the book.
 * @param start Where it stands in the bytes that were searched: its first byte, and one past its last.
 */
export type OnFound = (value: number, start: number, end: number, form: LeakForm) => void;
