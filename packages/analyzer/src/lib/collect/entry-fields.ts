import { AML_LISTS } from '@idvkit/schema';
import { privacyOf, type FieldPrivacy } from '@idvkit/schema/privacy';

/** Flags of an entry, as the aggregates of its run name them: `is_found`, `is_in_pep` … */
export const ENTRY_FLAGS: readonly { readonly name: string; readonly any: string; readonly all: string }[] = [
  'found',
  ...AML_LISTS.map((list) => `in_${list}`),
].map((flag) => ({ name: `is_${flag}`, any: `is_any_${flag}`, all: `is_all_${flag}` }));

/** Names of all flags of runs and entries. */
export const FLAGS: ReadonlySet<string> = new Set(ENTRY_FLAGS.flatMap(({ name, any, all }) => [name, any, all]));

const RUN = ['extra', 'identity_aml', '', 0] as const;
const ENTRY = [...RUN, 'output', '', 0, 'output'] as const;
const RECORD = [...ENTRY, 'content', 'data'] as const;

/** Privacy of what a summary shows of runs and entries, for any provider. */
export const FIELDS: Readonly<Record<'timestamp' | 'listed' | 'status' | 'matchStatus' | 'riskLevel', FieldPrivacy>> = {
  timestamp: privacyOf([...RUN, 'timestamp']),
  listed: privacyOf([...RUN, 'values_list', 0]),
  status: privacyOf([...ENTRY, 'status']),
  matchStatus: privacyOf([...RECORD, 'match_status']),
  riskLevel: privacyOf([...RECORD, 'risk_level']),
};

/** Tables that say what hits are. */
export const KINDS = ['matchStatuses', 'riskLevels', 'types', 'sources', 'matchTypes'] as const;
