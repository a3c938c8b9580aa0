export { commands } from './lib/cli/commands.ts';
