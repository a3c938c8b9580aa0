const buffer = (globalThis as { process?: Partial<NodeJS.Process> }).process?.getBuiltinModule?.('node:buffer');
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Whether bytes are well-formed UTF-8. By Node's own check where there is one, by a decoder in browsers. */
export const isUtf8: (bytes: Uint8Array) => boolean =
  buffer?.isUtf8 ??
  ((bytes) => {
    try {
      decoder.decode(bytes);
      return true;
    } catch {
      return false;
    }
  });
