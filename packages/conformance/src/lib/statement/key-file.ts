import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { open } from 'node:fs/promises';

import { CliError, systemErrorState } from '@idvkit/cli-kit';

const MAX_BYTES = 10_000;

/**
 * Reads a private ed25519 key in PEM.
 *
 * @throws {CliError} `key-unusable`: it cannot be read, others may read it, or it is another kind of key.
 */
export async function readPrivateKey(path: string): Promise<KeyObject> {
  const { text, mode } = await readKey(path);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw unusable(path, `others may read it (mode ${(mode & 0o777).toString(8)})`, `Run chmod 600 "${path}".`);
  }
  return ed25519(path, text, createPrivateKey);
}

/** Reads a public ed25519 key in PEM. @throws {CliError} `key-unusable`. */
export async function readPublicKey(path: string): Promise<KeyObject> {
  const { text } = await readKey(path);
  // Node would derive the public key from a private one, which no verifier should be given.
  if (text.includes('PRIVATE KEY')) {
    throw unusable(path, 'it holds a private key', 'Give the public key: openssl pkey -in key.pem -pubout.');
  }
  return ed25519(path, text, createPublicKey);
}

async function readKey(path: string): Promise<{ readonly text: string; readonly mode: number }> {
  try {
    await using file = await open(path, 'r');
    const { mode, size } = await file.stat();
    return { text: size > MAX_BYTES ? '' : await file.readFile('utf8'), mode };
  } catch (cause) {
    throw unusable(path, systemErrorState(cause), 'Name a file in PEM that you may read.');
  }
}

function ed25519(path: string, text: string, create: (pem: string) => KeyObject): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = create(text);
  } catch {
    // The reason may quote the key.
  }
  if (key?.asymmetricKeyType === 'ed25519') return key;
  const part = create === createPrivateKey ? 'private' : 'public';
  throw unusable(
    path,
    `it is not a ${part} ed25519 key in PEM`,
    'Create one: openssl genpkey -algorithm ed25519 -out key.pem',
  );
}

function unusable(path: string, state: string, fix: string): CliError {
  return new CliError({ code: 'key-unusable', message: `Cannot use the key "${path}": ${state}.`, fix });
}
