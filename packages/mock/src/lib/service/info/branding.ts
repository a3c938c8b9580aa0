/** Colours of the hosted form in one colour scheme. Text on its ground and controls on theirs meet WCAG 2.2 AA. */
export type Palette = Readonly<Record<keyof typeof light, string>>;

const light = {
  ground: '#f4f5f7',
  surface: '#ffffff',
  text: '#17202b',
  muted: '#55606e',
  line: '#dfe3e8',
  control: '#78828f',
  accent: '#0b6158',
  on_accent: '#ffffff',
  accent_soft: '#e5f2f0',
  danger: '#b3261e',
  danger_soft: '#fcebea',
  notice: '#8a5300',
  notice_soft: '#fdf4e3',
};

const dark: Palette = {
  ground: '#0e1216',
  surface: '#171c22',
  text: '#e8ecf1',
  muted: '#a3aebb',
  line: '#2a323b',
  control: '#748191',
  accent: '#6cd0c2',
  on_accent: '#06302b',
  accent_soft: '#14302d',
  danger: '#ffb4ab',
  danger_soft: '#3a1a18',
  notice: '#f0bf6c',
  notice_soft: '#2f2512',
};

export const branding = {
  logo: 'M12 2 4 5v6c0 5 3.4 9.3 8 11 4.6-1.7 8-6 8-11V5l-8-3Zm-1.2 13.6-3.4-3.4 1.4-1.4 2 2 4.6-4.6 1.4 1.4-6 6Z',
  radius: 14,
  font: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  palettes: { light, dark },
} as const;
