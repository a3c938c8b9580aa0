import * as z from 'zod';

import { notEmpty } from '../check/lengths.ts';
import { answerInput } from '../endpoints/create.ts';

const text = z.string().check(notEmpty()).exactOptional();

/** Applications, tokens and forms that are in a certain state already, so that they need not be brought there. */
export const fixtures = z
  .strictObject({
    openSlug: text.meta({ description: 'An application that is not submitted yet; it is only read.' }),
    submittedSlug: text.meta({ description: 'A submitted application.' }),
    deletedSlug: text.meta({ description: 'A deleted application.' }),
    expiredSlug: text.meta({ description: 'An application whose form expired before it was submitted.' }),
    revokedToken: text.meta({ description: 'An API token that was revoked.' }),
    noCreditToken: text.meta({ description: 'API token of a workspace without credit for the whole flow.' }),
    lowCreditToken: text.meta({
      description: 'API token of a workspace with some credit, but less than the whole flow costs.',
    }),
    noCreditFormSlug: text.meta({
      description: 'A form of the workspaces of noCreditToken and lowCreditToken. Default: formSlug.',
    }),
    plainFormSlug: text.meta({ description: 'A form with neither a document-scan nor a liveness step.' }),
    plainAnswers: answerInput.exactOptional().meta({ description: 'Answers that complete plainFormSlug.' }),
    plainRequiredKeys: z.array(z.string().check(notEmpty())).exactOptional().meta({
      description:
        'Keys that plainFormSlug requires. Default: unknown; a form that takes an empty submit requires nothing.',
    }),
    inputParameters: answerInput.exactOptional().meta({
      description: 'Input parameters that the form declares, each with a value to give at create.',
    }),
    badAnswers: answerInput.exactOptional().meta({
      description: 'Values that fields of the form refuse. Default: a national id whose check digit is wrong.',
      examples: [{ nid: '123' }],
    }),
  })
  .meta({ description: 'What is in a certain state already, so that it need not be brought there.' });
