import type { FaultTable } from './fault.ts';
import { changingPayload } from './overrides.ts';

export const answersFaults = {
  'answers.input-parameters.returned': [
    {
      title: 'forgets input parameters',
      overrides: {
        keptAnswers: (kept, { form }) =>
          Object.fromEntries(
            Object.entries(kept).filter(([key]) => form.inputParameters.every((each) => each.key !== key)),
          ),
      },
    },
    {
      variant: 'number-as-text',
      title: 'gives an input parameter back as text that was a number',
      overrides: changingPayload('answers.customer_tier.value', String),
    },
  ],
  'answers.undeclared.discarded': {
    title: 'keeps whatever it is sent',
    overrides: { keptAnswers: (_, { answers }) => answers },
  },
} satisfies FaultTable;
