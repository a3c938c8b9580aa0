/** The last lines of `pnpm start`: what to run next. */
const COMMANDS = [
  ["check --fault create.info.absolute --only 'create.info.*'", 'see what a broken rule looks like'],
  ['mock', 'serve the mock, for your client'],
  ['--help', 'list every command'],
] as const;

process.stdout.write('\nNow try:\n');
for (const [command, aim] of COMMANDS) {
  process.stdout.write(`  ${`npx -y pnpm@12 exec idvkit ${command}`.padEnd(86)}# ${aim}\n`);
}
