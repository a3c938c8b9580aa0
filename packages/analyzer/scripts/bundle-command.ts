/** Bundles the compiled commands of this package, with the threads and processes that they start. The build of the package runs it. */
import { bundleCommand } from '../../../tools/packages/bundle-command.ts';

await bundleCommand('analyzer', {
  entries: ['analyzer/dist/commands', 'analyzer/dist/lib/cli/corpus-worker', 'analyzer/dist/lib/cli/parts/part-worker'],
  // Optional packages, what reads files beside itself, and what few runs need.
  external: [/^@idvkit\/cli-kit\/html$/, /^(?:bullmq|ioredis|pg|hyparquet-writer|protobufjs)/],
  // Modules that several files need are one file. Pages, exports, tasks and the schemas of zod stay apart: few runs need them.
  groups: [
    {
      name: 'reading',
      minShareCount: 2,
      test: /\/packages\/(?:analyzer|cli-kit|json)\/dist\/(?!.*\/(?:html|export|parts)\/)/,
    },
  ],
});
