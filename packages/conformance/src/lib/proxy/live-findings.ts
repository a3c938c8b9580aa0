import { checkRecording } from '../recorded/check-recording.ts';
import type { RecordedCall } from '../recorded/har-entry.ts';
import { buildReport } from '../report/build-report.ts';
import { createMasker } from '../report/mask/create-masker.ts';
import { TOOL } from '../report/tool.ts';
import { readExchange, toRecording, type ProxiedTrafficOptions } from './to-recording.ts';
import type { ProxiedExchange } from './traffic-buffer.ts';
import { Unpacking } from './unpacking.ts';

/** A kind of finding, masked, when it was first made. */
export interface LiveFinding {
  readonly rule: string;
  readonly level: 'must' | 'should';
  readonly message: string;
  /** Id of the observation, and its summary. */
  readonly observation: string;
  readonly summary: string;
}

export interface LiveOptions extends ProxiedTrafficOptions {
  readonly rules: readonly string[];
  readonly fingerprintKey: string;
}

/** Judges all traffic so far, repeatedly, and reports each kind of finding once. */
export class LiveFindings {
  readonly #options: LiveOptions;
  readonly #calls: { readonly towards: ProxiedExchange['towards']; readonly call: RecordedCall }[] = [];
  readonly #reported = new Set<string>();
  readonly #unpacking = new Unpacking();

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  add(calls: readonly ProxiedExchange[]): void {
    for (const seen of calls) this.#calls.push({ towards: seen.towards, call: readExchange(seen, this.#unpacking) });
  }

  judge(): readonly LiveFinding[] {
    const { rules, fingerprintKey, ...options } = this.#options;
    const run = checkRecording(toRecording(this.#calls, options), { only: rules });
    if (run.outcomes.every(({ failures }) => failures === 0)) return [];
    const masker = createMasker(run, { key: fingerprintKey });
    const report = buildReport(run, { masker, tool: TOOL, today: run.startedAt.slice(0, 10) });
    const summaries = new Map(report.observed.map(({ id, summary }) => [id, summary]));
    return report.rules.flatMap(({ id, level, findings }) =>
      findings.flatMap(({ message, observation }): readonly LiveFinding[] => {
        const kind = findingKind(id, message);
        if (this.#reported.has(kind)) return [];
        this.#reported.add(kind);
        return [{ rule: id, level, message, observation, summary: summaries.get(observation) ?? '' }];
      }),
    );
  }
}

export function findingKind(rule: string, message: string): string {
  return `${rule}\n${message}`;
}
