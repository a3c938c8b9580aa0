import { relative } from 'node:path';

import { createPaint, ExitCode, parseUrl, type Io } from '@idvkit/cli-kit';

import { loadConfig } from '../config/load-config.ts';
import { checkReceiver } from '../doctor/check-receiver.ts';
import { checkService } from '../doctor/check-service.ts';
import type { DoctorCheck } from '../doctor/doctor-check.ts';
import { environmentChecks } from '../doctor/environment-checks.ts';
import type { AddCommand, CommandTools } from './command.ts';

const EXAMPLES = `
Examples:
  Check what a run with the configuration of this folder needs:
    idvkit doctor
  Check an address, and create one application to see if the form exists:
    idvkit doctor --base-url https://idv.example.com --form-slug kyc --create

It prints no secret. It makes one read call; only --create changes anything. An application cannot be deleted.`;

interface DoctorOptions {
  readonly config?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly formSlug?: string | undefined;
  readonly create?: true | undefined;
  readonly json?: true | undefined;
}

export const addDoctorCommand: AddCommand = (command, context, tools) => {
  command
    .option('--config <file>', 'Configuration; idvkit.config.* here or above if left out')
    .option('--base-url <url>', 'Address of the service', parseUrl)
    .option('--form-slug <slug>', 'Flow with a document scan or liveness step')
    .option('--create', 'Create one application, to see if the form exists')
    .option('--json', 'Print one JSON document (idvkit.doctor)')
    .addHelpText('after', EXAMPLES)
    .action(context.run((options: DoctorOptions) => doctor(options, context.io, tools)));
};

async function doctor(options: DoctorOptions, io: Io, { clock }: CommandTools): Promise<ExitCode> {
  const { config, path } = await loadConfig(options.config, io);
  const target = { baseUrl: options.baseUrl ?? config.baseUrl, formSlug: options.formSlug ?? config.formSlug };
  const where = path === undefined ? 'none; "idvkit init" writes one' : relative(io.cwd, path);
  const checks: readonly DoctorCheck[] = [
    ...environmentChecks(io.env),
    { about: 'configuration', state: path === undefined ? 'note' : 'ok', text: where },
    ...(await checkService({ ...target, config, io, clock, create: options.create === true })),
    ...(await checkReceiver(config.receiver, io)),
  ];
  const failed = checks.filter(({ state }) => state === 'failed').length;
  if (options.json === true) {
    io.stdout.write(
      `${JSON.stringify({ format: 'idvkit.doctor', version: 1, ready: failed === 0, checks }, undefined, 2)}\n`,
    );
  } else {
    print(checks, io);
    io.stdout.write(failed === 0 ? '\nReady.\n' : `\n${failed} to fix.\n`);
  }
  return failed === 0 ? ExitCode.ok : ExitCode.findings;
}

const SYMBOLS = { ok: ['✓', 'green'], failed: ['✗', 'red'], note: ['○', 'dim'] } as const;

function print(checks: readonly DoctorCheck[], { stdout, env }: Io): void {
  const paint = createPaint(stdout, env);
  const width = Math.max(...checks.map(({ about }) => about.length));
  for (const { about, state, text, fix } of checks) {
    const [symbol, style] = SYMBOLS[state];
    stdout.write(`${paint(style, symbol)} ${about.padEnd(width)}  ${text}\n`);
    if (fix !== undefined) stdout.write(`${' '.repeat(width + 4)}${paint('cyan', '→')} ${fix}\n`);
  }
}
