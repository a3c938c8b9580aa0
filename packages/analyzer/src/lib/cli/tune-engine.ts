import { setFlagsFromString } from 'node:v8';

const FLAGS = [
  // Room for young objects doubles while modules load, all of which survive, up to tens of MB that are never given back.
  '--semi-space-growth-factor=1',
  // Compiling takes a third of the processor time of a small corpus. It takes less if each function has less of the others in it.
  '--max-inlined-bytecode-size-cumulative=200',
  // The compiler of warm code then holds less of what `malloc` never gives back, 10 MB at its peak.
  '--no-maglev-destroy-on-background',
  '--no-maglev-inlining',
  '--no-maglev-loop-peeling',
  // Few objects live on, so threads that look for them together mostly wait for each other.
  '--no-parallel-scavenge',
];

/**
 * Sets up V8 for inputs of any size that are read with few objects, before most modules load. Other engines ignore it. Without it,
 * 6,000 deliveries of 3 kB take 114 MB instead of 90 MB, and 5 % more CPU; with the first flag only 102 MB, and 2 %.
 */
export function tuneEngine(): void {
  for (const flag of FLAGS) setFlagsFromString(flag);
}
