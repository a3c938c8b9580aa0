import { createHash } from 'node:crypto';
import { extname, resolve } from 'node:path';

import {
  cannot,
  CliError,
  collect,
  ExitCode,
  optionWithDefault,
  parseDuration,
  readBytes,
  writeFileAtomic,
  type Io,
} from '@idvkit/cli-kit';
import type { ConformanceReport, ConformanceStatement } from '@idvkit/schema/formats';

import { badgeOf, greyBadge, shieldsBadge, svgBadge, type Badge } from '../statement/badge.ts';
import { openStatement } from '../statement/envelope.ts';
import { readPrivateKey, readPublicKey } from '../statement/key-file.ts';
import type { AddCommand } from './command.ts';
import { readReport } from './read-report.ts';

const EXAMPLES = `
Examples:
  Create a key pair, and sign a statement with it:
    openssl genpkey -algorithm ed25519 -out key.pem && chmod 600 key.pem
    openssl pkey -in key.pem -pubout -out key.pub.pem
    idv-conformance statement report.json --key key.pem --out statement.json
  Verify it, and that it is about a report:
    idv-conformance statement verify statement.json --key key.pub.pem --report report.json

The statement has the hash of the report and the verdicts of its rules. It has no address and no observation. It is an in-toto test result in a DSSE envelope.`;

const VERIFY_EXAMPLES = `
Examples:
  Renew a badge every day, for example in CI; it turns grey when the statement expires:
    idv-conformance statement verify statement.json --key key.pub.pem --badge badge.svg

Exit codes: those of statement.`;

interface SignOptions {
  readonly key?: string | undefined;
  readonly out?: string | undefined;
  readonly expires: number;
}

interface VerifyOptions {
  readonly key?: string | undefined;
  readonly report?: string | undefined;
  readonly badge?: readonly string[] | undefined;
}

export const addStatementCommand: AddCommand = (base, context, { clock }) => {
  const around = { io: context.io, clock };
  const command = base
    .argument('<report>', 'Report that --report json=FILE wrote')
    .option('--key <file>', 'Private ed25519 key in PEM, mode 600 (required)')
    .option('--out <file>', 'File to write the statement to (required)')
    .addOption(optionWithDefault('--expires <duration>', 'How long it holds after the run', [parseDuration, '90d']))
    .addHelpText('after', EXAMPLES)
    .action(context.run((file: string, options: SignOptions) => sign(file, options, around)));
  command
    .command('verify')
    .description('Verify a statement, offline')
    .argument('<statement>', 'File that idv-conformance statement wrote')
    .option('--key <file>', 'Public ed25519 key in PEM (required)')
    .option('--report <file>', 'Report that it must be about')
    .option('--badge <file>', 'Write a badge: .svg, or .json for shields.io; repeatable', collect)
    .addHelpText('after', VERIFY_EXAMPLES)
    // An option that both commands have belongs to the outer one, wherever it stands.
    .action(context.run((file, _, inner) => verify(file, inner.optsWithGlobals(), around)));
};

interface Surroundings {
  readonly io: Io;
  readonly clock: { now(): number };
}

async function sign(file: string, options: SignOptions, { io, clock }: Surroundings): Promise<void> {
  const [key, out] = [required(options.key, '--key'), required(options.out, '--out')];
  const { report, bytes } = await readReport(file, io.cwd);
  assertDecided(report, file);
  const privateKey = await readPrivateKey(resolve(io.cwd, key));
  // The mock, whose faults it names, is loaded only here.
  const { createStatement } = await import('../statement/create-statement.ts');
  const of = { report, sha256: sha256(bytes), key: privateKey, expiresMs: options.expires };
  const { statement, text } = createStatement(of);
  const { expiresAt } = statement.predicate.idvkit;
  if (Date.parse(expiresAt) <= clock.now()) {
    throw unusable(file, `its statement expired on ${dayOf(expiresAt)}`, 'Check again, or give a longer --expires.');
  }
  await writeFileAtomic(resolve(io.cwd, out), text);
  io.stdout.write(`${summaryOf(statement)}\n`);
}

