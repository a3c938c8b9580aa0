import type { Call, Refusal } from '../../behaviour/hooks/call.ts';
import type { Disturbance } from '../throttle.ts';

/** Returns the reasons to refuse a call before its body is read. The specification leaves their order open. @see Specification, "Authentication" */
export function admissionRefusals(call: Call, method: 'GET' | 'POST', disturbance?: Disturbance): readonly Refusal[] {
  if (disturbance) {
    const { status } = disturbance;
    return [{ condition: status === 429 ? 'too-many-requests' : 'server-error', status }];
  }
  // HEAD is GET without the body.
  const isTaken = (call.method === 'HEAD' ? 'GET' : call.method) === method;
  const wrongMethod: readonly Refusal[] = isTaken ? [] : [{ condition: 'wrong-method', status: 403 }];
  return [...wrongMethod, ...credentialRefusals(call), ...existenceRefusals(call)];
}

function credentialRefusals({ endpoint, credential, state }: Call): readonly Refusal[] {
  // Info needs the token once the application is submitted; a deleted or unknown one is 404 for everyone.
  if (endpoint === 'info' && state !== 'submitted') return [];
  if (credential === 'absent') return [{ condition: 'no-credential', status: 403 }];
  return credential === 'valid' ? [] : [{ condition: 'bad-credential', status: 401 }];
}

function existenceRefusals({ endpoint, form, state }: Call): readonly Refusal[] {
  if (state === 'deleted') return [{ condition: 'deleted-application', status: 404 }];
  if (!form && endpoint !== 'image') return [{ condition: 'unknown-form', status: 404 }];
  return state === 'unknown-slug' ? [{ condition: 'unknown-application', status: 404 }] : [];
}
