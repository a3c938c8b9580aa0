export { bar, type BarPart } from './lib/html/bar.ts';
export { BASE_STYLE } from './lib/html/base-style.ts';
export { factList } from './lib/html/fact-list.ts';
export { htmlPage, pageContent, type HtmlPage, type HtmlSection } from './lib/html/html-page.ts';
export { Html, html, type HtmlValue } from './lib/html/html.ts';
export { htmlTable, type HtmlTable } from './lib/html/html-table.ts';
export { PAGE_GUARD_HEADERS, pageStyle, readKitFile, type KitFile } from './lib/html/page-kit.ts';
