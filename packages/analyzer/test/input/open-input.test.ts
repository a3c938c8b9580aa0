import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, gzipSync, zstdCompressSync } from 'node:zlib';

import { createTestIo } from '@idvkit/cli-kit/testing';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { seededBytes } from '../../../../tools/testing/sample.ts';
import { loseBody, spoilBody, writeArchive } from '../../../archive/test/written-archive.ts';
import { decompress } from '../../src/lib/input/decompress.ts';
import { gather } from '../../src/lib/input/gather.ts';
import type { InputSource } from '../../src/lib/input/input-source.ts';
import { openInput, type OpenOptions } from '../../src/lib/input/open-input.ts';
import { openUrl, parseInputUrl } from '../../src/lib/input/open-url.ts';
import { resolveInputs } from '../../src/lib/input/resolve-inputs.ts';
import { main } from '../command-line.ts';
import { bytesOf, reused } from './reused-chunks.ts';

let folder: string;
let server: Server;
let origin: string;

const payload = JSON.stringify({
  event: { type: 'submit_form' },
  noise: seededBytes('noise', 3_000).toString('base64'),
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-open-'));
  server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    if (path === '/here') response.writeHead(302, { location: '/payload.json' }).end();
    else if (path === '/away') response.writeHead(302, { location: 'http://example.test/' }).end();
    else if (path === '/round') response.writeHead(302, { location: '/round' }).end();
    else if (path === '/payload.json') response.writeHead(200, { 'content-length': payload.length }).end(payload);
    else if (path === '/packed') response.end(gzipSync(payload));
    else if (path === '/coded') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(payload));
    else if (path === '/lines') response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(payload);
    else if (path === '/broken') {
      response.writeHead(200, { 'content-length': payload.length }).write(payload.slice(0, 100));
      response.socket?.end();
    } else response.writeHead(403).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  vi.unstubAllGlobals();
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const source = (source: Partial<InputSource> & { kind: string }): InputSource =>
  ({ name: 'input', lines: false, ...source }) as InputSource; // The tests name what its kind needs.

async function textOf(input: InputSource, options: Partial<OpenOptions> = {}): Promise<string> {
  const { stream } = await openInput(input, {
    stdin: Readable.from([]),
    signal: new AbortController().signal,
    ...options,
  });
  return (await bytesOf(stream)).toString();
}

async function fileOf(content: string | Uint8Array, name = 'input.json'): Promise<InputSource> {
  const path = join(folder, name);
  await writeFile(path, content);
  return source({ kind: 'file', path });
}

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('a pipe', () => {
  const pipeIn = async (): Promise<string> => {
    const path = join(await mkdtemp(join(folder, 'pipe-')), 'pipe');
    await promisify(execFile)('mkfifo', [path]);
    return path;
  };

  it.each([
    ['one document', []],
    ['documents in lines', ['--lines']],
    ['many inputs', ['plain.json']],
  ])('is opened once: %s', async (_, more) => {
    await writeFile(join(folder, 'plain.json'), payload);
    const path = await pipeIn();
    const written = writeFile(path, payload);
    const io = createTestIo({ cwd: folder });
    const code = await main([path, ...more, '--json'], io);
    await written;
    expect([code, JSON.parse(io.stdoutText)]).toMatchObject([0, { complete: true }]);
  });

  it('that nobody writes to does not keep the command from ending', async () => {
    const path = await pipeIn();
    const io = createTestIo({ cwd: folder });
    const running = main([path, '--json'], io);
    setImmediate(() => io.interrupt());
    expect([await running, JSON.parse(io.stdoutText)]).toMatchObject([
      130,
      { complete: false, problem: { code: 'interrupted' } },
    ]);
  });
});

describe('decompress()', () => {
  const frames = { plain: Buffer.from(payload), gzip: gzipSync(payload), zstd: zstdCompressSync(payload) };

  it('unpacks members and frames that follow each other, wherever the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('plain' as const, 'gzip' as const, 'zstd' as const),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 10_000 }),
        async (kind, times, size) => {
          const packed = Buffer.concat(Array<Buffer>(times).fill(frames[kind]));
          const unpacked = await bytesOf(decompress(reused(cut(packed, size))));
          expect(unpacked.toString() === payload.repeat(times)).toBe(true);
        },
      ),
    );
  });

  it.each([1, 2, 3])('passes on what is shorter than a signature, in chunks of %i bytes', async (size) => {
    expect((await bytesOf(decompress(reused(cut(Buffer.from('{}\n'), size))))).toString()).toBe('{}\n');
  });

  it('never takes cut or damaged data for whole', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('gzip' as const, 'zstd' as const),
        fc.nat({ max: 999 }),
        fc.integer({ min: 1, max: 4_000 }),
        fc.boolean(),
        async (kind, where, size, isCut) => {
          const whole = frames[kind];
          const at = 4 + (where % (whole.length - 4));
          const spoilt = isCut ? whole.subarray(0, at) : Buffer.concat([whole, Buffer.from('something else')]);
          await expect(gather(decompress(cut(spoilt, size)))).rejects.toMatchObject({ name: 'CompressionError' });
        },
      ),
    );
  });
});

