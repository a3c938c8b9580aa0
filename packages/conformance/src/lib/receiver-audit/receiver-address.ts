import { RunProblemError } from '../drive/calls/run-problem.ts';

/** Where a receiver is. */
export interface ReceiverAddress {
  readonly url: string;
  /** As it is shown: without a query, which may hold a secret. */
  readonly shown: string;
}

/**
 * Reads the address of a receiver.
 *
 * @throws {RunProblemError} if it is no http or https address, or has a user or password in it.
 */
export function receiverAddress(text: string): ReceiverAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new RunProblemError({
      code: 'options-invalid',
      message: 'Cannot use the address of the receiver: it is not an http or https address, or carries credentials.',
      fix: 'Give the address that is entered in the portal, such as https://hooks.example.com/idv.',
    });
  }
  url.hash = '';
  return { url: url.href, shown: url.origin + url.pathname.replace(/\/$/, '') };
}
