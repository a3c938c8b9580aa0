import type { ImportReader } from './imported.ts';

/** Reads a file as the body of one delivery, every byte of it, whatever its size. */
export const readJsonBody: ImportReader = async function* readJsonBody(input) {
  yield {
    kind: 'delivery',
    delivery: {
      method: 'POST',
      path: '/',
      headers: [['Content-Type', 'application/json']],
      body: input,
      fidelity: 'decoded',
    },
  };
};
