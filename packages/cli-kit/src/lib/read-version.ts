import { readFileSync } from 'node:fs';

/** Reads the version of the package of `import.meta.url`. @throws {Error} if no package.json above it has a version. */
export function readVersion(moduleUrl: string): string {
  for (let folder = new URL('.', moduleUrl); ; folder = new URL('..', folder)) {
    const version = versionIn(new URL('package.json', folder));
    if (version !== undefined) return version;
    if (folder.pathname === '/' || folder.href === new URL('..', folder).href) break;
  }
  throw new Error(`No package.json with a version above ${moduleUrl}`);
}

function versionIn(manifestUrl: URL): string | undefined {
  let manifest: unknown;
  try {
    manifest = JSON.parse(readFileSync(manifestUrl, 'utf8'));
  } catch {
    return undefined;
  }
  if (typeof manifest !== 'object' || manifest === null || !('version' in manifest)) return undefined;
  return typeof manifest.version === 'string' ? manifest.version : undefined;
}
