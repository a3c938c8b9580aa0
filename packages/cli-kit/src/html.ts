export { bar, type BarPart } from './lib/html/bar.ts';
export { factList } from './lib/html/fact-list.ts';
export {
  htmlPage,
  PAGE_GUARD_HEADERS,
  pageContent,
  servedPage,
  type HtmlPage,
  type HtmlSection,
  type ServedPage,
} from './lib/html/html-page.ts';
export { Html, html, inlineCode, type HtmlValue } from './lib/html/html.ts';
export { htmlTable, type HtmlTable } from './lib/html/html-table.ts';
export { pageStyle } from './lib/html/page-style.ts';
