import { SAFE_METHODS } from '../../observe/safe-methods.ts';
import type { CallRow } from './call-space.ts';
import { refusingFactors, methodOf } from './call-space.ts';

/**
 * Effect of a call. `if-wrong`: none, but a service that wrongly accepts it changes an open application, so that it is
 * made on one that nothing else depends on. `some`: creates, submits or delivers, or may do so.
 */
export type CallEffect = 'none' | 'if-wrong' | 'some';

/** Returns the smallest effect that a row with these values can have. */
export function effectOf(row: Partial<CallRow>): CallEffect {
  const { endpoint, application } = row;
  if (endpoint === undefined) return 'none';
  const { method = 'own' } = row;
  if (SAFE_METHODS.has(methodOf({ ...row, endpoint }))) return 'none';
  // With a late cause only, nothing hides: such calls are refused by the endpoint itself.
  const refusing = refusingFactors({ ...row, method: 'own' });
  // The answer to a create with an array is not shown.
  const isRefused = refusing.some((factor) => factor !== 'body' || endpoint !== 'create' || row.body !== 'not-object');
  const isOpen = application === 'open';
  if (isRefused) return isOpen && endpoint === 'submit' ? 'if-wrong' : 'none';
  if (method !== 'own') return application === undefined ? 'none' : isOpen ? 'if-wrong' : 'some';
  if (endpoint === 'create') return row.body === undefined || row.body === 'bad-format' ? 'none' : 'some';
  if (endpoint === 'resend') return application === 'submitted' ? 'some' : 'none';
  return effectOfSubmit(row);
}

function effectOfSubmit({ application, flow, body }: Partial<CallRow>): CallEffect {
  const isComplete = flow === 'plain' && body === 'valid-answers';
  if (application === 'expired' && isComplete) return 'some';
  if (application !== 'open') return 'none';
  return isComplete ? 'some' : 'if-wrong';
}
