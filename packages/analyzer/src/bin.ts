import { runBin } from '@idvkit/cli-kit/run-bin';

await runBin('idv-analyze', async () => (await import('./lib/cli/main.ts')).main);
