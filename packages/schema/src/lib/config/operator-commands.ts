import * as z from 'zod';

import { notEmpty } from '../check/lengths.ts';
const command = z.string().check(notEmpty()).exactOptional();

/**
 * Commands that arrange what only an operator can. `{slug}` and `{formSlug}` in them are filled in. Secrets reach them by
 * their environment: IDV_API_TOKEN, IDV_WEBHOOK_SECRET, and IDV_FORM_URL for the applicant's form.
 */
export const operatorCommands = z
  .strictObject({
    submit: command.meta({
      description: 'Has the applicant submit a camera flow.',
      examples: ['./ops/submit.sh {slug}'],
    }),
    submitPlain: command.meta({ description: 'Has the applicant submit a form without camera steps.' }),
    expire: command.meta({ description: 'Has the form expire before it is submitted.' }),
    delete: command.meta({ description: 'Deletes an application.' }),
    changeStatus: command.meta({ description: 'Changes a status of a submitted application.' }),
    readCredit: command.meta({
      description: 'Writes the credit of the workspace, a number, to its standard output.',
    }),
    pass: command.meta({
      description: "Moves the target's clock on by {ms} milliseconds. Without it, time is waited for.",
    }),
    timeoutSeconds: z.number().positive().exactOptional().meta({
      description: 'Time limit of each command. Default: 120.',
    }),
  })
  .meta({ description: 'Commands that arrange what only an operator can; {slug} and {formSlug} are filled in.' });
