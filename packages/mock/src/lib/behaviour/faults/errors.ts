import type { FaultTable } from './fault.ts';
import { answeringWith, changingAnswer } from './overrides.ts';

/** Faults of the errors and of what labels a body. */
export const errorFaults = {
  'convention.json': {
    title: 'labels results as plain text',
    overrides: answeringWith({ condition: 'result' }, { headers: { 'content-type': 'text/plain' } }),
  },
  'error.403.detail': {
    variant: 'on-get',
    title: 'has another text for a GET of a POST-only path',
    overrides: changingAnswer(
      { condition: 'wrong-method', method: 'GET' },
      'error.detail',
      () => 'Method not allowed.',
    ),
  },
  'error.content-type.json': [
    {
      title: 'labels errors as HTML',
      overrides: answeringWith({ condition: 'unknown-application' }, { headers: { 'content-type': 'text/html' } }),
    },
    {
      variant: 'problem',
      title: 'labels errors of a create as problem+json',
      overrides: answeringWith(
        { condition: 'bad-answers' },
        { headers: { 'content-type': 'application/problem+json' } },
      ),
    },
  ],
} satisfies FaultTable;
