import { runBin } from '@idvkit/cli-kit/run-bin';

await runBin('idvkit', async () => (await import('./lib/main.ts')).main);
