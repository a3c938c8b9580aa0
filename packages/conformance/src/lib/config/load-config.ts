import { dirname, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { CliError, type Io, systemErrorCode } from '@idvkit/cli-kit';
import { isObject } from '@idvkit/json';
import { idvkitConfig, type IdvkitConfig } from '@idvkit/schema/formats';

import { findConfig } from './find-config.ts';
import { type SettingPath, written } from './setting-problems.ts';
import {
  placed,
  readSettingsFile,
  type SettingsContent,
  type SettingsSource,
  unusableSettings,
  validSettings,
} from './settings-file.ts';

export interface LoadedConfig {
  readonly config: IdvkitConfig;
  readonly path?: string;
}

/**
 * Loads the named configuration, or `idvkit.config.*` of the working folder or above, and fills in variables.
 * @throws {CliError} `config-missing`, `-unreadable`, `-ambiguous`, `-untrusted`, `-invalid`, `-variable-missing`.
 */
export async function loadConfig(
  named: string | undefined,
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
): Promise<LoadedConfig> {
  const path = named === undefined ? await findConfig(cwd) : resolve(cwd, named);
  if (path === undefined) return { config: {} };
  const source: SettingsSource = {
    what: 'configuration',
    code: 'config-invalid',
    file: named ?? (relative(cwd, path) || path),
    fix: 'Every setting is described in docs/configuration.md.',
  };
  const document = /\.[cm]?[jt]s$/.test(path) ? await importModule(path, source) : await readSettingsFile(path, source);
  const { value, missing } = fillEnvironment(document.value ?? {}, env);
  if (missing.length > 0) {
    const [{ variable } = { variable: '' }] = missing;
    const fix = `Set ${missing.length > 1 ? 'them' : variable}, or take ${missing.length > 1 ? 'the settings' : 'the setting'} out.`;
    throw unusableSettings(
      { ...source, code: 'config-variable-missing', fix },
      missing.map(({ path, variable }) =>
        placed(
          document.positionOf(path),
          `${written(path)} needs the environment variable ${variable}, which is not set`,
        ),
      ),
    );
  }
  const config = validSettings<IdvkitConfig>(idvkitConfig, { ...document, value }, source);
  return { config: withFilesBeside(config, path), path };
}

async function importModule(path: string, source: SettingsSource): Promise<SettingsContent> {
  let module: unknown;
  try {
    module = await import(pathToFileURL(path).href);
  } catch (cause) {
    throw new CliError({
      code: 'config-unreadable',
      message: `Cannot load the configuration "${source.file}": ${importProblem(cause)}.`,
      fix: 'It has to be an ES module that Node can import, with the configuration as its default export.',
      cause,
    });
  }
  // A module is an object.
  const value = (module as { readonly default?: unknown }).default;
  if (value === undefined) throw unusableSettings(source, ['it has no default export']);
  return { value, positionOf: () => undefined };
}

function importProblem(cause: unknown): string {
  const code = systemErrorCode(cause);
  if (code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX')
    return 'it uses TypeScript that is more than types, such as an enum';
  if (code === 'ERR_MODULE_NOT_FOUND') return 'it, or a module that it imports, does not exist';
  const message = cause instanceof Error ? `${cause.name}: ${cause.message}` : 'it throws';
  return message.split('\n', 1)[0]?.replace(/\.$/, '') ?? 'it throws';
}

/** Resolves paths from the folder of the configuration. */
function withFilesBeside(config: IdvkitConfig, path: string): IdvkitConfig {
  if (typeof config.ledger !== 'string') return config;
  return { ...config, ledger: resolve(dirname(path), config.ledger) };
}

interface MissingVariable {
  readonly path: SettingPath;
  readonly variable: string;
}

/** `${NAME}`, or `$${` for `${` itself. */
const REFERENCE = /\$(\$\{)|\$\{([^{}]*)\}/g;

function fillEnvironment(
  value: unknown,
  env: Readonly<Record<string, string | undefined>>,
): { readonly value: unknown; readonly missing: readonly MissingVariable[] } {
  const missing: MissingVariable[] = [];
  const fill = (here: unknown, path: SettingPath): unknown => {
    if (typeof here === 'string') {
      return here.replaceAll(REFERENCE, (_, escaped: string | undefined, name: string | undefined) => {
        if (escaped !== undefined) return escaped;
        const variable = name ?? '';
        const found = env[variable];
        if (found === undefined || found === '') missing.push({ path, variable });
        return found ?? '';
      });
    }
    if (Array.isArray(here)) return here.map((item, index) => fill(item, [...path, index]));
    if (!isObject(here)) return here;
    return Object.fromEntries(Object.entries(here).map(([key, item]) => [key, fill(item, [...path, key])]));
  };
  return { value: fill(value, []), missing };
}
