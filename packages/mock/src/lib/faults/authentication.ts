import { defineFault, type Fault } from './fault.ts';

export const authenticationFaults: readonly Fault[] = [
  defineFault({
    rule: 'auth.absent.403',
    title: 'answers 401 where the Authorization header is absent',
    points: {
      refusals: (refusals) =>
        refusals.map((refusal) => (refusal.condition === 'no-credential' ? { ...refusal, status: 401 } : refusal)),
    },
  }),
];
