import { runBin } from '@idvkit/cli-kit/run-bin';

import { limitYoungGeneration } from './lib/cli/young-generation.ts';

limitYoungGeneration();
await runBin('idv-analyze', async () => (await import('./lib/cli/main.ts')).main);
