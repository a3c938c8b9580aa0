/// <reference lib="dom" />

/** A text of which the contrast is too low. */
export interface FaintText {
  readonly text: string;
  readonly element: string;
  /** Contrast, and what WCAG AA asks for a text of that size. */
  readonly ratio: number;
  readonly least: number;
}

/**
 * Measures the contrast of every visible text against what is painted behind it, from computed styles: 4.5 at least, 3 for large text.
 * Controls that are disabled are exempt. Runs in the browser, so it must not use anything from outside of itself.
 *
 * @returns how many texts there are, and those that are too faint.
 */
export function measureContrast(): { readonly texts: number; readonly faint: readonly FaintText[] } {
  type Colour = readonly [red: number, green: number, blue: number, alpha: number];
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const parse = (css: string): Colour => {
    if (context === null) throw new Error('There is no canvas');
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = css;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const over = (top: Colour, below: Colour): Colour => {
    const mix = (one: number, other: number): number => one * top[3] + other * (1 - top[3]);
    return [mix(top[0], below[0]), mix(top[1], below[1]), mix(top[2], below[2]), 1];
  };
  const behind = (element: Element | null): Colour => {
    if (element === null) return [255, 255, 255, 1];
    const own = parse(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, behind(element.parentElement));
  };
  const luminance = ([red, green, blue]: Colour): number => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const faint: FaintText[] = [];
  let texts = 0;
  const judge = (element: Element, style: CSSStyleDeclaration, text: string): void => {
    texts += 1;
    const ground = behind(element);
    const [one, other] = [luminance(over(parse(style.color), ground)), luminance(ground)];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const size = Number.parseFloat(style.fontSize);
    const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    if (ratio < least)
      faint.push({
        text: text.slice(0, 40),
        element: element.outerHTML.slice(0, 80),
        ratio: Math.round(ratio * 100) / 100,
        least,
      });
  };
  for (const element of document.querySelectorAll('body, body *')) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest('script, datalist, option') !== null || element.matches(':disabled, :disabled *')) continue;
    const own = [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent?.trim() ?? '')
      .join(' ')
      .trim();
    if (own !== '') judge(element, getComputedStyle(element), own);
    if (!(element instanceof HTMLInputElement) && !(element instanceof HTMLSelectElement)) continue;
    if (element.value !== '' && !['checkbox', 'radio'].includes(element.type))
      judge(element, getComputedStyle(element), element.value);
    const placeholder = element.getAttribute('placeholder');
    if (placeholder !== null && element.value === '')
      judge(element, getComputedStyle(element, '::placeholder'), placeholder);
  }
  return { texts, faint };
}
