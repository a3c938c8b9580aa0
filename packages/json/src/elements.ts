export { CUT, ElementError, ElementScanner, type ElementOptions, type ScannedElement } from './lib/element-scanner.ts';
