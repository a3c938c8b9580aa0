export { CUT, ElementError, ElementScanner, type ElementOptions, type ScannedElement } from './lib/element-scanner.ts';
export { ValueReader, type ReadValue, type ValueListener } from './lib/value-reader.ts';
export { ValueFinder, type FoundValue } from './lib/find/value-finder.ts';
