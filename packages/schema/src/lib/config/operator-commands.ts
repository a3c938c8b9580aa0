import * as z from 'zod';

import { notEmpty } from '../check/lengths.ts';
const command = z.string().check(notEmpty()).exactOptional();

/**
 * Commands that arrange what only an operator can. They run in the folder of the configuration. Everything reaches them by their
 * environment: IDV_SLUG, IDV_FORM_SLUG, IDV_FORM_URL, IDV_WISH and secrets. `{slug}` and `{formSlug}` in them are filled in, too, unless
 * they hold characters that are not safe in a command.
 */
export const operatorCommands = z
  .strictObject({
    submit: command.meta({
      description: 'Has the applicant submit a camera flow; IDV_WISH says which applicant would help most.',
      examples: ['./ops/submit.sh'],
    }),
    submitPlain: command.meta({ description: 'Has the applicant submit a form without camera steps.' }),
    expire: command.meta({ description: 'Has the form expire before it is submitted.' }),
    delete: command.meta({ description: 'Deletes an application.' }),
    changeStatus: command.meta({ description: 'Changes a status of a submitted application.' }),
    revokeToken: command.meta({
      description:
        'Creates an API token of the workspace, calls the service with it, and revokes it. Prints the token. Default: fixtures.revokedToken.',
    }),
    useUpCredit: command.meta({
      description:
        'Uses up the credit of another workspace, and prints an API token of it. fixtures.noCreditFormSlug names a form of it. Default: fixtures.noCreditToken.',
    }),
    readCredit: command.meta({
      description: 'Prints the credit of the workspace, a number.',
    }),
    pass: command.meta({
      description: "Moves the target's clock on by {ms} milliseconds. Without it, time is waited for.",
    }),
    timeoutSeconds: z.number().positive().exactOptional().meta({
      description: 'Time limit of each command. Default: 120.',
    }),
  })
  .meta({ description: 'Commands that arrange what only an operator can; {slug} and {formSlug} are filled in.' });
