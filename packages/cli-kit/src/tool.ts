export { runTool, type AddCommand, type CommandEntry, type Tool } from './lib/command-table.ts';
export type { Io, Main, Output } from './lib/io.ts';
export { readVersion } from './lib/read-version.ts';
export type { CliContext } from './lib/run-cli.ts';
