/// <reference lib="dom" />

// This runs in the browser: it is sent there as its text, and sees nothing of this file.

/** A call that a page is to make. */
export interface PageCall {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  /** In base64; undefined where there is none. */
  readonly body: string | undefined;
}

/**
 * Makes a call and reads its answer.
 *
 * @returns What the browser has against it; undefined where nothing.
 */
export async function makeCall({ method, path, headers, body }: PageCall): Promise<string | undefined> {
  try {
    const answer = await fetch(path, {
      method,
      headers: headers.map(([name, value]) => [name, value]),
      redirect: 'manual',
      cache: 'no-store',
      ...(body === undefined ? {} : { body: Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0)) }),
    });
    await answer.arrayBuffer();
    return undefined;
  } catch (error) {
    return String(error);
  }
}
