import { runBin } from '@idvkit/cli-kit/run-bin';

await runBin('idv-mock', async () => (await import('./lib/cli/main.ts')).main, '22.19');
