/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

// These run in the browser: each is sent there as its text, and sees nothing of this file.

/** The colour behind everything. */
export function ground(): string {
  return getComputedStyle(document.body).backgroundColor;
}

/** Parts that stick out of the page. */
export function tooWide(): readonly string[] {
  const width = document.documentElement.clientWidth;
  const page = document.documentElement.scrollWidth > width ? ['the page itself'] : [];
  const wide = [...document.querySelectorAll('body *')].filter((element) => {
    if (!element.checkVisibility() || element.closest('svg') !== null) return false;
    const { left, right } = element.getBoundingClientRect();
    return left < -0.5 || right > width + 0.5;
  });
  return [...page, ...wide.map(({ tagName, className }) => `${tagName}.${className}`)];
}

/** Texts that do not stand out from what is behind them by 4.5 to 1. */
export function tooFaint(): readonly string[] {
  const channels = (color: string): readonly number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
      const part = channel / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element: Element | null): string => {
    if (element === null) return 'rgb(255, 255, 255)';
    const color = getComputedStyle(element).backgroundColor;
    return channels(color)[3] === 0 ? behind(element.parentElement) : color;
  };
  const texts = [...document.querySelectorAll('body *')].filter(
    (element) =>
      element.checkVisibility() &&
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== ''),
  );
  return texts.flatMap((element) => {
    const style = getComputedStyle(element);
    const color = element instanceof SVGElement ? style.fill : style.color;
    const [one, other] = [luminance(color), luminance(behind(element))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    return ratio < 4.5 ? [`${element.tagName}.${element.getAttribute('class')} ${ratio.toFixed(2)}`] : [];
  });
}

/** Headings that skip a level. */
export function skippedHeadings(): readonly string[] {
  const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')];
  const level = (element: Element | undefined): number => Number(element?.tagName.slice(1) ?? 0);
  return headings
    .filter((heading, index) => level(heading) > level(headings[index - 1]) + 1)
    .map(({ textContent }) => textContent);
}

/** Cells that head others without saying which. */
export function headersWithoutScope(): number {
  return document.querySelectorAll('th:not([scope])').length;
}

/** Rules that are to be seen in the list by section. */
export function shownRules(): readonly string[] {
  return [...document.querySelectorAll('.section .rule')]
    .filter((element) => element.checkVisibility())
    .map((element) => element.querySelector('.name > :first-child')?.textContent ?? '');
}

/** Names of sections that are to be seen. */
export function shownSections(): number {
  return [...document.querySelectorAll('.section')].filter((element) => element.checkVisibility()).length;
}

/** Opens all that can be. */
export function openAll(): void {
  for (const details of document.querySelectorAll('details')) details.open = true;
}
