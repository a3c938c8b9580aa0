/** A process that captures into an archive and passes on to a receiver, to be killed: prints its address. */
import { Archive, startCapture } from '@idvkit/replay';

const [folder = '', url = ''] = process.argv.slice(2);
const capture = await startCapture({
  archive: Archive.create(folder),
  port: 0,
  answers: [204],
  forward: { url },
});
process.stdout.write(`${capture.url}\n`);
