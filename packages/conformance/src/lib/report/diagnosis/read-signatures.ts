import type { RuleId } from '@idvkit/schema/rules';

import { FAULT_SIGNATURES } from './fault-signatures.ts';
import type { FailureSignature } from './finding-signature.ts';

/** The effect of a fault of the mock on a whole run. */
export interface FaultSignature {
  readonly fault: string;
  /** The rule that the fault breaks. */
  readonly rule: RuleId;
  /** How rules fail, by their id. */
  readonly fails: ReadonlyMap<string, FailureSignature>;
  /** Rules that cannot be tested any more. */
  readonly blocks: readonly RuleId[];
}

let signatures: readonly FaultSignature[] | undefined;

/** Reads the generated table once. */
export function faultSignatures(): readonly FaultSignature[] {
  return (signatures ??= FAULT_SIGNATURES.trim().split('\n').map(parsed));
}

function parsed(line: string): FaultSignature {
  const [fault = '', fails = '', blocks = ''] = line.split('|').map((part) => part.trim());
  // The script that writes the table takes ids from the catalogue.
  const ids = (text: string): readonly RuleId[] => (text === '' ? [] : (text.split(' ') as RuleId[]));
  return {
    fault,
    rule: fault.split('/', 1)[0] as RuleId,
    fails: new Map(ids(fails).map(parsedFailure)),
    blocks: ids(blocks),
  };
}

function parsedFailure(text: string): readonly [string, FailureSignature] {
  const [id = '', share = '', kinds = ''] = text.split(':');
  return [id, { share: Number(share), kinds: new Set(kinds.split(',')) }];
}

/** Writes a fault as a line of the table. */
export function signatureLine({ fault, fails, blocks }: Omit<FaultSignature, 'rule'>): string {
  const failures = [...fails].map(([id, { share, kinds }]) => `${id}:${share}:${[...kinds].toSorted().join(',')}`);
  return [fault, failures.join(' '), blocks.join(' ')].join(' | ').trimEnd();
}
