import { ALPHA_3_COUNTRIES, PLATFORM_LOCALES } from '@idvkit/schema';
import { describe, expect, it } from 'vitest';

import { countriesIn, countryName } from './countries.ts';

describe('countriesIn()', () => {
  it.each(PLATFORM_LOCALES)('names every country in %s, and no two alike', (locale) => {
    const countries = countriesIn(locale);
    expect(countries.map(({ code }) => code).sort()).toEqual([...ALPHA_3_COUNTRIES]);
    expect(countries.filter(({ name }) => /^[A-Z]{2,3}$/.test(name))).toEqual([]);
    expect(new Set(countries.map(({ name }) => name)).size).toBe(ALPHA_3_COUNTRIES.length);
  });

  it('sorts by name, as the locale does', () => {
    expect(
      countriesIn('de')
        .slice(0, 4)
        .map(({ name }) => name),
    ).toEqual(['Afghanistan', 'Ägypten', 'Ålandinseln', 'Albanien']);
  });
});

describe('countryName()', () => {
  it('tells countries apart whose codes are alike', () => {
    const codes = [
      'AUS',
      'AUT',
      'SVK',
      'SVN',
      'PRK',
      'KOR',
      'COD',
      'COG',
      'NER',
      'NGA',
      'IRL',
      'IRQ',
      'IRN',
      'DMA',
      'DOM',
    ];
    expect(codes.map((code) => countryName(code, 'es'))).toEqual([
      'Australia',
      'Austria',
      'Eslovaquia',
      'Eslovenia',
      'Corea del Norte',
      'Corea del Sur',
      'República Democrática del Congo',
      'Congo',
      'Níger',
      'Nigeria',
      'Irlanda',
      'Irak',
      'Irán',
      'Dominica',
      'República Dominicana',
    ]);
  });

  it('leaves a code alone that there is no country of', () => {
    expect(countryName('XXX', 'en')).toBe('XXX');
  });
});
