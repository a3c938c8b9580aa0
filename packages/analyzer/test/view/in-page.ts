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

/** Texts whose contrast with what is behind them is below 4.5 to 1, those in drawings included, which axe leaves out. */
export function faint(): readonly string[] {
  const rgb = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
  const light = ([r = 0, g = 0, b = 0]: readonly number[]): number => {
    const linear = (channel: number): number =>
      channel / 255 <= 0.04045 ? channel / 3294.6 : ((channel / 255 + 0.055) / 1.055) ** 2.4;
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  };
  const behind = (element: Element | null): number[] => {
    if (!element) return [255, 255, 255];
    const rect = element.parentElement?.matches('.map a') === true ? element.parentElement.querySelector('rect') : null;
    const color = rgb(rect ? getComputedStyle(rect).fill : getComputedStyle(element).backgroundColor);
    const opacity = rect ? Number(getComputedStyle(rect).fillOpacity) : (color[3] ?? 1);
    if (opacity === 1) return color;
    const below = behind(rect ? element.closest('svg') : element.parentElement);
    return [0, 1, 2].map((at) => (color[at] ?? 0) * opacity + (below[at] ?? 0) * (1 - opacity));
  };
  const texts = [...document.querySelectorAll('body *')].filter(
    (element) =>
      element.checkVisibility() &&
      [...element.childNodes].some(
        ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim() !== '',
      ) &&
      !element.matches('title, .unseen, caption'),
  );
  return texts.flatMap((element) => {
    const { color, fill } = getComputedStyle(element);
    const [one, other] = [light(rgb(element instanceof SVGElement ? fill : color)), light(behind(element))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    return ratio < 4.5
      ? [`${element.tagName}.${element.getAttribute('class')} ${ratio.toFixed(2)} ${element.textContent}`]
      : [];
  });
}

/** Texts of a map that stick out of their tile. */
export function overfullTiles(): readonly string[] {
  return [...document.querySelectorAll('.map text')].flatMap((text) => {
    const tile = text.parentElement?.querySelector('rect')?.getBoundingClientRect();
    const own = text.getBoundingClientRect();
    const fits =
      tile && own.left >= tile.left - 0.5 && own.right <= tile.right + 0.5 && own.bottom <= tile.bottom + 0.5;
    return !text.checkVisibility() || fits ? [] : [text.textContent];
  });
}

/** Whether what has the focus shows that it has it. */
export function showsFocus(): boolean {
  const element = document.activeElement;
  if (!element || element === document.body) return false;
  const rect = element.querySelector(':scope > rect');
  const drawn = rect ? Number.parseFloat(getComputedStyle(rect).strokeWidth) : 0;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return drawn >= 3 || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2);
}

/** Opens all that can be. */
export function openAll(): void {
  for (const details of document.querySelectorAll('details')) details.open = true;
}

/** Texts below charts that touch the next one. */
export function touchingTicks(): readonly string[] {
  return [...document.querySelectorAll('.ticks')].flatMap((ticks) => {
    const texts = [...ticks.querySelectorAll('text')].map((text) => ({
      text: text.textContent,
      box: text.getBoundingClientRect(),
    }));
    const sorted = texts.toSorted((a, b) => a.box.left - b.box.left);
    return sorted.flatMap(({ text, box }, index) => {
      const next = sorted[index + 1];
      return next && next.box.left < box.right + 2 ? [`${text} ${next.text}`] : [];
    });
  });
}
