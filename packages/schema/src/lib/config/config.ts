import * as z from 'zod';

import { notEmpty } from '../check/lengths.ts';
import { KNOWN_EVENT_TYPES } from '../events/event-types.ts';
import { platformLocale } from '../locale/platform-locale.ts';
import { fixtures } from './fixtures.ts';
import { operatorCommands } from './operator-commands.ts';

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });
const seconds = z.number().positive();
const globs = z.array(z.string().check(notEmpty()));

/** Where the deliveries of a run arrive. @see Specification, "Events" */
const receiver = z
  .strictObject({
    listen: z
      .string()
      .regex(/^(\[[\da-fA-F:.]+\]|[^:/\s[\]]+):\d{1,5}$/, 'must be HOST:PORT')
      .exactOptional()
      .meta({
        description: 'HOST:PORT to listen on; port 0 takes any that is free. Default: 127.0.0.1:0.',
        examples: ['0.0.0.0:4030'],
      }),
    url: httpUrl.exactOptional().meta({
      description:
        'Address under which the service reaches the receiver, as entered in the portal. Live targets need it.',
    }),
    secret: z.string().check(notEmpty()).exactOptional().meta({
      description: 'Bearer secret as entered in the portal. Better taken from the environment: ${IDV_WEBHOOK_SECRET}.',
    }),
    second: z
      .strictObject({
        url: httpUrl.meta({
          description:
            'Address of a second webhook of the same flow: the same host and port as receiver.url, and another path. It shows that a failing webhook stops no other.',
        }),
        secret: z.string().check(notEmpty()).meta({ description: 'Bearer secret of the second webhook.' }),
      })
      .exactOptional()
      .meta({
        description:
          'A second webhook of the same flow, at another path. It shows that a failing webhook stops no other.',
      }),
    events: z
      .array(z.enum(KNOWN_EVENT_TYPES))
      .check(notEmpty())
      .exactOptional()
      .meta({
        description:
          'Event types that are enabled for the receiver. A listed lifecycle event that never arrives, although its occasion was arranged, fails its rule; an unlisted update_status only warns. Default: only submit_form counts as enabled.',
        examples: [['submit_form', 'update_status', 'drop_off']],
      }),
    clockSkewSeconds: z.number().min(0).exactOptional().meta({
      description: 'Greatest difference between event.created_at and the arrival of a delivery. Default: 60.',
    }),
  })
  .meta({ description: 'Where the deliveries of a run arrive.' });

const texts = z.array(z.string().check(notEmpty()));

/** Facts that recorded traffic does not show. */
const recording = z
  .strictObject({
    deletedSlugs: texts.exactOptional().meta({
      description: 'Slugs of applications that were deleted before or during the recording.',
    }),
    unknownSlugs: texts.exactOptional().meta({ description: 'Slugs of applications that never existed.' }),
    invalidTokens: texts.exactOptional().meta({ description: 'API tokens that are not valid.' }),
  })
  .meta({ description: 'Facts that recorded traffic does not show, for checks of recordings.' });

const budget = z
  .strictObject({
    calls: z.int().min(1).exactOptional().meta({
      description: 'Calls after which nothing new begins. Default: no limit.',
    }),
    applications: z.int().min(0).exactOptional().meta({
      description:
        'Applications that a run may create; none can be deleted. Default: 60 on a live target; on a mock 200, no limit if thorough.',
    }),
    minutes: z.number().positive().exactOptional().meta({
      description: 'Minutes after which nothing new begins. Default: no limit.',
    }),
  })
  .meta({ description: 'Limits of a run. The report says what did not fit.' });

/**
 * Contents of `idvkit.config.{ts,js,json,yaml}`. Every part is optional; keys that are not named here are refused.
 * `${NAME}` in a text stands for an environment variable, which the reader of the file fills in before validation.
 *
 * @example
 * idvkitConfig.parse({ baseUrl: 'https://idv.example.com', formSlug: 'kyc-camera', receiver: { clockSkewSeconds: 30 } })
 * @see docs/formats.md
 */
export const idvkitConfig = z
  .strictObject({
    $schema: z
      .string()
      .exactOptional()
      .meta({ description: 'JSON Schema of this file, for editors; not used in a run.' }),
    baseUrl: httpUrl
      .exactOptional()
      .meta({ description: 'Address of the service. Default: a mock that is part of the run.' }),
    formSlug: z.string().check(notEmpty()).exactOptional().meta({
      description: 'Flow with a document-scan or liveness step.',
    }),
    token: z.string().check(notEmpty()).exactOptional().meta({
      description: 'API token. Better taken from the environment: ${IDV_API_TOKEN}.',
    }),
    lang: platformLocale
      .exactOptional()
      .meta({ description: 'Locale of calls that are not about locales. Default: en.' }),
    fixtures: fixtures.exactOptional(),
    operator: operatorCommands.exactOptional(),
    receiver: receiver.exactOptional(),
    recording: recording.exactOptional(),
    portal: z.enum(['loopback', 'always', 'never']).exactOptional().meta({
      description:
        'Where a run may use the portal of an idvkit mock: on loopback, on any target, or never. Default: loopback.',
    }),
    only: globs
      .exactOptional()
      .meta({ description: 'Rules to check, by id or glob. Default: every rule that binds the service.' }),
    skip: globs.exactOptional().meta({ description: 'Rules not to check, by id or glob.' }),
    concurrency: z.int().min(1).exactOptional().meta({
      description: 'Parallel calls. Default: 8 on a mock, 2 on a live target.',
    }),
    ratePerSecond: z.number().positive().exactOptional().meta({
      description: 'Calls per second. Default: unlimited on a mock, 5 on a live target.',
    }),
    budget: budget.exactOptional(),
    thorough: z.boolean().exactOptional().meta({
      description: 'Calls the service under every triple of conditions, not only under every pair. Default: false.',
    }),
    callTimeoutSeconds: seconds.exactOptional().meta({ description: 'How long a call may take. Default: 15.' }),
    patienceSeconds: seconds.exactOptional().meta({
      description: 'How long a live target is given to deliver what it owes, and to stay silent. Default: 60.',
    }),
    seed: z.int().exactOptional().meta({
      description: 'Makes the unknown slugs, tokens and secrets of a run repeatable. Default: one drawn at random.',
    }),
    ledger: z
      .union([z.string().check(notEmpty()), z.literal(false)])
      .exactOptional()
      .meta({
        description:
          'File that lists what was created on a live target; false writes none. Default: idvkit.ledger.json.',
      }),
  })
  .meta({ title: 'idvkit configuration', description: 'Target of a conformance run and how it is treated.' });

/** Contents of an `idvkit.config` file. */
export type IdvkitConfig = z.infer<typeof idvkitConfig>;
