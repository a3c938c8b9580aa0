import { randomInt } from 'node:crypto';

import {
  CliError,
  ExitCode,
  optionWithDefault,
  parseChoice,
  parseInteger,
  parseSize,
  parseUrl,
  requireSecret,
  type AddCommand,
  type Io,
} from '@idvkit/cli-kit';

import type { Mock } from '../mock.ts';
import type { SubmitOptions } from '../state/submission.ts';

const TYPES = ['submit_form', 'update_status', 'drop_off'] as const;

/** Outcomes of the mock that are values of `other_status.ekyc`. */
const OUTCOMES = ['pass', 'need_review', 'fail'] as const;

const FINDS = ['none', 'pep', 'sanctions', 'huge'] as const;

/** Form and status column of the mock that the deliveries are about. */
const FORM = 'kyc-camera';
const COLUMN = 'decision';

const MAX_SEED = 2 ** 32;
/** Nounces are counted from a random number below this: no two runs share one, whatever their seed. */
const MAX_NOUNCES = 2 ** 47;

type Delivery = Mock['deliveries'][number];

const EXAMPLES = `
Examples:
  A submission that passes:
    idvkit trigger submit_form --to http://127.0.0.1:8080/hook
  One that fails, of a politically exposed person:
    idvkit trigger submit_form --outcome fail --aml pep \\
      --to http://127.0.0.1:8080/hook
  One with 20 MB of screening hits:
    idvkit trigger submit_form --aml huge:20MB \\
      --to http://127.0.0.1:8080/hook

The embedded mock delivers: with the bearer secret of IDV_WEBHOOK_SECRET, 30 seconds for an answer, and up to three retries after a 5xx. Each run has a new applicant; a drop_off is of an applicant who submits nothing. With --seed, the application and the answers are those of another run, and the nounce and all times are new. Images can be fetched until the delivery has ended.`;

interface TriggerOptions {
  readonly to: string;
  readonly outcome: (typeof OUTCOMES)[number];
  readonly aml: Pick<SubmitOptions, 'aml' | 'amlBytes'>;
  readonly seed?: number | undefined;
  readonly json?: true | undefined;
}

/** Adds `idvkit trigger`: one delivery to a receiver, without a service. */
export const addTrigger: AddCommand = (command, { io, run }) => {
  command
    .addArgument(command.createArgument('<type>', 'Type of the event').choices(TYPES))
    .requiredOption('--to <url>', 'Address of the receiver', parseUrl)
    .addOption(command.createOption('--outcome <outcome>', 'other_status.ekyc').choices(OUTCOMES).default('pass'))
    .addOption(
      optionWithDefault('--aml <find>', `What the screening finds: ${FINDS.join(', ')}, huge:20MB`, [parseAml, 'none']),
    )
    .option('--seed <n>', 'Repeat the application of another run: the seed it printed', parseInteger())
    .option('--json', 'Print one JSON document (idvkit.trigger)')
    .addHelpText('after', EXAMPLES)
    // The choices are those of the types.
    .action(run((type: string, options) => trigger(type as (typeof TYPES)[number], options as TriggerOptions, io)));
};

/** Parses what a screening finds; `huge:20MB` has a size. */
function parseAml(text: string): TriggerOptions['aml'] {
  const [, size] = /^huge:(.+)$/.exec(text) ?? [];
  if (size !== undefined) return { aml: 'huge', amlBytes: parseSize(size) };
  return { aml: parseChoice(FINDS)(text) };
}

async function trigger(type: (typeof TYPES)[number], options: TriggerOptions, io: Io): Promise<ExitCode> {
  const { outcome, aml } = options;
  if (type === 'drop_off' && (outcome !== 'pass' || aml.aml !== 'none')) {
    throw new CliError({
      code: 'usage',
      message: 'Cannot use --outcome or --aml with drop_off: nothing is submitted.',
      fix: 'Leave them out, or trigger submit_form.',
    });
  }
  const secret = await requireSecret(io, { what: 'webhook secret', env: 'IDV_WEBHOOK_SECRET' });
  // With a fixed default, the second run would repeat slug and nounce of the first: a receiver is right to drop it.
  const { seed = randomInt(MAX_SEED) } = options;
  const ended = Promise.withResolvers<Delivery | undefined>();
  const { createMock, DEFAULT_TOKEN } = await import('../mock.ts');
  const state = createMock({ seed }).portal.state();
  const mock = createMock({
    state: { ...state, counters: { ...state.counters, nounce: randomInt(MAX_NOUNCES) } },
    webhooks: [{ url: options.to, secret, events: [type] }],
    observer: {
      onAttempt: (_, delivery) => {
        io.stderr.write(`${attemptLine(delivery)}\n`);
        if (delivery.state !== 'in-progress') ended.resolve(delivery);
      },
    },
  });
  io.signal.addEventListener('abort', () => ended.resolve(undefined), { once: true });
  try {
    // Image URLs and form_url lead here.
    const { url } = await mock.listen();
    const create = async (): Promise<string> => {
      const request = { method: 'POST', headers: { authorization: `Bearer ${DEFAULT_TOKEN}` } };
      const answer = await mock.fetch(new Request(`${url}/en/api/forms/${FORM}/create/`, request));
      const { detail } = (await answer.json()) as { readonly detail: { readonly slug: string } }; // The mock answers 201.
      return detail.slug;
    };
    const submitting = await create();
    // With the same seed, the application that submit_form submits never drops off.
    occur(mock, { type, slug: type === 'drop_off' ? await create() : submitting, options });
    if (options.seed === undefined) io.stderr.write(`Seed ${seed}\n`);
    const delivery = await ended.promise;
    if (delivery === undefined) return ExitCode.interrupted;
    const delivered = delivery.state === 'delivered';
    const text = delivered ? 'Delivered' : 'Not delivered';
    io.stdout.write(`${options.json ? JSON.stringify(documentOf(delivery, seed)) : text}\n`);
    return delivered ? ExitCode.ok : ExitCode.findings;
  } finally {
    await mock.close();
  }
}

/** Makes the event happen to an application of the mock. */
function occur(
  { portal }: Mock,
  {
    type,
    slug,
    options,
  }: { readonly type: (typeof TYPES)[number]; readonly slug: string; readonly options: TriggerOptions },
): void {
  if (type === 'drop_off') {
    portal.expire(slug, { started: true });
    return;
  }
  portal.submit(slug, { outcome: options.outcome, ...options.aml });
  if (type === 'update_status') portal.changeStatus(slug, { column: COLUMN, value: 'Approved' });
}

/** Returns what `--json` prints: no slug, which gives access, and no value of the body. */
function documentOf({ type, state, attempts }: Delivery, seed: number): object {
  return {
    format: 'idvkit.trigger',
    version: 1,
    type,
    seed,
    delivered: state === 'delivered',
    attempts: attempts.map(({ number, outcome: { kind, ...outcome }, next }) => ({
      number,
      outcome: kind,
      ...outcome,
      next,
    })),
  };
}

function attemptLine({ type, attempts }: Delivery): string {
  const last = attempts.at(-1);
  if (last === undefined) return type;
  const { outcome, number, next } = last;
  const ending = {
    answered: () => `answered ${'status' in outcome ? outcome.status : ''}`,
    'timed-out': () => 'no answer in 30 s',
    failed: () => `no answer: ${'reason' in outcome ? outcome.reason : ''}`,
    cancelled: () => 'cancelled',
  }[outcome.kind]();
  return `${type}, attempt ${number}: ${ending}${next === 'retry' ? ', will retry' : ''}`;
}
