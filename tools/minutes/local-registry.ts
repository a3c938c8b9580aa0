import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { listen, stopListening } from '../../packages/delivery/src/index.ts';
import { packPackages } from '../pack-packages.ts';

/** Returns where another registry has what a path of this one names. An address of a mirror may have a path of its own. */
export function upstreamUrl(path: string, upstream: string): string {
  return `${upstream.replace(/\/+$/, '')}${path}`;
}

const packages = fileURLToPath(new URL('../../packages/', import.meta.url));

/** A registry on this machine that has the packages as they would be published. It leads elsewhere for all others. */
export interface LocalRegistry extends AsyncDisposable {
  readonly url: string;
}

/** Packs the packages into a folder and serves them. */
export async function startRegistry(folder: string): Promise<LocalRegistry> {
  const tarballs = packPackages(folder);
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8', stdio: 'pipe' }).trim();
  const server = createServer(({ url: path = '' }, response) => {
    const name = decodeURIComponent(path.slice(1)).replace(/\/-\.tgz$/, '');
    const tarball = tarballs.get(name);
    if (tarball === undefined) {
      response.writeHead(302, { location: upstreamUrl(path, upstream) }).end();
      return;
    }
    const bytes = readFileSync(tarball);
    if (path.endsWith('.tgz')) {
      response.end(bytes);
      return;
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(packument(name, bytes, `${url}${path}/-.tgz`)));
  });
  const url = `http://127.0.0.1:${await listen(server, { port: 0, host: '127.0.0.1' })}`;
  return { url, [Symbol.asyncDispose]: () => stopListening(server) };
}

/** Returns what a registry says about a package with one version. */
function packument(name: string, bytes: Uint8Array, tarball: string): object {
  const text = readFileSync(join(packages, name.replace('@idvkit/', ''), 'package.json'), 'utf8');
  // As pnpm packs it: versions in place of `workspace:*`.
  const manifest = JSON.parse(text.replaceAll('workspace:*', '*')) as { readonly version: string };
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const { version } = manifest;
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, dist: { tarball, integrity } } },
  };
}
