import { readBytes, cannot, type Io } from '@idvkit/cli-kit';

/**
 * Reads a slug or a text to look for from a file, or from stdin for `-`: every process can read arguments, and both may be personal.
 * @throws {CliError} `slug-unreadable`, `text-unreadable`.
 */
export async function readPrivateText(file: string, what: 'slug' | 'text', io: Io): Promise<string> {
  const fix = `Name a file that holds only the ${what}, or - for stdin.`;
  const unusable = cannot(`${what}-unreadable`, `read the ${what} from "${file}"`, fix);
  const found = (await readBytes(file, io, unusable)).toString().trim();
  if (found === '' || (what === 'slug' && /\s/.test(found))) throw unusable(`it holds no ${what}`);
  return found;
}
