import type { JsonPath, ValueKind } from '@idvkit/json';

/**
 * Values that are not personal, by path; `*` is any key or index. Everything else is masked: what is not known here may be
 * anybody's name.
 *
 * @see Specification, "Resources and their fields"
 */
const SHOWN = [
  '/event/type',
  '/event/version',
  '/event/created_at',
  '/application/form',
  '/application/status',
  '/application/submitted_at',
  '/application/other_status/ekyc',
  '/answers/*/created_at',
  '/answers/*/updated_at',
  '/answers/ekyc_document_type/value',
  '/answers/full_name_type/value',
  '/answers/consent_version/value',
  '/answers/consent_date/value',
  '/extra/ekyc/face_compare/score',
  '/extra/ekyc/face_compare/status',
  '/extra/ekyc/liveness/attempts/*/attempt',
  '/extra/ekyc/liveness/attempts/*/status',
  '/extra/ekyc/liveness/attempts/*/created_at',
  '/extra/ekyc/liveness/attempts/*/images/*/action',
  '/extra/ekyc/identity_document/type',
  '/extra/ekyc/identity_document/attempts/*/attempt',
  '/extra/ekyc/identity_document/attempts/*/type',
  '/extra/ekyc/identity_document/attempts/*/status',
  '/extra/ekyc/identity_document/attempts/*/created_at',
  '/extra/identity_aml/*/*/timestamp',
  '/extra/identity_aml/*/*/values_list/*',
  '/extra/identity_aml/*/*/output/*/*/result/total_hits',
  '/extra/identity_aml/*/*/output/*/*/output/code',
  '/extra/identity_aml/*/*/output/*/*/output/status',
  '/extra/identity_aml/*/*/output/*/*/output/content/data/limit',
  '/extra/identity_aml/*/*/output/*/*/output/content/data/offset',
  '/extra/identity_aml/*/*/output/*/*/output/content/data/total_hits',
  '/extra/identity_aml/*/*/output/*/*/output/content/data/total_matches',
  '/extra/identity_aml/*/*/output/*/*/output/content/data/total_blacklist_hits',
] as const;

interface PathNode {
  isShown: boolean;
  readonly children: Map<string, PathNode>;
}

const root: PathNode = { isShown: false, children: new Map() };
for (const pattern of SHOWN) {
  let node = root;
  for (const step of pattern.slice(1).split('/')) {
    const next = node.children.get(step) ?? { isShown: false, children: new Map<string, PathNode>() };
    node.children.set(step, next);
    node = next;
  }
  node.isShown = true;
}

/** Whether a value may be shown to whoever did not ask for personal data. Booleans and null always may. */
export function isShownValue(path: JsonPath, kind: ValueKind): boolean {
  if (kind === 'boolean' || kind === 'null') return true;
  return matches(root, path, 0);
}

function matches(node: PathNode, path: JsonPath, depth: number): boolean {
  if (depth === path.length) return node.isShown;
  const step = path[depth];
  // No pattern names an index.
  const exact = typeof step === 'string' ? node.children.get(step) : undefined;
  const any = node.children.get('*');
  return (
    (exact !== undefined && matches(exact, path, depth + 1)) || (any !== undefined && matches(any, path, depth + 1))
  );
}
