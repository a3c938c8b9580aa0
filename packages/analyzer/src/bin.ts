import { runBin } from '@idvkit/cli-kit/run-bin';

import { keepYoungObjectsFew } from './lib/cli/young-objects.ts';

keepYoungObjectsFew();
await runBin('idv-analyze', async () => (await import('./lib/cli/main.ts')).main);