describe('decompress() of what is not whole', () => {
  async function unpacked(bytes: Uint8Array): Promise<readonly [text: string, message: string]> {
    const parts: Uint8Array[] = [];
    try {
      for await (const part of decompress(cut(bytes, 1_000))) parts.push(part);
    } catch (error) {
      return [Buffer.concat(parts).toString(), String(error)];
    }
    return [Buffer.concat(parts).toString(), ''];
  }
  const more = 'CompressionError: its compressed data is followed by something else';

  it.each([
    ['gzip', gzipSync(payload)],
    ['zstd', zstdCompressSync(payload)],
  ])('keeps all that comes before something else, or before the end: %s', async (_, packed) => {
    expect(await unpacked(Buffer.concat([packed, Buffer.from('else')]))).toEqual([payload, more]);
    const large = Buffer.concat(Array<Buffer>(100).fill(packed));
    const [text, message] = await unpacked(large.subarray(0, -3));
    expect([text.startsWith(payload.repeat(99)), message]).toEqual([
      true,
      'CompressionError: its compressed data is cut short',
    ]);
  });

  it('does not search megabytes for the end of a file name in gzip', async () => {
    const packed = gzipSync(payload);
    const start = Buffer.from(packed.subarray(0, 10)).fill(8, 3, 4);
    const named = Buffer.concat([start, Buffer.alloc(70_000, 'a'), Buffer.of(0), packed.subarray(10)]);
    expect(await unpacked(named)).toEqual(['', 'CompressionError: its compressed data is damaged']);
  });

  it('checks the length and the checksum of a member of gzip', async () => {
    const spoilt = Buffer.from(gzipSync(payload));
    spoilt.writeUInt8(spoilt.readUInt8(spoilt.length - 8) ^ 1, spoilt.length - 8);
    expect(await unpacked(spoilt)).toEqual([payload, 'CompressionError: its compressed data is damaged']);
  });

  it('unpacks a member of gzip that has a name, a comment, extra fields and a checksum of its header', async () => {
    const plain = gzipSync(payload);
    const start = Buffer.from(plain.subarray(0, 10)).fill(2 + 4 + 8 + 16, 3, 4);
    const named = Buffer.concat([start, Buffer.from('\x02\x00exname\0comment\0cc'), plain.subarray(10)]);
    expect(await unpacked(named)).toEqual([payload, '']);
  });

  it('does not unpack a large window of zstd', async () => {
    const packed = zstdCompressSync(Buffer.alloc(20 * 1024 * 1024, payload), {
      params: { [constants.ZSTD_c_windowLog]: 24 },
    });
    expect(await unpacked(packed)).toEqual([
      '',
      'CompressionError: its zstd window is larger than 8 MiB (unpack it first: zstd -dc --long=31 FILE | idvkit analyze -)',
    ]);
  });
});

