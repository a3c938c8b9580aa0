import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { ask, CliError, parseBaseUrl, readVersion, writeFileAtomic, type Io } from '@idvkit/cli-kit';
import type { IdvkitConfig } from '@idvkit/schema/config';
import { stringify } from 'yaml';

import type { AddCommand } from './command.ts';

const EXAMPLES = `
Examples:
  Ask for address, form and CI, and write the files:
    idv-conformance init
  Without questions:
    idv-conformance init --yes --base-url https://idv.example.com \\
      --form-slug kyc --ci github

It writes idvkit.config.json, idvkit.baseline.json and the job of the CI. It changes no file that exists, unless --force is given. Secrets stay in the environment: IDV_API_TOKEN and IDV_WEBHOOK_SECRET.`;

const CI_SYSTEMS = ['github', 'gitlab', 'none'] as const;
const CONFIG = 'idvkit.config.json';
const BASELINE = 'idvkit.baseline.json';

interface InitOptions {
  readonly baseUrl?: string | undefined;
  readonly formSlug?: string | undefined;
  readonly ci?: (typeof CI_SYSTEMS)[number] | undefined;
  readonly yes?: true | undefined;
  readonly force?: true | undefined;
}

export const addInitCommand: AddCommand = (command, context) => {
  command
    .option('--base-url <url>', 'Address of the service; the embedded mock if left out', parseBaseUrl)
    .option('--form-slug <slug>', 'Flow with a document scan or liveness step')
    .addOption(command.createOption('--ci <system>', 'CI system to write a job for').choices(CI_SYSTEMS))
    .option('--yes', 'Ask nothing')
    .option('--force', 'Overwrite files that exist')
    .addHelpText('after', EXAMPLES)
    .action(context.run((options: InitOptions) => init(options, context.io)));
};

async function init(options: InitOptions, io: Io): Promise<void> {
  const { baseUrl, formSlug, ci } = options.yes === true ? options : await asked(options, io);
  const files = { [CONFIG]: json(configOf(baseUrl, formSlug)), [BASELINE]: json(EMPTY_BASELINE), ...jobOf(ci) };
  const existing = Object.keys(files).filter((file) => existsSync(resolve(io.cwd, file)));
  if (existing.length > 0 && options.force !== true) {
    throw new CliError({
      code: 'file-exists',
      message: `Cannot write ${existing.map((file) => `"${file}"`).join(' and ')}: ${existing.length > 1 ? 'they exist' : 'it exists'}. Nothing was written.`,
      fix: 'Remove it, or overwrite it with --force.',
    });
  }
  for (const [file, text] of Object.entries(files)) {
    await writeFileAtomic(resolve(io.cwd, file), text);
    io.stdout.write(`Wrote ${file}\n`);
  }
  io.stdout.write(`\n${nextSteps(baseUrl, ci).join('\n')}\n`);
}

/** Asks for what the options leave open. An empty answer leaves it open, too. */
async function asked(options: InitOptions, io: Io): Promise<InitOptions> {
  if (io.stdin.isTTY !== true || !io.stderr.isTTY) {
    throw new CliError({
      code: 'terminal-needed',
      message: 'Cannot ask anybody: this is not a terminal.',
      fix: 'Give --yes with --base-url, --form-slug and --ci.',
    });
  }
  const baseUrl =
    options.baseUrl ?? (await answer('Address of the service (empty: the embedded mock): ', parseBaseUrl, io));
  const formSlug =
    options.formSlug ??
    (baseUrl === undefined ? undefined : await answer('Slug of a form with camera steps: ', (text) => text, io));
  const ci = options.ci ?? (await answer(`CI system (${CI_SYSTEMS.join(', ')}): `, parseSystem, io));
  return { ...options, baseUrl, formSlug, ci };
}

