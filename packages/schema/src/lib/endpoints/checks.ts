import type { JsonNode } from '../check/json-node.ts';

/** Checks that the application inside the data of an info has another id than the data. */
export function applicationIdDiffers(data: JsonNode): void {
  const own = data.at('id').value;
  const other = data.at('application', 'id');
  if (typeof own !== 'number' || other.isAbsent) return;
  other.expect(other.value !== own, '`data.application.id` is the same number as `data.id`', 'another number');
}
