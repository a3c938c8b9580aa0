import { existsSync, lstatSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { ask, CliError, parseBaseUrl, writeFileAtomic, type Io } from '@idvkit/cli-kit';
import { stringify } from 'yaml';

import { LEDGER_FILE } from '../drive/calls/run-settings.ts';
import type { AddCommand } from './command.ts';

const EXAMPLES = `
Examples:
  Ask for address, form and CI, and write the files:
    idvkit init
  Without questions, as always outside a terminal:
    idvkit init --base-url https://idv.example.com \\
      --form-slug kyc --ci github

It writes idvkit.config.yaml, idvkit.baseline.json and the job of the CI. In a git repository it adds to .gitignore what must not be committed: the ledger, captures, the state of idvkit harden, and .env. It changes no other file that exists; --ci alone adds a job next to them. Secrets stay in the environment: IDV_API_TOKEN and IDV_WEBHOOK_SECRET.`;

const CI_SYSTEMS = ['github', 'gitlab', 'none'] as const;
const CONFIG = 'idvkit.config.yaml';
const BASELINE = 'idvkit.baseline.json';
const GITIGNORE = '.gitignore';
/** Files that must not be committed, as lines of .gitignore: they hold slugs, personal values, the results of a client, or secrets. */
const PRIVATE_FILES = [LEDGER_FILE, 'idvkit.capture/', '.idvkit/', '.env'];
/** Lines that ignore one of these files, too. */
const WIDER_LINES: Readonly<Record<string, readonly string[]>> = {
  [LEDGER_FILE]: ['*.ledger.json'],
  '.env': ['.env*', '*.env'],
};

interface InitOptions {
  readonly baseUrl?: string | undefined;
  readonly formSlug?: string | undefined;
  readonly ci?: (typeof CI_SYSTEMS)[number] | undefined;
}

export const addInitCommand: AddCommand = (command, context) => {
  command
    .option('--base-url <url>', 'Address of the service; the embedded mock if left out', parseBaseUrl)
    .option('--form-slug <slug>', 'Flow with a document scan or liveness step')
    .addOption(command.createOption('--ci <system>', 'CI system to write a job for').choices(CI_SYSTEMS))
    .addHelpText('after', EXAMPLES)
    .action(context.run((options: InitOptions) => init(options, context.io)));
};

async function init(options: InitOptions, io: Io): Promise<void> {
  const { baseUrl, formSlug, ci } = canAsk(io) ? await asked(options, io) : options;
  const job = jobOf(ci);
  const files: Record<string, string> = {
    [CONFIG]: configText({ baseUrl, formSlug }),
    [BASELINE]: json(EMPTY_BASELINE),
    ...job,
  };
  const existing = Object.keys(files).filter((file) => existsSync(resolve(io.cwd, file)));
  // A job can be added to files of an earlier call, if no option would change them.
  const isAdded = Object.keys(job).length > 0 && baseUrl === undefined && formSlug === undefined;
  if (isAdded && !existing.some((file) => file in job)) {
    for (const file of existing.splice(0)) {
      delete files[file];
      io.stdout.write(`Kept ${file}\n`);
    }
  }
  if (existing.length > 0) {
    throw new CliError({
      code: 'file-exists',
      message: `Cannot write ${existing.map((file) => `"${file}"`).join(' and ')}: ${existing.length > 1 ? 'they exist' : 'it exists'}. Nothing was written.`,
      fix: `Keep ${existing.length > 1 ? 'them' : 'it'}, or remove ${existing.length > 1 ? 'them' : 'it'} first.`,
    });
  }
  for (const [file, text] of Object.entries(files)) {
    await writeFileAtomic(resolve(io.cwd, file), text);
    io.stdout.write(`Wrote ${file}\n`);
  }
  if (ci === undefined) io.stdout.write('Wrote no CI job: add one with idvkit init --ci github, or --ci gitlab\n');
  const isIgnored = await ignorePrivateFiles(io.cwd);
  if (isIgnored) io.stdout.write(`${GITIGNORE} ignores ${PRIVATE_FILES.join(', ')}\n`);
  io.stdout.write(`\n${nextSteps({ baseUrl, ci, isIgnored }).join('\n')}\n`);
}

/** Adds private files to .gitignore if this folder has one, or belongs to a git repository. @returns Whether git ignores them. */
async function ignorePrivateFiles(cwd: string): Promise<boolean> {
  const path = resolve(cwd, GITIGNORE);
  const found = lstatSync(path, { throwIfNoEntry: false });
  // Git ignores a link: it may lead out of the repository.
  if (found === undefined ? !isInRepository(cwd) : !found.isFile()) return false;
  const text = found && (await readFile(path, 'utf8'));
  const bare = (line: string): string => line.trim().replaceAll(/^\/|\/$/g, '');
  const lines = new Set<string>();
  for (const line of (text ?? '').split(/\r?\n/)) {
    // Of lines that match a file, the last one counts.
    const [, exception] = /^!(.*)$/.exec(line) ?? [];
    if (exception === undefined) lines.add(bare(line));
    else if (/[*?[]/.test(exception) || PRIVATE_FILES.map(bare).includes(bare(exception))) lines.clear();
  }
  const missing = PRIVATE_FILES.filter(
    (file) => ![file, ...(WIDER_LINES[file] ?? [])].some((line) => lines.has(bare(line))),
  );
  if (missing.length === 0) return true;
  const end = text === undefined || text === '' || text.endsWith('\n') ? '' : '\n';
  await appendFile(path, `${end}${missing.join('\n')}\n`);
  return true;
}

function isInRepository(folder: string): boolean {
  if (existsSync(resolve(folder, '.git'))) return true;
  return dirname(folder) !== folder && isInRepository(dirname(folder));
}

function canAsk({ stdin, stderr }: Io): boolean {
  return stdin.isTTY === true && stderr.isTTY;
}

/** Asks for what the options leave open. An empty answer leaves it open, too. */
async function asked(options: InitOptions, io: Io): Promise<InitOptions> {
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

/** Returns a configuration with the comment by which editors find its schema. */
function configText(settings: Pick<InitOptions, 'baseUrl' | 'formSlug'>): string {
  const comment = `# yaml-language-server: $schema=${SCHEMA}\n`;
  return Object.values(settings).every((value) => value === undefined) ? comment : `${comment}${yaml(settings)}`;
}

function yaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 });
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Folder of the tarballs that `pnpm run pack` writes: until a release, no registry has our names. */
const TARBALLS = 'idvkit-tarballs';
/** Schema of the configuration for editors, as the tarball installs it. */
const SCHEMA = './node_modules/idvkit/node_modules/@idvkit/schema/json-schema/config.schema.json';
/** Install scripts could read the secrets, so none runs. */
const INSTALL = `npm install --no-save --no-audit --ignore-scripts ./${TARBALLS}/idvkit.tgz`;
const RUN = `node_modules/.bin/idvkit check --config ${CONFIG} --baseline ${BASELINE}`;
const REPORTS = '--report junit=idvkit-report/junit.xml --report html=idvkit-report/report.html';

// A tag can be moved, a commit cannot.
const CHECKOUT = '@3d3c42e5aac5ba805825da76410c181273ba90b1';
const SETUP_NODE = '@820762786026740c76f36085b0efc47a31fe5020';
const UPLOAD_ARTIFACT = '@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a';
const ACTION_TAGS: Readonly<Record<string, string>> = {
  [CHECKOUT]: 'v7.0.1',
  [SETUP_NODE]: 'v7.0.0',
  [UPLOAD_ARTIFACT]: 'v7.0.1',
};

function jobOf(ci: InitOptions['ci']): Readonly<Record<string, string>> {
  if (ci === 'github')
    return {
      '.github/workflows/idvkit.yml': yaml(githubWorkflow()).replace(
        /@[\da-f]{40}$/gm,
        (commit) => `${commit} # ${ACTION_TAGS[commit]}`,
      ),
    };
  if (ci === 'gitlab') return { 'idvkit.gitlab-ci.yml': yaml(gitlabJob()) };
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
          { uses: `actions/checkout${CHECKOUT}` },
          {
            uses: `actions/setup-node${SETUP_NODE}`,
            with: { 'node-version': 24, 'package-manager-cache': false },
          },
          { run: INSTALL },
          {
            run: `${RUN} ${REPORTS} --report github=- --report markdown="$GITHUB_STEP_SUMMARY"`,
            env: Object.fromEntries(secrets.map((name) => [name, `\${{ secrets.${name} }}`])),
          },
          {
            uses: `actions/upload-artifact${UPLOAD_ARTIFACT}`,
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
      script: [INSTALL, `${RUN} ${REPORTS}`],
      artifacts: {
        when: 'always',
        paths: ['idvkit-report/'],
        reports: { junit: 'idvkit-report/junit.xml' },
      },
    },
  };
}

function nextSteps({
  baseUrl,
  ci,
  isIgnored,
}: Pick<InitOptions, 'baseUrl' | 'ci'> & { readonly isIgnored: boolean }): readonly string[] {
  const secrets = 'IDV_API_TOKEN and IDV_WEBHOOK_SECRET';
  const steps = [
    ...(baseUrl === undefined ? [] : ['Set IDV_API_TOKEN. Then see what is missing: idvkit doctor']),
    'Run the checks: idvkit check',
    ...(ci === 'github' || ci === 'gitlab'
      ? [`Commit ${TARBALLS}/idvkit.tgz, which the job installs: see docs/install.md of idvkit.`]
      : []),
    ...(ci === 'github' ? [`Add ${secrets} to the secrets of the repository.`] : []),
    ...(ci === 'gitlab'
      ? [`Add "include: idvkit.gitlab-ci.yml" to .gitlab-ci.yml, and ${secrets} as masked variables.`]
      : []),
    ...(baseUrl === undefined || isIgnored
      ? []
      : [`Keep ${PRIVATE_FILES.join(', ')} out of version control: they hold slugs, personal values or secrets.`]),
  ];
  return steps.map((step, index) => `${index + 1}. ${step}`);
}
