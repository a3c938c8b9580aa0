import type { Captured } from '@idvkit/schema/formats';

/** Writes a capture as one line, without anything of its body. */
export function captureLine({ id, receivedAt, method, body, bearer, answer }: Captured): string {
  const size = `${body.bytes} bytes${body.complete ? '' : ', cut off'}`;
  const outcome = answer === null ? 'not answered' : `answered ${answer}`;
  const secret = bearer === 'not-checked' ? '' : `, bearer ${bearer}`;
  return `#${id}  ${receivedAt}  ${method}  ${size}${secret}, ${outcome}  sha256:${body.sha256.slice(0, 12)}`;
}
