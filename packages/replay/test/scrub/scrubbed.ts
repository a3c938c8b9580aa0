import { scrubBody } from '../../src/lib/scrub/scrub-body.ts';
import { ScrubKey } from '../../src/lib/scrub/scrub-key.ts';
import { TextScrubber } from '../../src/lib/scrub/text-scrubber.ts';

const key = ScrubKey.of('5c'.repeat(32));

/** Scrubs a body that comes in chunks. */
export async function scrubbed(
  body: string | Buffer,
  {
    withKey = key,
    keep = [],
    denied = [],
    chunk = 1 << 16,
  }: { withKey?: ScrubKey; keep?: string[][]; denied?: string[]; chunk?: number } = {},
): Promise<string> {
  const bytes = Buffer.from(body);
  async function* open(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  const scrubbing = { scrubber: new TextScrubber(withKey), keep, denied: new Set(denied) };
  const parts: Uint8Array[] = [];
  for await (const part of (await scrubBody({ open, codings: [] }, scrubbing)).read()) parts.push(part);
  return Buffer.concat(parts).toString();
}
