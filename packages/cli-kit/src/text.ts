export { countText, counted, sizeText } from './lib/count-text.ts';
export { shellQuoted, shellWord } from './lib/shell-word.ts';
export { xmlDocument, xmlElement, xmlTextElement } from './lib/xml.ts';
