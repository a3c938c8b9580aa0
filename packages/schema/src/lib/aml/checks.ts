import { has, implies, mayHave, stated } from '../check/stated.ts';

/** Checks that a screening entry that found nothing has no hits. */
export const nothingFoundHasNoHits = stated(
  implies(
    has('result.is_found', { const: false }),
    mayHave('output.content.data.hits', { type: 'array', items: {}, maxItems: 0 }),
  ),
  function (entry) {
    const hits = entry.at('output', 'content', 'data', 'hits');
    if (entry.at('result', 'is_found').value !== false || !Array.isArray(hits.value)) return;
    const { length } = hits.value;
    if (length === 0) hits.pass();
    else {
      const message = 'A screening entry has hits though it says that nothing was found';
      hits.fail(message, 'no hits', { actual: `${length} hits` });
    }
  },
);
