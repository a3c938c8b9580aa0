/** Bundles the compiled command, with the threads that it starts. The build of the package runs it. */
import { bundleCommand } from '../../../tools/packages/bundle-command.ts';

await bundleCommand('idvkit', {
  entries: ['idvkit/dist/bin', 'conformance/dist/lib/proxy/live-worker'],
  // A bundle, too.
  external: [/^@idvkit\/analyzer\/commands$/],
});
