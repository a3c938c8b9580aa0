import { runBin } from './lib/run-bin.ts';

await runBin('idvkit', async () => (await import('./lib/main.ts')).main);
