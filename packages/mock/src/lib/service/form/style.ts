import { readFileSync } from 'node:fs';

import { branding, type Palette } from '../info/branding.ts';

function variables(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, colour]) => `--${name.replaceAll('_', '-')}:${colour};`)
    .join('');
}

const { font, radius, palettes } = branding;

export const style: string = [
  `:root { color-scheme: light dark; ${variables(palettes.light)} --radius: ${radius}px; --font: ${font}; }`,
  `@media (prefers-color-scheme: dark) { :root { ${variables(palettes.dark)} } }`,
  readFileSync(new URL('../../../../styles/hosted-form.css', import.meta.url), 'utf8').replaceAll(/\s+/g, ' '),
].join('\n');
