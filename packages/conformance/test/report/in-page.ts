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