describe('openInput()', () => {
  it('reads a file, whatever it is packed with and called', async () => {
    const texts = [
      await textOf(await fileOf(payload)),
      await textOf(await fileOf(gzipSync(payload))),
      await textOf(await fileOf(zstdCompressSync(payload), 'x.gz')),
      await textOf(source({ kind: 'stdin' }), { stdin: Readable.from([zstdCompressSync(payload)]) }),
    ];
    expect(texts).toEqual([payload, payload, payload, payload]);
  });

  it('says how much of the file, as it lies there, was read', async () => {
    const packed = gzipSync(payload);
    const input = await openInput(await fileOf(packed), { stdin: Readable.from([]), signal: AbortSignal.any([]) });
    expect(input.readBytes()).toBe(0);
    await gather(input.stream);
    expect(input.readBytes()).toBe(packed.length);
  });

  it.each(['/payload.json', '/here', '/packed', '/coded'])('reads %s from a server', async (path) => {
    expect(await textOf(source({ kind: 'url', url: origin + path }))).toBe(payload);
  });

  it('believes a server that says that there is a document per line', async () => {
    const options = { stdin: Readable.from([]), signal: AbortSignal.any([]) };
    const opened = await openInput(source({ kind: 'url', url: `${origin}/lines` }), options);
    await gather(opened.stream);
    expect(opened.lines).toBe(true);
  });

  it.each([
    ['/away', 'it redirects to what is neither https nor this machine'],
    ['/round', 'it redirects more than 5 times'],
    ['/none', 'the server answers with 403'],
    ['/broken', 'the connection broke off'],
  ])('ends at %s with a message', async (path, state) => {
    const opened = textOf(source({ kind: 'url', url: `${origin}${path}?token=secret` }));
    await expect(opened).rejects.toMatchObject({ code: 'input-unreadable', message: `Cannot read "input": ${state}.` });
  });

  it.each([
    ['https://storage.test/a', 'http://127.0.0.1:1/admin', 'it redirects from elsewhere to this machine'],
    ['https://storage.test/a', 'https://localhost/admin', 'it redirects from elsewhere to this machine'],
  ])('follows no redirect from %s to %s', async (url, location, state) => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async ({ href }: URL): Promise<Response> => {
      asked.push(href);
      return new Response(null, { status: 307, headers: { location } });
    });
    await expect(openUrl(url, { name: 'input' })).rejects.toMatchObject({
      message: `Cannot read "input": ${state}.`,
    });
    expect(asked).toEqual([url]);
  });

  it('shows no password of a malformed URL', () => {
    expect(() => parseInputUrl('https://user:planted@storage.test:99999/a?token=planted')).toThrow(
      'Cannot read "https://storage.test:99999/a": it is not a URL.',
    );
  });

  it('says that nobody answers', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    other.close();
    await once(other, 'close');
    await expect(textOf(source({ kind: 'url', url: `http://127.0.0.1:${port}/` }))).rejects.toMatchObject({
      message: 'Cannot read "input": the server cannot be reached (ECONNREFUSED).',
    });
  });

  it('notices that a file shrinks while it is read', async () => {
    const input = await fileOf('x'.repeat(5_000_000), 'shrinking.json');
    const path = join(folder, 'shrinking.json');
    const { stream } = await openInput(input, { stdin: Readable.from([]), signal: AbortSignal.any([]) });
    const read = async (): Promise<void> => {
      let isFirst = true;
      for await (const chunk of stream) {
        if (isFirst && chunk.length > 0) await truncate(path, 2_000_000);
        isFirst = false;
      }
    };
    await expect(read()).rejects.toMatchObject({
      message: expect.stringMatching(
        /it became shorter while it was read: it had 5000000 bytes, and now ends after \d+\.$/,
      ) as string,
    });
  });

  it('reads the body of a capture', async () => {
    const archive = join(folder, 'archive');
    await writeArchive(archive, [payload]);
    const { sources } = await resolveInputs([archive], { cwd: folder });
    expect(await Promise.all(sources.map((source) => textOf(source)))).toEqual([payload]);
  });

  it.each([
    ['{]', 'it is not the body that was captured: its checksum differs'],
    [undefined, 'its body is not in the archive'],
  ])('notices that the body of a capture is %j', async (spoilt, state) => {
    const archive = join(folder, `archive-spoilt-${String(spoilt)}`);
    const [captured] = await writeArchive(archive, ['{}']);
    if (captured === undefined) throw new Error('Nothing was captured');
    if (spoilt === undefined) loseBody(archive, 1);
    else spoilBody(archive, 1, spoilt);
    const body = { archive, id: 1, body: captured.body };
    await expect(textOf(source({ kind: 'capture', bytes: 2, body }))).rejects.toMatchObject({
      message: `Cannot read "input": ${state}.`,
    });
  });

  it('stops while it waits for standard input', async () => {
    const stop = new AbortController();
    const stdin = new PassThrough();
    stdin.write('{"a"');
    const { stream } = await openInput(source({ kind: 'stdin' }), { stdin, signal: stop.signal });
    const seen: unknown[] = [];
    for await (const chunk of stream) {
      seen.push(chunk);
      queueMicrotask(() => stop.abort());
    }
    expect(seen).toHaveLength(1);
  });
});
