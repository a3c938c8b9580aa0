import { execFile } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Folders and settings of one stage of an image. */
interface Stage {
  readonly root: string;
  workdir: string;
  env: Record<string, string | undefined>;
  entrypoint: readonly string[];
  command: readonly string[];
}

/** What a container of the image runs. */
export interface Image {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
}

/** Settings of a build. */
export interface BuildOptions {
  /** Empty folder for the file systems of the stages. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder that COPY without a stage reads. */
  readonly context: string;
}

/** Instructions that change no file and no environment. */
const IGNORED = new Set(['LABEL', 'USER']);

/**
 * Does the steps of a Dockerfile without an engine: each stage is a folder, and commands run on this machine. Base images are not
 * used. @throws {Error} for an instruction that it does not know, and for a command that fails.
 */
export async function buildImage(dockerfile: string, { folder, env, context }: BuildOptions): Promise<Image> {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const [instruction, rest] of instructionsOf(dockerfile)) {
    if (instruction === 'FROM') {
      const [, name = String(stages.size)] = / AS (\S+)$/.exec(rest) ?? [];
      stage = { root: join(folder, name), workdir: '/', env: { ...env }, entrypoint: [], command: [] };
      mkdirSync(stage.root, { recursive: true });
      stages.set(name, stage);
      continue;
    }
    if (stage === undefined) throw new Error(`${instruction} stands in front of FROM`);
    await apply(instruction, rest, { stage, stages, context });
  }
  if (stage === undefined) throw new Error('There is no FROM');
  const { root, workdir, entrypoint, command } = stage;
  return { cwd: join(root, workdir), env: stage.env, entrypoint, command };
}

async function apply(
  instruction: string,
  rest: string,
  {
    stage,
    stages,
    context,
  }: Pick<BuildOptions, 'context'> & { readonly stage: Stage; readonly stages: Map<string, Stage> },
): Promise<void> {
  const { root } = stage;
  if (instruction === 'WORKDIR') {
    stage.workdir = rest;
    mkdirSync(join(root, rest), { recursive: true });
  } else if (instruction === 'ENV') {
    const [, name = '', value = ''] = /^(\w+)="?(.*?)"?$/.exec(rest) ?? [];
    // Paths of the image are paths below the folder of the stage.
    const inStage = value.replaceAll(/(^|:)\//g, `$1${root}/`).replaceAll('$PATH', stage.env['PATH'] ?? '');
    stage.env[name] = inStage;
  } else if (instruction === 'RUN') {
    await execute('sh', ['-ec', rest], { cwd: join(root, stage.workdir), env: stage.env });
  } else if (instruction === 'COPY') {
    const [, from, source = '', target = ''] = /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(rest) ?? [];
    const origin = from === undefined ? context : stages.get(from)?.root;
    if (origin === undefined) throw new Error(`COPY ${rest}: this stage is not known`);
    const inImage = join(root, target.startsWith('/') ? '' : stage.workdir, target);
    const path = target.endsWith('/') ? join(inImage, basename(source)) : inImage;
    mkdirSync(dirname(path), { recursive: true });
    cpSync(join(origin, source), path, { recursive: true, verbatimSymlinks: true });
  } else if (instruction === 'ENTRYPOINT') stage.entrypoint = words(rest);
  else if (instruction === 'CMD') stage.command = words(rest);
  else if (!IGNORED.has(instruction)) throw new Error(`${instruction} is not known`);
}

function words(json: string): readonly string[] {
  return JSON.parse(json) as readonly string[]; // The exec form is a list of texts.
}

function* instructionsOf(dockerfile: string): Generator<readonly [instruction: string, rest: string]> {
  for (const line of dockerfile.replaceAll(/\\\n\s*/g, '').split('\n')) {
    const [, instruction, rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (instruction !== undefined) yield [instruction, rest];
  }
}
