import { setFlagsFromString } from 'node:v8';

import { runBin } from '@idvkit/cli-kit/run-bin';

// Room for young objects doubles while modules load, all of which survive, up to tens of MB that are never given back. A
// payload of any size is read with few objects: what there is at the start will do.
setFlagsFromString('--semi-space-growth-factor=1');
await runBin('idv-analyze', async () => (await import('./lib/cli/main.ts')).main);
