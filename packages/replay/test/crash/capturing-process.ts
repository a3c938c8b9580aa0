/** A process that captures into the archive that it is given, to be killed: prints its address. With a size, it erases what is beyond. */
import { Archive, startCapture } from '@idvkit/replay';

const [folder = '', maxBytes] = process.argv.slice(2);
const archive = Archive.create(folder);
const capture = await startCapture({
  archive,
  port: 0,
  answers: [204],
  ...(maxBytes !== undefined && { limits: { maxBytes: Number(maxBytes) } }),
});
process.stdout.write(`${capture.url}\n`);
process.once('SIGTERM', () => void capture.close().then(() => process.exit()));
