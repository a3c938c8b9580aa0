export { scanFile } from './lib/scan/file/scan-file.ts';
