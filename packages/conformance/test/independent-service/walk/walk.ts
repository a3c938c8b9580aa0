import type { Settings } from '../settings.ts';
import { SCENES_OF_BODIES } from './bodies.ts';
import { SCENES_OF_CALLS } from './calls.ts';
import { SCENES_OF_DELIVERIES } from './deliveries.ts';
import type { Note } from './scene.ts';
import { Visitor } from './visitor.ts';

/** Scenes at the same time. Some wait for a receiver that is silent. */
const AT_ONCE = 40;

/** Visits every condition with a plain client, and returns what was seen in each step by its label. */
export async function walk(settings: () => Settings): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  const left = [...SCENES_OF_CALLS, ...SCENES_OF_BODIES, ...SCENES_OF_DELIVERIES];
  const note: Note = (label, what) => {
    if (seen.has(label)) throw new Error(`Two steps are called "${label}"`);
    seen.set(label, JSON.stringify(what));
  };
  const play = async (): Promise<void> => {
    for (let scene = left.pop(); scene !== undefined; scene = left.pop()) {
      const visitor = await Visitor.of(settings());
      try {
        await scene(visitor, note);
      } finally {
        await visitor.leave();
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, play));
  return new Map([...seen].sort(([one], [other]) => (one < other ? -1 : 1)));
}
