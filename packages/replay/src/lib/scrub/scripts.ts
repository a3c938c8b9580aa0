/** A script that pseudonyms are written in: syllables that go together, and letters that may stand alone. */
export interface Script {
  readonly name: string;
  /** First and last code point of each range. */
  readonly ranges: readonly (readonly [number, number])[];
  readonly syllables: readonly string[];
  readonly letters: readonly string[];
  /** Whether words follow one another without spaces, so that a run of letters may be a whole sentence. */
  readonly unspaced: boolean;
  /** Whether marks are accents, which names are compared without. */
  readonly accents: boolean;
}

function script(
  name: string,
  ranges: Script['ranges'],
  parts: { readonly syllables: readonly string[]; readonly letters: string } & Partial<
    Pick<Script, 'unspaced' | 'accents'>
  >,
): Script {
  const { syllables, letters, unspaced = false, accents = false } = parts;
  return { name, ranges, syllables, letters: Array.from(letters), unspaced, accents };
}

/** Every consonant before every vowel. */
function joined(consonants: string, vowels: string): string[] {
  return Array.from(consonants).flatMap((consonant) => Array.from(vowels, (vowel) => `${consonant}${vowel}`));
}

export const LATIN: Script = script(
  'Latin',
  [
    [0x41, 0x5a],
    [0x61, 0x7a],
    [0xaa, 0xaa],
    [0xba, 0xba],
    [0xc0, 0x24f],
    [0x250, 0x2af],
    [0x1e00, 0x1eff],
    [0x2c60, 0x2c7f],
    [0xff21, 0xff5a],
  ],
  { syllables: joined('bdfghjklmnprstvwyz', 'aeiou'), letters: 'abdefghijklmnoprstuvwyz', accents: true },
);

// Words are put together by chance from syllables; that one reads like a name of somebody is chance as well.
const SCRIPTS: readonly Script[] = [
  LATIN,
  script('Thai', [[0xe01, 0xe4e]], {
    syllables: [
      ...joined('กขคงจชดตทนบปพมยรลวสหอ', 'าี'),
      'กัน',
      'จิต',
      'ดุล',
      'ทอง',
      'นพ',
      'บุญ',
      'พร',
      'มล',
      'รัต',
      'วัน',
      'ศรี',
      'สม',
      'ธร',
      'ชัย',
      'ณัฐ',
    ],
    letters: 'กขคงจชดตทนบปพมยรลวสหอ',
    unspaced: true,
  }),
  script('Lao', [[0xe81, 0xece]], {
    syllables: joined('ກຂຄງຈສຊຍດຕທນບປພມລວຫອ', 'າີ'),
    letters: 'ກຂຄງຈສຊຍດຕທນບປພມລວຫອ',
    unspaced: true,
  }),
  script('Khmer', [[0x1780, 0x17d3]], {
    syllables: joined('កខគងចឆជញដតថទនបផពមយរលវសហ', 'ាី'),
    letters: 'កខគងចឆជញដតថទនបផពមយរលវសហ',
    unspaced: true,
  }),
  script('Myanmar', [[0x1000, 0x103f]], {
    syllables: joined('ကခဂငစဆဇညတထဒနပဖဗမယရလဝသဟ', 'ာီ'),
    letters: 'ကခဂငစဆဇညတထဒနပဖဗမယရလဝသဟ',
    unspaced: true,
  }),
  script(
    'Han',
    [
      [0x3005, 0x3007],
      [0x3400, 0x4dbf],
      [0x4e00, 0x9fff],
      [0xf900, 0xfaff],
      [0x20000, 0x3ffff],
    ],
    {
      syllables: [],
      letters:
        '安白柏保北本冰波才昌长朝成城川春丹道德登东冬凡方飞丰福刚高光广国海汉航浩和河宏红洪华怀辉吉佳坚建江杰金进京景静军凯康可坤兰乐力立利良林灵龙鲁伦茂梅美民明木南宁平奇强青清庆泉仁荣瑞山尚胜诗石树松泰天田铁庭同万维文武希贤祥晓新星秀雅岩阳一宜益英永勇友宇玉元远月云泽增章哲真正芝志中竹子',
      unspaced: true,
    },
  ),
  script('Hiragana', [[0x3041, 0x309f]], {
    syllables: [],
    letters: 'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわ',
    unspaced: true,
  }),
  script('Katakana', [[0x30a1, 0x30ff]], {
    syllables: [],
    letters: 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワ',
    unspaced: true,
  }),
  script(
    'Hangul',
    [
      [0x1100, 0x11ff],
      [0x3131, 0x318e],
      [0xac00, 0xd7a3],
    ],
    {
      syllables: [],
      letters:
        '가강건경고관광국규근기나남노다대덕도동두라란령로림만명무문미민박배백병보복봉빈사산상서석선설성세소송수숙순승시신아안양연영예오옥온용우운원유윤은인일임자장재정조종주준중지진창채천철청초춘충태택표하학한해향현형혜호홍화환효훈희',
    },
  ),
  script('Cyrillic', [[0x400, 0x52f]], {
    syllables: joined('бвгдзклмнпрст', 'аеиоу'),
    letters: 'абвгдезиклмнопрсту',
    accents: true,
  }),
  script(
    'Greek',
    [
      [0x370, 0x3ff],
      [0x1f00, 0x1fff],
    ],
    { syllables: joined('βγδζθκλμνπρστφχ', 'αεηιο'), letters: 'αβγδεζηθικλμνοπρστυ', accents: true },
  ),
  script(
    'Arabic',
    [
      [0x610, 0x61a],
      [0x620, 0x65f],
      [0x66e, 0x6d3],
      [0x6d5, 0x6ef],
      [0x6fa, 0x6ff],
      [0x750, 0x77f],
    ],
    { syllables: [], letters: 'بتثجحخدذرزسشصضطعغفقكلمنهوي' },
  ),
  script('Hebrew', [[0x591, 0x5f4]], { syllables: [], letters: 'אבגדהוזחטיכלמנסעפצקרשת' }),
  script(
    'Devanagari',
    [
      [0x900, 0x963],
      [0x970, 0x97f],
    ],
    { syllables: joined('कखगघचजटडतदधनपबभमयरलवसह', 'ाी'), letters: 'कखगघचजटडतदधनपबभमयरलवसह' },
  ),
];

/**
 * The script of a letter; Latin for those of scripts that have no table. `undefined` for marks shared by all scripts, and for
 * characters that no standard knows: they go with those around them.
 */
export function scriptOf(codePoint: number): Script | undefined {
  if (codePoint < 0x80) return LATIN;
  if ((codePoint >= 0x300 && codePoint <= 0x36f) || (codePoint >= 0xe000 && codePoint <= 0xf8ff)) return undefined;
  for (const each of SCRIPTS) {
    for (const [first, last] of each.ranges) if (codePoint >= first && codePoint <= last) return each;
  }
  return LATIN;
}
