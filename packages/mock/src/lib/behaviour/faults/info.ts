import type { FaultTable } from './fault.ts';
import { changingAnswer, notRefusing, refusing, refusingWith } from './overrides.ts';

const NOT_FOUND = { condition: 'unknown-application', status: 404 } as const;
const DELETED = { condition: 'deleted-application', endpoint: 'info' } as const;

export const infoFaults = {
  'info.open.no-token-200': {
    alsoBreaks: [
      'create.info.resolves',
      'info.status.documented',
      'locale.platform.accepted',
      'locale.outside-form-subset.accepted',
    ],
    title: 'wants a token for every info call',
    overrides: refusing(
      { condition: 'no-credential', status: 403 },
      { endpoint: 'info', state: 'open', credential: 'absent' },
    ),
  },
  'info.open.with-token-200': [
    {
      alsoBreaks: ['create.info.resolves', 'info.status.documented'],
      title: 'refuses tokens on info while it needs none',
      overrides: refusing(
        { condition: 'bad-credential', status: 401 },
        { endpoint: 'info', state: 'open', credential: 'valid' },
      ),
    },
    {
      variant: 'wrong-token',
      title: 'has no info for who shows a token while it needs none',
      alsoBreaks: ['create.info.resolves'],
      overrides: refusing(NOT_FOUND, { endpoint: 'info', state: 'open', credential: 'valid' }),
    },
  ],
  'info.submitted.no-token-refused': [
    {
      title: 'gives info without a token after submission',
      overrides: notRefusing({ endpoint: 'info', state: 'submitted', credential: 'absent' }),
    },
    {
      variant: 'wrong-token',
      title: 'gives info to any token after submission',
      overrides: notRefusing({ endpoint: 'info', state: 'submitted', credential: 'invalid' }),
    },
  ],
  'info.submitted.with-token-200': {
    title: 'has no info once submitted',
    overrides: refusing(NOT_FOUND, { endpoint: 'info', state: 'submitted', credential: 'valid' }),
  },
  'info.deleted.404': [
    {
      title: 'gives info of a deleted application to who has the token',
      overrides: notRefusing({ ...DELETED, credential: 'valid' }),
    },
    {
      variant: 'forbidden',
      alsoBreaks: ['info.status.documented'],
      title: 'answers 403 for the info of a deleted application',
      overrides: refusingWith(403, DELETED),
    },
  ],
  'info.unknown.404': {
    title: 'answers 400 for an unknown application',
    overrides: refusingWith(400, { condition: 'unknown-application', endpoint: 'info' }),
  },
  'info.size.about-57-kb': {
    title: 'gives the schema ten times over',
    overrides: changingAnswer({ condition: 'info' }, 'history', () =>
      Array.from({ length: 10 }, () => 'x'.repeat(57_000)),
    ),
  },
  'info.status.documented': {
    alsoBreaks: ['info.deleted.404'],
    title: 'answers 410 for a deleted application',
    overrides: refusingWith(410, DELETED),
  },
} satisfies FaultTable;
