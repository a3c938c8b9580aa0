import type { DeliveryHeader } from '@idvkit/delivery';
import type { RuleId } from '@idvkit/schema/rules';

import type { AuditBody } from './applicant.ts';
import type { Audit } from './audit.ts';

export interface AuditCase {
  readonly name: string;
  /** Rules that it exercises. It runs if one of them, or `receiver.survives`, is chosen. */
  readonly rules: readonly RuleId[];
  readonly drive: (audit: Audit) => Promise<void>;
}

/** Returns a maker of bodies that differ in one way. */
export function changed(
  make: (header: DeliveryHeader) => AuditBody,
  change: (body: AuditBody) => unknown,
): (header: DeliveryHeader) => AuditBody {
  return (header) => {
    const body = make(header);
    change(body);
    return body;
  };
}