/** An option that commander requires would be required of `verify`, too. */
function required(value: string | undefined, flag: string): string {
  if (value !== undefined) return value;
  throw new CliError({
    code: 'option-missing',
    message: `Cannot use a statement: ${flag} is missing.`,
    fix: `Give ${flag} FILE.`,
  });
}

/** A run that ended early or decided too little supports no statement. */
function assertDecided({ complete, exit }: ConformanceReport, file: string): void {
  const state = complete ? `its run ended with exit code ${exit.code}` : 'its run ended early';
  if (!complete || exit.code > ExitCode.findings) throw unusable(file, state, 'Give the report of a complete run.');
}

async function verify(file: string, options: VerifyOptions, { io, clock }: Surroundings): Promise<void> {
  const badges = (options.badge ?? []).map((path) => ({ path: resolve(io.cwd, path), write: badgeWriter(path) }));
  const key = await readPublicKey(resolve(io.cwd, required(options.key, '--key')));
  const read = (path: string) =>
    readBytes(path, { cwd: io.cwd }, cannot('statement-unusable', `use "${path}"`, 'Name a file that you may read.'));
  const reported = options.report === undefined ? undefined : sha256(await read(options.report));
  const opened = openStatement(await read(file), key);
  const state = opened.ok ? flawOf(opened.statement, { reported, now: clock.now() }) : opened.state;
  const grey = greyBadge(state?.startsWith(EXPIRED) === true ? 'expired' : 'not verified');
  const badge = opened.ok && state === undefined ? badgeOf(opened.statement) : grey;
  for (const { path, write } of badges) await writeFileAtomic(path, write(badge));
  if (!opened.ok && opened.isUnreadable) throw unusable(file, opened.state, 'Name a signed statement.');
  if (opened.ok && state === undefined) return io.stdout.write(`${summaryOf(opened.statement)}\n`);
  throw new CliError({
    code: 'statement-invalid',
    message: `Cannot rely on the statement "${file}": ${state ?? ''}.`,
    fix: 'Ask its signer for another.',
    exitCode: ExitCode.findings,
  });
}

const EXPIRED = 'it expired on';

/** Returns why a signed statement does not hold, as the end of a sentence. */
function flawOf(
  { subject: [{ digest }], predicate }: ConformanceStatement,
  { reported, now }: { readonly reported: string | undefined; readonly now: number },
): string | undefined {
  const { expiresAt } = predicate.idvkit;
  if (reported !== undefined && reported !== digest.sha256) return 'it is about another report';
  return Date.parse(expiresAt) <= now ? `${EXPIRED} ${dayOf(expiresAt)}` : undefined;
}

function summaryOf({ predicate }: ConformanceStatement): string {
  const { result, passedTests, warnedTests, failedTests, idvkit } = predicate;
  const { tool, specVersion, notTested, expiresAt } = idvkit;
  const warned = warnedTests.length === 0 ? [] : [`${warnedTests.length} warned`];
  const rules = [`${passedTests.length} passed`, ...warned, `${failedTests.length} failed`, `${notTested} not tested`];
  return `${result}: ${rules.join(', ')} (${tool.name} ${tool.version}, specification ${specVersion}, until ${dayOf(expiresAt)})`;
}

const BADGES: Readonly<Record<string, (badge: Badge) => string>> = { '.svg': svgBadge, '.json': shieldsBadge };

function badgeWriter(path: string): (badge: Badge) => string {
  const write = BADGES[extname(path)];
  if (write !== undefined) return write;
  throw unusable(path, 'it is not a kind of badge', 'Name a file that ends in .svg or .json.');
}

function unusable(file: string, state: string, fix: string): CliError {
  return cannot('statement-unusable', `use "${file}"`, fix)(state);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function dayOf(time: string): string {
  return time.slice(0, 10);
}
