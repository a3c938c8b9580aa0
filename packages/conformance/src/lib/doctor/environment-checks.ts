import { readVersion, type Io } from '@idvkit/cli-kit';

import type { DoctorCheck } from './doctor-check.ts';

const PACKAGES: readonly string[] = ['@idvkit/schema', '@idvkit/delivery', '@idvkit/mock'];
const PROXY_VARIABLES: readonly string[] = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'];

/** Describes Node, the packages and the proxy of this process. */
export function environmentChecks(env: Io['env']): readonly DoctorCheck[] {
  const versions = [
    `@idvkit/conformance ${readVersion(import.meta.url)}`,
    ...PACKAGES.map((name) => `${name} ${readVersion(import.meta.resolve(name))}`),
  ];
  const set = PROXY_VARIABLES.filter((name) => isSet(env[name]) || isSet(env[name.toLowerCase()]));
  // Values may hold a password.
  const proxies = set.length === 0 ? 'no variable is set' : `${set.join(', ')} set; calls to this machine use no proxy`;
  return [
    { about: 'Node', state: 'ok', text: process.versions.node },
    { about: 'packages', state: 'ok', text: versions.join(', ') },
    { about: 'proxy', state: 'note', text: proxies },
  ];
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
