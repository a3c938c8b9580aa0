import { STATUS_CODES } from 'node:http';

/** The reason phrase of a status, as `error.message` has it. */
export function reasonPhrase(status: number): string {
  // The service's own status, which HTTP does not know.
  if (status === 461) return 'Insufficient Credit';
  return STATUS_CODES[status] ?? 'Error';
}
