import type { Archive } from '@idvkit/archive';
import type { Io } from '@idvkit/cli-kit';
import type { SendPlan } from '@idvkit/schema/formats';

import { planItems } from '../send/order.ts';
import { departures } from '../send/pace.ts';
import { prepareDelivery, type PreparedDelivery } from '../send/prepare-delivery.ts';
import { shownTarget } from '../send/send-target.ts';
import { changeLines } from './send-lines.ts';

/** Shows what a plan would send, in order, and what it would edit. Nothing is sent and nothing written. */
export async function showPlan(
  plan: SendPlan,
  { archive, io, isRevealed }: { readonly archive: Archive; readonly io: Io; readonly isRevealed: boolean },
): Promise<void> {
  const prepared = new Map<number, PreparedDelivery>();
  const receivedAt = new Map<number, { readonly atMs: number; readonly bytes: number }>();
  for (const capture of new Set(plan.captures)) {
    const { captured } = await archive.find(String(capture));
    receivedAt.set(capture, { atMs: Date.parse(captured.receivedAt), bytes: captured.body.bytes });
    prepared.set(capture, await prepareDelivery({ archive, captured, plan }));
  }
  const items = planItems(plan);
  const places = items.filter(({ target }) => target === 0);
  const leavesAt = departures(
    plan.pace,
    places.map(({ capture }) => receivedAt.get(capture)?.atMs ?? 0),
  );
  const shown = new Set<number>();
  for (const { capture, copy, target, place } of items) {
    const delivery = prepared.get(capture);
    const at = plan.pace.kind === 'none' ? '' : `at ${(leavesAt(place) / 1_000).toFixed(3)} s  `;
    const what = `#${capture}${plan.times > 1 ? ` copy ${copy}` : ''}  ${receivedAt.get(capture)?.bytes ?? 0} bytes`;
    const to = shownTarget(plan.targets[target] ?? '');
    if (delivery?.kind === 'not-sent') {
      io.stdout.write(`WOULD NOT SEND  ${what} to ${to}: ${delivery.why}\n`);
      continue;
    }
    const images = delivery?.images ?? 0;
    const renewed =
      plan.mode === 'fresh' ? `afresh: new nounce, created_at and ${images} image URLs` : 'as is: the bytes that came';
    const edited = plan.set.length > 0 ? ', and what is set' : '';
    const packed = delivery?.packing === undefined ? '' : `, packed again as ${delivery.packing}`;
    io.stdout.write(`WOULD SEND  ${at}${what} to ${to}, ${renewed}${edited}${packed}\n`);
    if (shown.has(capture)) continue;
    shown.add(capture);
    for (const change of delivery?.changes ?? []) io.stdout.write(changeLines(change, isRevealed));
  }
  const retries = `5xx up to 3 retries, ${plan.retrySpacingMs / 1_000} s apart; ${plan.timeoutMs / 1_000} s for an answer`;
  io.stdout.write(`${items.length} deliveries, order ${plan.order}, seed ${plan.seed}; ${retries}\n`);
}
