import type { Archive } from '@idvkit/archive';
import type { SendPlan } from '@idvkit/schema/formats';

import { planItems, type SendItem } from './order.ts';
import { departures } from './pace.ts';
import { prepareDelivery, type PreparedDelivery } from './prepare-delivery.ts';

export interface PreviewedDelivery {
  readonly item: SendItem;
  /** Length of the captured body. */
  readonly bytes: number;
  /** Milliseconds after the first delivery. */
  readonly leavesAtMs: number;
  readonly prepared: PreparedDelivery;
}

export async function previewPlan(archive: Archive, plan: SendPlan): Promise<readonly PreviewedDelivery[]> {
  const captures = new Map<number, { receivedAtMs: number; bytes: number; prepared: PreparedDelivery }>();
  for (const id of new Set(plan.captures)) {
    const { captured } = archive.find(String(id));
    captures.set(id, {
      receivedAtMs: Date.parse(captured.receivedAt),
      bytes: captured.body.bytes,
      prepared: await prepareDelivery({ archive, captured, plan }),
    });
  }
  const planned = planItems(plan).flatMap((item) => {
    const capture = captures.get(item.capture);
    return capture === undefined ? [] : [{ item, ...capture }];
  });
  const first = planned.filter(({ item }) => item.target === 0);
  const leavesAt = departures(
    plan.pace,
    first.map(({ receivedAtMs }) => receivedAtMs),
  );
  return planned.map(({ item, bytes, prepared }) => ({ item, bytes, prepared, leavesAtMs: leavesAt(item.place) }));
}
