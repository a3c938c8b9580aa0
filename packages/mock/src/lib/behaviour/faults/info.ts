import { defineFault, type Fault } from './fault.ts';
import { changingAnswer, notRefusing, refusing, refusingWith } from './points.ts';

export const infoFaults: readonly Fault[] = [
  defineFault({
    rule: 'info.open.no-token-200',
    alsoBreaks: [
      'create.info.resolves',
      'info.status.documented',
      'locale.platform.accepted',
      'locale.outside-form-subset.accepted',
    ],
    title: 'wants a token for every info call',
    points: refusing(
      { condition: 'no-credential', status: 403 },
      ({ endpoint, state, credential }) => endpoint === 'info' && state === 'open' && credential === 'absent',
    ),
  }),
  defineFault({
    rule: 'info.open.with-token-200',
    alsoBreaks: ['create.info.resolves', 'info.status.documented'],
    title: 'refuses tokens on info while it needs none',
    points: refusing(
      { condition: 'bad-credential', status: 401 },
      ({ endpoint, state, credential }) => endpoint === 'info' && state === 'open' && credential === 'valid',
    ),
  }),
  defineFault({
    rule: 'info.submitted.no-token-refused',
    title: 'gives info without a token after submission',
    points: notRefusing(
      (_, { endpoint, state, credential }) => endpoint === 'info' && state === 'submitted' && credential === 'absent',
    ),
  }),
  defineFault({
    rule: 'info.submitted.with-token-200',
    title: 'has no info once submitted',
    points: refusing(
      { condition: 'unknown-application', status: 404 },
      ({ endpoint, state, credential }) => endpoint === 'info' && state === 'submitted' && credential === 'valid',
    ),
  }),
  defineFault({
    rule: 'info.deleted.404',
    title: 'gives info of a deleted application to who has the token',
    points: notRefusing(
      ({ condition }, { endpoint, credential }) =>
        condition === 'deleted-application' && endpoint === 'info' && credential === 'valid',
    ),
  }),
  defineFault({
    rule: 'info.unknown.404',
    title: 'answers 400 for an unknown application',
    points: refusingWith(
      400,
      ({ condition }, { endpoint }) => condition === 'unknown-application' && endpoint === 'info',
    ),
  }),
  defineFault({
    rule: 'info.data.id',
    title: 'gives another id than the result does',
    points: changingAnswer('info', 'data.id', (id) => Number(id) + 500_000),
  }),
  defineFault({
    rule: 'info.data.application-id-differs',
    title: 'gives the same number as both ids',
    points: changingAnswer('info', 'data.application.id', (id, { subject }) => subject?.id ?? id),
  }),
  defineFault({
    rule: 'info.data.is-submitted',
    title: 'says of every application that it is open',
    points: changingAnswer('info', 'data.is_submitted', () => false),
  }),
  defineFault({
    rule: 'info.data.current-step',
    title: 'counts steps instead of naming them',
    points: changingAnswer('info', 'data.current_step', () => 2),
  }),
  defineFault({
    rule: 'info.data.data',
    title: 'lists persisted answers instead of keying them',
    points: changingAnswer('info', 'data.data', (answers) => Object.values(answers ?? {})),
  }),
  defineFault({
    rule: 'info.locales.listed',
    title: 'lists a locale that the platform does not have',
    points: changingAnswer('info', 'schema_config.configs.locale.available_locales', (locales) => [
      ...(Array.isArray(locales) ? locales : []),
      'pt-br',
    ]),
  }),
  defineFault({
    rule: 'info.size.about-57-kb',
    title: 'gives the schema ten times over',
    points: changingAnswer('info', 'history', (_, { condition }) =>
      condition === 'info' ? Array.from({ length: 10 }, () => 'x'.repeat(57_000)) : undefined,
    ),
  }),
  defineFault({
    rule: 'info.status.documented',
    alsoBreaks: ['info.deleted.404'],
    title: 'answers 410 for a deleted application',
    points: refusingWith(
      410,
      ({ condition }, { endpoint }) => condition === 'deleted-application' && endpoint === 'info',
    ),
  }),
];
