import type { Io } from '@idvkit/cli-kit';

import { TOOL } from '../report/tool.ts';
import type { DoctorCheck } from './doctor-check.ts';

const PROXY_VARIABLES: readonly string[] = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'];

const CERTIFICATES: DoctorCheck = {
  about: 'certificates',
  state: 'failed',
  text: 'not checked, so the API token may go to a stranger: NODE_TLS_REJECT_UNAUTHORIZED is 0',
  fix: 'Unset it, and name the certificate of a private authority in NODE_EXTRA_CA_CERTS.',
};

/** Describes certificates, Node, the tool and the proxy of this process. */
export function environmentChecks(env: Io['env']): readonly DoctorCheck[] {
  const set = PROXY_VARIABLES.filter((name) => isSet(env[name]) || isSet(env[name.toLowerCase()]));
  // Values may hold a password.
  const proxies = set.length === 0 ? 'no variable is set' : `${set.join(', ')} set; calls to this machine use no proxy`;
  const isTlsOff = env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0';
  return [
    ...(isTlsOff ? [CERTIFICATES] : []),
    { about: 'Node', state: 'ok', text: process.versions.node },
    { about: TOOL.name, state: 'ok', text: TOOL.version },
    { about: 'proxy', state: 'note', text: proxies },
  ];
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
