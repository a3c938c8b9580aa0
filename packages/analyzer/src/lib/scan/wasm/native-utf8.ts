const buffer = (globalThis as { process?: Partial<NodeJS.Process> }).process?.getBuiltinModule?.('node:buffer');
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Returns true for well-formed UTF-8. Uses Node's own check, or a decoder in browsers. */
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
