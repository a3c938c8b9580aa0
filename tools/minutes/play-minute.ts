import { cpSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import type { Addresses, Minute } from './minutes.ts';
import { startSurroundings, type Ports } from './surroundings.ts';
import { typeCommands, type OutputEvent } from './terminal.ts';

/** Variables without which npm may not reach a registry. */
const NETWORK = /^(?:https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_file)$/i;
const QUIET_NPM = {
  npm_config_update_notifier: 'false',
  npm_config_fund: 'false',
  npm_config_audit: 'false',
  npm_config_fetch_retries: '0',
};

/** Where a minute is played. */
export interface Stage {
  /** Empty folder: home and project are created in it. */
  readonly folder: string;
  /** Address of the registry for packages of others. */
  readonly registry: string;
  /** Folder of our tarballs. The project gets a copy. */
  readonly tarballs: string;
  readonly ports: Ports & Addresses['ports'];
  /** As in `TerminalOptions`. */
  readonly keyMs?: number;
}

/** Returns the environment of a clean machine: an empty home, and nothing in any cache. */
export function cleanEnvironment(home: string, registry: string): Readonly<Record<string, string | undefined>> {
  const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const kept = Object.entries(process.env).filter(([name]) => NETWORK.test(name));
  const terminal = { TERM: 'xterm-256color', LANG: 'C.UTF-8' };
  return { ...Object.fromEntries(kept), ...QUIET_NPM, ...terminal, PATH, HOME: home, npm_config_registry: registry };
}

/** Types the commands of a minute on a clean machine. @throws {Error} for an unexpected exit code. */
export async function playMinute(minute: Minute, stage: Stage): Promise<readonly OutputEvent[]> {
  const { folder, registry, tarballs, ports, keyMs } = stage;
  const [home, cwd] = [join(folder, 'home'), join(folder, 'project')];
  for (const each of [home, cwd]) mkdirSync(each, { recursive: true });
  cpSync(tarballs, join(cwd, 'idvkit-tarballs'), { recursive: true });
  await using around = await startSurroundings(ports, ports);
  const env = cleanEnvironment(home, registry);
  const events = await typeCommands(minute.steps(around.addresses), {
    cwd,
    env,
    ...(keyMs === undefined ? {} : { keyMs }),
  });
  // The name of the temporary folder says nothing, and a token is nobody else's business.
  return events.map(([seconds, text]) => [
    seconds,
    text.replaceAll(folder, '~').replaceAll(/#token=[\w-]+/g, '#token=TOKEN'),
  ]);
}
