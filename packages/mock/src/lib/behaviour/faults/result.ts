import { readAt, replaceAt } from '@idvkit/json';

import type { FaultTable } from './fault.ts';
import { answeringWith, notRefusing, refusingWith } from './overrides.ts';

const UNKNOWN = { condition: 'unknown-application', endpoint: 'result' } as const;
const DELETED = { condition: 'deleted-application', endpoint: 'result' } as const;

export const resultFaults = {
  'result.status.200': [
    {
      alsoBreaks: ['result.status.documented'],
      title: 'answers results with 202',
      overrides: answeringWith({ condition: 'result' }, { status: 202 }),
    },
    {
      variant: 'once-submitted',
      alsoBreaks: ['result.status.documented'],
      title: 'answers results of submitted applications with 203',
      overrides: answeringWith({ condition: 'result', state: 'submitted' }, { status: 203 }),
    },
  ],
  'result.equals-webhook': {
    variant: 'old-status',
    title: 'shows the statuses of the first read after the submission for ever',
    overrides: () => {
      const first = new Map<string, unknown>();
      return {
        payload: (document, { carrier, application }) => {
          if (carrier !== 'result' || application.status !== 'complete') return document;
          const { slug } = application;
          if (!first.has(slug)) first.set(slug, readAt(document, 'application.other_status'));
          return replaceAt(document, 'application.other_status', () => first.get(slug));
        },
      };
    },
  },
  'result.read-only': {
    alsoBreaks: ['auth.refused.no-effect'],
    title: 'counts reads where readers see it',
    overrides: () => {
      let reads = 0;
      return {
        payload: (document, { carrier, application }) =>
          carrier === 'result' && application.status === 'incomplete'
            ? replaceAt(document, 'application.other_status.reads', () => String((reads += 1)))
            : document,
      };
    },
  },
  'result.unknown.404': [
    { title: 'answers 403 for an unknown application', overrides: refusingWith(403, UNKNOWN) },
    {
      variant: 'bad-request',
      alsoBreaks: ['result.status.documented', 'result.deleted.404'],
      title: 'answers 400 for an unknown application',
      overrides: refusingWith(400, UNKNOWN),
    },
  ],
  'result.deleted.404': [
    { title: 'still gives the result of a deleted application', overrides: notRefusing(DELETED) },
    {
      variant: 'forbidden',
      title: 'answers 403 for the result of a deleted application',
      overrides: refusingWith(403, DELETED),
    },
  ],
  'result.status.documented': {
    alsoBreaks: ['result.deleted.404'],
    title: 'answers 410 for a deleted application',
    overrides: refusingWith(410, DELETED),
  },
} satisfies FaultTable;
