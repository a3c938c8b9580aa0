/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

// What is here runs in the browser, where it is sent as text: nothing of this file is known there.

/** What sticks out of the page to the left or right. */
export function overflowing(): readonly string[] {
  const width = document.documentElement.clientWidth;
  const wide = [...document.querySelectorAll('body *')].filter((element) => {
    if (!element.checkVisibility() || element.closest('.scroll')?.contains(element.parentElement)) return false;
    const { left, right, width: own } = element.getBoundingClientRect();
    return own > 1 && (left < -0.5 || right > width + 0.5);
  });
  const page = document.documentElement.scrollWidth > width ? ['page'] : [];
  return [...page, ...wide.map((element) => `${element.tagName}.${element.getAttribute('class')}`)];
}

/** Opens all that can be. */
export function openAll(): void {
  for (const details of document.querySelectorAll('details')) details.open = true;
}
