/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** Returns elements that stick out of the page. Runs in the browser. */
export function tooWide(): readonly string[] {
  const width = document.documentElement.clientWidth;
  const wide = [...document.querySelectorAll('body *')].filter((element) => {
    const { left, right } = element.getBoundingClientRect();
    return element.checkVisibility() && (left < -0.5 || right > width + 0.5);
  });
  return wide.map(({ tagName, id, textContent }) => `${tagName}#${id} ${textContent?.slice(0, 30)}`);
}
