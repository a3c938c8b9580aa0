export type { Command } from '@commander-js/extra-typings';
export { ask } from './lib/ask.ts';
export { CliError, type CliErrorOptions } from './lib/cli-error.ts';
export { completeWords } from './lib/complete-words.ts';
export { exitCodesText, runTool, type AddCommand, type CommandEntry, type Tool } from './lib/command-table.ts';
export { describeCommands, type CommandDescription, type OptionDescription } from './lib/describe-commands.ts';
export { closest, editDistance } from './lib/closest.ts';
export { createPaint, hasColors, type Paint, type Style } from './lib/colors.ts';
export { reportFailure } from './lib/failure-message.ts';
export { escapeText, withoutStyles } from './lib/escape-text.ts';
export { ExitCode } from './lib/exit-code.ts';
export type { Io, Main, Output } from './lib/io.ts';
export {
  collect,
  collectEach,
  parseBaseUrl,
  parseByName,
  parseChoice,
  parseDuration,
  parseInteger,
  parsePort,
  parseRate,
  parseReport,
  parseSize,
  parseUrl,
  type ReportFile,
} from './lib/option-parsers.ts';
export { matchesGlob } from './lib/matches-glob.ts';
export { printable, UNSAFE_CHARACTERS } from './lib/printable.ts';
export { openProcess } from './lib/process-io.ts';
export { createProgress, type Progress, type ProgressOptions } from './lib/progress.ts';
export { checkValue, parseJsonFile, readJsonFile, type JsonFileOptions } from './lib/read-json-file.ts';
export { readSecret, requireSecret, type SecretSource } from './lib/read-secret.ts';
export { readVersion } from './lib/read-version.ts';
export { optionWithDefault, refusedSecret, type OptionsOf } from './lib/special-options.ts';
export { isJson, runCli, type CliContext, type CliOptions } from './lib/run-cli.ts';
export { systemErrorCode, systemErrorState } from './lib/system-error.ts';
export { readBytes, cannot, type Unusable } from './lib/cannot.ts';
export { makeFolder, writeFileAtomic, type FileContent } from './lib/write-file-atomic.ts';
export { lengthOf, wrapped } from './lib/wrapped.ts';
export { countText, counted, sizeText } from './lib/count-text.ts';
export { shellQuoted, shellWord } from './lib/shell-word.ts';
export { xmlDocument, xmlElement, xmlTextElement } from './lib/xml.ts';
