import type { HitProfile } from '@idvkit/schema/formats';

/** Fields that screening providers commonly write. Users replace it with `--profile FILE`. */
export const DEFAULT_HIT_PROFILE: HitProfile = {
  label: 'doc.name',
  values: ['match_types[]', 'match_status', 'risk_level', 'doc.entity_type', 'doc.types[]', 'is_whitelisted'],
};