/** Asks until the answer can be used. @throws {CliError} `interrupted` if the input ends. */
async function answer<Value>(question: string, parse: (text: string) => Value, io: Io): Promise<Value | undefined> {
  for (;;) {
    const text = (await ask(io, question))?.trim();
    if (text === undefined) {
      throw new CliError({ code: 'interrupted', message: 'No answer. Nothing was written.', fix: 'Start again.' });
    }
    if (text === '') return undefined;
    try {
      return parse(text);
    } catch (error) {
      io.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
}

function parseSystem(text: string): (typeof CI_SYSTEMS)[number] {
  const system = CI_SYSTEMS.find((each) => each === text);
  if (system === undefined) throw new RangeError(`Give one of ${CI_SYSTEMS.join(', ')}.`);
  return system;
}

const EMPTY_BASELINE = { format: 'idvkit.conformance-baseline', version: 1, rules: [] };

function configOf(baseUrl: string | undefined, formSlug: string | undefined): IdvkitConfig {
  return {
    $schema: `https://unpkg.com/@idvkit/schema@${readVersion(import.meta.resolve('@idvkit/schema'))}/json-schema/config.schema.json`,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(formSlug !== undefined && { formSlug }),
  };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** The command that a job runs. Install scripts could read the secrets, so none runs. */
const RUN = `npx --yes --ignore-scripts @idvkit/conformance@${readVersion(import.meta.url)} run --config ${CONFIG} --baseline ${BASELINE}`;
const REPORTS = '--report junit=idvkit-report/junit.xml --report html=idvkit-report/report.html';

function jobOf(ci: InitOptions['ci']): Readonly<Record<string, string>> {
  if (ci === 'github') return { '.github/workflows/idvkit.yml': stringify(githubWorkflow(), { lineWidth: 0 }) };
  if (ci === 'gitlab') return { 'idvkit.gitlab-ci.yml': stringify(gitlabJob(), { lineWidth: 0 }) };
  return {};
}

function githubWorkflow(): object {
  const secrets = ['IDV_API_TOKEN', 'IDV_WEBHOOK_SECRET'];
  return {
    name: 'idvkit',
    on: { workflow_dispatch: null, schedule: [{ cron: '0 5 * * *' }] },
    permissions: { contents: 'read' },
    jobs: {
      conformance: {
        'runs-on': 'ubuntu-latest',
        steps: [
          { uses: 'actions/checkout@v7' },
          { uses: 'actions/setup-node@v7', with: { 'node-version': 24 } },
          {
            run: `${RUN} ${REPORTS} --report github=- --report markdown="$GITHUB_STEP_SUMMARY"`,
            env: Object.fromEntries(secrets.map((name) => [name, `\${{ secrets.${name} }}`])),
          },
          {
            uses: 'actions/upload-artifact@v7',
            if: 'always()',
            with: { name: 'idvkit-report', path: 'idvkit-report' },
          },
        ],
      },
    },
  };
}

function gitlabJob(): object {
  return {
    idvkit: {
      image: 'node:24',
      script: [`${RUN} ${REPORTS}`],
      artifacts: {
        when: 'always',
        paths: ['idvkit-report/'],
        reports: { junit: 'idvkit-report/junit.xml' },
      },
    },
  };
}

function nextSteps(baseUrl: string | undefined, ci: InitOptions['ci']): readonly string[] {
  const secrets = 'IDV_API_TOKEN and IDV_WEBHOOK_SECRET';
  const steps = [
    ...(baseUrl === undefined ? [] : ['Set IDV_API_TOKEN. Then see what is missing: idv-conformance doctor']),
    'Run the checks: idv-conformance run',
    ...(ci === 'github' ? [`Add ${secrets} to the secrets of the repository.`] : []),
    ...(ci === 'gitlab'
      ? [`Add "include: idvkit.gitlab-ci.yml" to .gitlab-ci.yml, and ${secrets} as masked variables.`]
      : []),
    ...(baseUrl === undefined ? [] : ['Add idvkit.ledger.json to .gitignore: it lists slugs, which give access.']),
  ];
  return steps.map((step, index) => `${index + 1}. ${step}`);
}
