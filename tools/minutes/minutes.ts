/** Addresses that the commands of a minute name. */
export interface Addresses {
  /** A service that somebody else runs. */
  readonly staging: string;
  /** A receiver that the reader runs already. */
  readonly receiver: string;
  /** Ports of this machine for what the commands start. */
  readonly ports: { readonly capture: number; readonly page: number; readonly receiver: number };
}

/** A line to type. */
export interface Step {
  readonly line: string;
  /** Text of a server in the background that says it is ready. */
  readonly until?: string;
  /** Exit code. Default 0. */
  readonly exit?: number;
}

/** The first minute of a reader with one of the tools. */
export interface Minute {
  readonly name: string;
  readonly title: string;
  readonly goal: string;
  /** True if documents show it as a moving picture: docs/images/NAME-minute.svg. */
  readonly isPicture?: boolean;
  readonly steps: (addresses: Addresses) => readonly Step[];
}

const WEBHOOK_SECRET = 'export IDV_WEBHOOK_SECRET=only-for-this-example';

const receiverSource = (port: number): string => `cat > receiver.mjs <<'END'
import { createServer } from 'node:http';
import { createWebhookHandler, toNodeListener } from '@idvkit/schema/receiver';

const handler = createWebhookHandler({
  secret: process.env.IDV_WEBHOOK_SECRET,
  store: async (body) => {}, // Keep the body: the acknowledgement follows.
  on: { submit_form: async ({ application }) => {} }, // Process the submission, once.
});
createServer(toNodeListener(handler)).listen(${port}, '127.0.0.1', () => console.log('listening'));
END`;

const CLIENT_TEST = `cat > client.test.mjs <<'END'
import { test } from 'node:test';
const { IDV_BASE_URL, IDV_API_TOKEN } = process.env;

test('creates an application', async () => {
  const response = await fetch(IDV_BASE_URL + '/en/api/forms/kyc-camera/create/', {
    method: 'POST',
    headers: { authorization: 'Bearer ' + IDV_API_TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify({ answers: {} }),
  });
  const { detail } = await response.json();
  if (!detail.slug) throw new Error('no slug');
});
END`;

export const MINUTES: readonly Minute[] = [
  {
    name: 'ci',
    title: 'CI: check staging',
    goal: 'A staging service answers 401 where the contract says 403. Two commands set the job up, and two find and explain the defect.',
    steps: ({ staging }) => [
      { line: 'export IDV_API_TOKEN=idv_test_token' },
      { line: `idvkit init --base-url ${staging} --form-slug kyc-camera --ci github` },
      { line: 'idvkit doctor' },
      { line: 'idvkit check --rate 20/s --report html=report.html', exit: 1 },
      { line: 'idvkit explain auth.absent.403' },
    ],
  },
  {
    name: 'qa',
    title: 'QA: replay a webhook',
    goal: 'A receiver runs on this machine. Its deliveries are kept, shown on a page, and sent again with new times.',
    steps: ({ receiver, ports: { capture, page } }) => [
      { line: WEBHOOK_SECRET },
      { line: `idvkit listen --to ${receiver} --port ${capture} --ui-port ${page} &`, until: 'Ctrl-C ends it' },
      {
        line: `idvkit trigger submit_form --outcome fail --aml pep --to http://127.0.0.1:${capture}/`,
        until: 'passed on',
      },
      { line: 'idvkit list' },
      { line: `idvkit send latest --fresh --to ${receiver}` },
    ],
  },
  {
    name: 'importer',
    title: 'Importer: write a receiver',
    goal: 'A new receiver takes a generated submission, and then the whole audit. The project has the tarballs of idvkit.',
    steps: ({ ports: { receiver } }) => [
      { line: 'npm install --no-audit ./idvkit-tarballs/idvkit-schema.tgz' },
      { line: receiverSource(receiver) },
      { line: `${WEBHOOK_SECRET}; node receiver.mjs &`, until: 'listening' },
      { line: `idvkit trigger submit_form --outcome fail --to http://127.0.0.1:${receiver}/` },
      { line: `idvkit receiver --url http://127.0.0.1:${receiver}/` },
    ],
  },
  {
    name: 'harden',
    title: 'Developer: find what a test misses',
    isPicture: true,
    goal: 'A test of a client passes, and misses a wrong status. With one more line, it notices the fault.',
    steps: () => [
      { line: CLIENT_TEST },
      { line: "idvkit harden --only 'create.status.*' -- node --test client.test.mjs" },
      { line: `sed -i "/response.json/i if (response.status !== 201) throw new Error('status');" client.test.mjs` },
      { line: "idvkit harden --only 'create.status.*' -- node --test client.test.mjs" },
    ],
  },
];
