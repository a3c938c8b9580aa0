import { defineFault, type Fault } from './fault.ts';

export const createFaults: readonly Fault[] = [
  defineFault({
    rule: 'create.status.201',
    title: 'answers 200 where an application was created',
    points: { respond: (draft, { condition }) => (condition === 'created' ? { ...draft, status: 200 } : draft) },
  }),
  defineFault({
    rule: 'create.answers.format-422',
    title: 'takes values that break their format',
    points: { answerProblems: (problems, { call }) => (call.endpoint === 'create' ? {} : problems) },
  }),
];
