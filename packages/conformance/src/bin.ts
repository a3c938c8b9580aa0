import { runBin } from '@idvkit/cli-kit/run-bin';

await runBin('idv-conformance', async () => (await import('./lib/cli/main.ts')).main);
