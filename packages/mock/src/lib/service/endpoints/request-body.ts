import type { RequestBody } from '../../behaviour/hooks/call.ts';

/** Reads a body of at most `maxBytes`, whatever its content type says. White space alone is an empty body. */
export async function readRequestBody(request: Request, maxBytes: number): Promise<RequestBody> {
  const bytes = await readBodyBytes(request, maxBytes);
  if (bytes === 'too-large') return { kind: 'too-large' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.trim() === '' ? { kind: 'empty' } : { kind: 'json', value: JSON.parse(text) };
  } catch {
    return { kind: 'malformed' };
  }
}

export async function readBodyBytes(request: Request, maxBytes: number): Promise<Uint8Array | 'too-large'> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return 'too-large';
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > maxBytes) return 'too-large';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
