import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the room for young objects as small as it is at the start. It doubles while modules load, all of which survive, up to
 * tens of MB that are never given back; a payload of any size is read with few objects.
 */
export function limitYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
