import { describe, expect, it } from 'vitest';

import { agreementOf, sameCountry, sameDate, sameName } from './agreement.ts';

describe('agreementOf()', () => {
  it('differs only if no value is of another form', () => {
    const results = [['Laos'], ['Laos', 'THA'], ['Laos', 'THA', 'Thailand']].map((texts) =>
      agreementOf(texts, ['TH'], sameCountry),
    );
    expect(results).toEqual([
      { agrees: 'differs', index: 0 },
      { agrees: 'unclear', index: 1 },
      { agrees: 'agrees', index: 2 },
    ]);
  });

  it('compares with each value of the applicant', () => {
    expect(agreementOf(['Laos'], ['TH', 'LAO'], sameCountry)).toEqual({ agrees: 'unclear', index: 0 });
    expect(agreementOf(['Laos'], ['TH', 'LA'], sameCountry)).toEqual({ agrees: 'agrees', index: 0 });
  });
});

describe('sameName()', () => {
  it.each([
    ['SERRANO, José', 'Jose Serrano', true],
    ['Nguyễn Văn An', 'nguyen van an', true],
    ['Γιώργος Παππάς', 'ΓΙΩΡΓΟΣ ΠΑΠΠΑΣ', true],
    ['Ana Li', 'Ana Lim', false],
    ['Иван Петров', 'Иван Сидоров', false],
    ['สุดา ใจดี', 'สมชาย ใจดี', false],
    // Marks are vowels in Thai and Devanagari, and make another letter in Cyrillic and kana.
    ['สีดา ใจดี', 'สุดา ใจดี', undefined],
    ['राम', 'रम', undefined],
    ['Андрей', 'Андреи', undefined],
    ['が', 'か', undefined],
    // Other scripts, or several.
    ['Иван Петров', 'สมชาย ใจดี', undefined],
    ['Ivan Петров', 'Иван Петров', undefined],
    ['Ivan Petrov', 'Иван Петров', undefined],
    // Letters that others spell with two letters, or without the stroke.
    ['Đặng Văn An', 'Dang Van An', undefined],
    ['Straße', 'Strasse', undefined],
    // Names in these scripts are often written without a space.
    ['王小明', '小明 王', undefined],
    ['김철수', '철수 김', undefined],
    // Nothing that is a name.
    ['', 'Ana Li', undefined],
    ['***', ' ', undefined],
    ['', '', undefined],
  ])('compares %j with %j', (text, own, same) => {
    expect([sameName(text, own), sameName(own, text)]).toEqual([same, same]);
  });
});

describe('sameDate()', () => {
  it.each([
    ['1980', '1980-02-03', true],
    ['1980-02', '1980-02-03', true],
    ['1980-02-03T00:00:00Z', '1980-02-03', true],
    ['1981', '1980-02-03', false],
    ['1980-03', '1980-02-03', false],
    // Zeros stand for what is not known.
    ['1980-00-00', '1980-02-03', true],
    ['1980-02-00', '1980-02-03', true],
    ['1980-00-03', '1980-02-03', true],
    ['1981-00-00', '1980-02-03', false],
    ['0000-00-00', '1980-02-03', undefined],
    ['1980-13-01', '1980-01-13', undefined],
    ['3 Feb 1980', '1980-02-03', undefined],
    ['03/02/1980', '1980-02-03', undefined],
    ['', '1980-02-03', undefined],
    // Buddhist era.
    ['2523-02-03', '1980-02-03', undefined],
  ])('compares %j with %j', (text, own, same) => {
    expect([sameDate(text, own), sameDate(own, text)]).toEqual([same, same]);
  });
});

describe('sameCountry()', () => {
  it.each([
    ['Thailand', 'TH', true],
    ['thailand', 'th', true],
    ['THA', 'THA', true],
    ["Cote d'Ivoire", 'CI', true],
    ['Laos', 'TH', false],
    ['LA', 'TH', false],
    // Other names, codes and languages of the same country.
    ['Myanmar', 'MM', undefined],
    ['United States of America', 'US', undefined],
    ['Viet Nam', 'VN', undefined],
    ['Deutschland', 'DE', undefined],
    ['tha', 'TH', undefined],
    ['THA', 'TH', undefined],
    ['764', 'TH', undefined],
    ['SU', 'RU', undefined],
    ['EU', 'DE', undefined],
    // Nothing that is a country.
    ['', 'TH', undefined],
    ['', '', undefined],
    ['ZZ', 'TH', undefined],
    ['QQ', 'TH', undefined],
  ])('compares %j with %j', (text, own, same) => {
    expect([sameCountry(text, own), sameCountry(own, text)]).toEqual([same, same]);
  });
});
