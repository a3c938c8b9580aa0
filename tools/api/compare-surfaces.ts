import type { Change, Verdict } from './change.ts';
import { comparedKeys, compareContracts, type ContractChange } from './compare-contracts.ts';
import type { Surface } from './surface.ts';

/** What stands before the subject of a change of the contract. */
const PREFIXES: Readonly<Record<ContractChange['part'], string>> = {
  operations: '',
  tolerant: 'tolerant ',
  strict: 'strict ',
  rules: 'rule ',
};

/** Tells what changed between two surfaces, and whom each change breaks. */
export function compareSurfaces(before: Surface, after: Surface): Change[] {
  const contractChanges = compareContracts(before, after).map(({ part, verdict, subject, what }) => ({
    package: '@idvkit/schema',
    verdict,
    message: `${PREFIXES[part]}${subject}: ${what}`,
  }));
  return [...entryChanges(before, after), ...contractChanges];
}

function entryChanges(before: Surface, after: Surface): Change[] {
  return comparedKeys(before.entries, after.entries).flatMap(({ key, was, is }): Change[] => {
    const owner = /^(?:@[^/]+\/)?[^/]+/.exec(key)?.[0] ?? key;
    const change = (verdict: Verdict, message: string): Change => ({ package: owner, verdict, message });
    if (is === undefined) return [change('breaking', `${key}: the entry is gone`)];
    if (was === undefined) return [change('additive', `${key}: the entry is new`)];
    return comparedKeys(was, is).map(({ key: name, was: declared, is: declares }) => {
      if (declares === undefined) return change('breaking', `${key}: ${name} is gone`);
      if (declared === undefined) return change('additive', `${key}: ${name} is new`);
      const verdict = isExtended(declared, declares) ? 'additive' : 'breaking';
      return change(verdict, `${key}: ${name} is declared otherwise`);
    });
  });
}

/** Whether an interface has what it had, and optional members beside it. Every other change of a declaration may break somebody. */
function isExtended(before: string, after: string): boolean {
  if (!before.startsWith('export interface ')) return false;
  const [was, is] = [before, after].map((text) =>
    text
      .replace(/\}$/, '')
      .split(';')
      .map((part) => part.trim()),
  );
  if (was === undefined || is === undefined || was.some((member) => !is.includes(member))) return false;
  return is.every((member) => was.includes(member) || /^(?:readonly )?\w+\?[:(]/.test(member));
}
