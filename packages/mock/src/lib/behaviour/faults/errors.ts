import type { AnsweredCall } from '../hooks/behaviour.ts';
import { defineFault, type Fault } from './fault.ts';
import { answering, changingAnswer } from './points.ts';

const onResult = ({ endpoint }: AnsweredCall): boolean => endpoint === 'result';

export const errorFaults: readonly Fault[] = [
  defineFault({
    rule: 'error.envelope.shape',
    title: 'answers an unknown application with a bare detail',
    points: answering('unknown-application', (draft) => ({ ...draft, body: { detail: 'Not found.' } }), onResult),
  }),
  defineFault({
    rule: 'error.envelope.status-code',
    title: 'says 400 in the body of a 404',
    points: changingAnswer('unknown-application', 'error.status_code', () => 400, onResult),
  }),
  defineFault({
    rule: 'error.envelope.message',
    title: 'has a reason phrase of its own on 401',
    points: changingAnswer('bad-credential', 'error.message', () => 'Authentication failed'),
  }),
  defineFault({
    rule: 'error.envelope.detail-string',
    title: 'gives detail as an object where it should be text',
    points: changingAnswer('unknown-application', 'error.detail', (text) => ({ text }), onResult),
  }),
  defineFault({
    rule: 'error.401.detail',
    title: 'has a text of its own on 401',
    points: changingAnswer('bad-credential', 'error.detail', () => 'Invalid token.'),
  }),
  defineFault({
    rule: 'error.403.detail',
    title: 'has a text of its own on 403',
    points: changingAnswer('no-credential', 'error.detail', () => 'Authentication credentials were not provided.'),
  }),
  defineFault({
    rule: 'error.content-type.json',
    title: 'labels errors as HTML',
    points: answering('unknown-application', (draft) => ({
      ...draft,
      headers: { ...draft.headers, 'content-type': 'text/html' },
    })),
  }),
];
