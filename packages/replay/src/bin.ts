import { runBin } from '@idvkit/cli-kit/run-bin';

await runBin('idv-replay', async () => (await import('./lib/cli/main.ts')).main);
