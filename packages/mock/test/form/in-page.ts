/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

// These run in the browser: each is sent there as its text, and sees nothing of this file.

/** The direction in which the page is written. */
export function direction(): string {
  return getComputedStyle(document.body).direction;
}

/** The colour behind everything. */
export function ground(): string {
  return getComputedStyle(document.body).backgroundColor;
}

/** What has the focus: its id, or the name of its tag where it has none. */
export function focused(): string {
  const element = document.activeElement;
  return element?.id || (element?.tagName ?? '');
}

/** Tells whether an element has the focus. */
export function hasFocus(element: Element): boolean {
  return element === document.activeElement;
}

/** What is said of a control beside its name. */
export function descriptionOf(element: Element): string {
  const id = element.getAttribute('aria-describedby') ?? '';
  return document.getElementById(id)?.innerText ?? '';
}

/** Parts that stick out of the page, or whose text sticks out of them. */
export function tooWide(): readonly string[] {
  const width = document.documentElement.clientWidth;
  const visible = [...document.querySelectorAll('body *:not(.unseen, option, svg *)')].filter((element) =>
    element.checkVisibility(),
  );
  const wide = visible.filter((element) => {
    const { left, right } = element.getBoundingClientRect();
    return left < -0.5 || right > width + 0.5;
  });
  const cut = visible.filter(
    (element) =>
      element.matches('button, label, legend, h1, h2, a, p, dt, dd') && element.scrollWidth > element.clientWidth + 1,
  );
  const blocks = cut.filter((element) => getComputedStyle(element).display !== 'inline');
  const page = document.documentElement.scrollWidth > width ? ['the page itself'] : [];
  return [...page, ...[...wide, ...blocks].map(({ tagName, className }) => `${tagName}.${className}`)];
}

/** Controls without a label. */
export function nameless(): readonly string[] {
  const controls = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select');
  return [...controls].filter(({ labels }) => !labels?.[0]?.innerText.trim()).map(({ name }) => name);
}

/** What can be tapped but is less than 44 pixels wide or high. */
export function tooSmall(): readonly string[] {
  const targets = document.querySelectorAll(
    'a, summary, button:not(.unseen), select, input:not([type=radio], [type=checkbox]), .option',
  );
  return [...targets]
    .filter((element) => element.checkVisibility())
    .flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width < 44 || height < 44 ? [`${element.tagName} ${element.textContent} ${width}x${height}`] : [];
    });
}
