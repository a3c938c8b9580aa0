import { writeFile } from 'node:fs/promises';

import type { OperatorFunction, Operators } from '../../src/index.ts';
import { answerOperator, BACK_OFFICE } from './back-office.ts';
import { FORMS, lastDigitOf } from './forms.ts';
import type { Hook } from './records.ts';
import { TOKENS } from './service.ts';
import type { IndependentService } from './start.ts';

const [camera, plain] = FORMS;

/** Everything that a run needs to know, as the contents of an `idvkit.config.json`. */
export function configFor(
  { baseUrl, adminUrl }: Pick<IndependentService, 'baseUrl' | 'adminUrl'>,
  receiver: Hook & { readonly listen: string; readonly second?: Hook },
): Record<string, unknown> {
  const curl = (rest: string): string => `curl -sSf -X POST ${adminUrl}/${rest}`;
  return {
    baseUrl,
    formSlug: camera?.slug,
    token: TOKENS.good,
    lang: 'th',
    receiver,
    fixtures: {
      plainFormSlug: plain?.slug,
      plainAnswers: {
        full_name_first_name: 'Karla',
        full_name_last_name: 'Brandt',
        date_of_birth: '1979-12-31',
        home_address_country: 'DEU',
      },
      inputParameters: { applicant_code: 'A-17/β', branch_no: 12 },
      badAnswers: {
        nid: `110000000000${(lastDigitOf('110000000000') + 1) % 10}`,
        gender: 'X',
        date_of_birth: '2023-02-29',
      },
      revokedToken: TOKENS.revoked,
      noCreditToken: TOKENS.poor,
    },
    operator: {
      submit: curl('submit/{slug}'),
      expire: curl('expire/{slug}'),
      delete: curl('delete/{slug}'),
      changeStatus: curl('status/{slug}'),
      readCredit: `curl -sSf ${adminUrl}/credit`,
      pass: curl('pass/{ms}'),
    },
    ratePerSecond: 1000,
    concurrency: 4,
    budget: { applications: 200 },
    seed: 7,
    ledger: false,
  };
}

/** The operators of {@link configFor} as functions, so that a run starts no processes. */
export function operatorsOf({ service }: Pick<IndependentService, 'service'>): Operators {
  const ask = async (path: string): Promise<unknown> => {
    const { status, json } = await answerOperator(service, 'POST', `${BACK_OFFICE}/${path}`);
    if (status >= 400) throw new Error(`The back office answers ${status}.`);
    return json;
  };
  const acting =
    (action: string): OperatorFunction =>
    async ({ slug = '' }) => {
      await ask(`${action}/${encodeURIComponent(slug)}`);
    };
  return {
    submit: acting('submit'),
    expire: acting('expire'),
    delete: acting('delete'),
    changeStatus: acting('status'),
    readCredit: async () => Number(await ask('credit')),
    pass: async ({ ms = 0 }) => {
      await ask(`pass/${ms}`);
    },
  };
}

export async function writeConfig(path: string, ...of: Parameters<typeof configFor>): Promise<void> {
  await writeFile(path, JSON.stringify(configFor(...of), undefined, 2));
}
