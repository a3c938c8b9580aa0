/** The last lines of `pnpm start`: what to run next. */
const COMMANDS = [
  ["check --fault create.info.absolute --only 'create.info.*'", 'see what a broken rule looks like'],
  ['mock', 'serve the mock, for your client'],
  ['receiver --url http://127.0.0.1:3000/hook', 'audit your webhook receiver: set IDV_WEBHOOK_SECRET'],
  ['--help', 'list every command'],
] as const;

process.stdout.write('\nNow try:\n');
for (const [command, aim] of COMMANDS) {
  process.stdout.write(`  ${`npx -y pnpm@12 exec idvkit ${command}`.padEnd(86)}# ${aim}\n`);
}
