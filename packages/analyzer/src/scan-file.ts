export { scanFile, type ScanFileOptions } from './lib/scan/file/scan-file.ts';
