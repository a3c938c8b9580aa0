/** A script that pseudonyms are written in: syllables that go together, and letters that may stand alone. */
export interface Script {
  readonly name: string;
  readonly syllables: readonly string[];
  readonly letters: readonly string[];
  /** Whether words follow one another without spaces, so that a run of letters may be a whole sentence. */
  readonly unspaced: boolean;
  /** Whether marks are accents, which names are compared without. */
  readonly accents: boolean;
}

/**
 * Characters that read as letters but have another category, for a class of a regular expression: letters in circles, squares and
 * parentheses, Braille, regional indicators, tags, and what rare names are written with.
 */
export const LIKE_LETTERS: string =
  String.raw`\u249c-\u24e9\u2800-\u28ff\u3200-\u321e\u322a-\u3247\u3250\u3260-\u327f\u328a-\u32b0\u32c0-\u33ff` +
  String.raw`\u{1f110}-\u{1f1ff}\u{e0001}-\u{e007f}\p{Co}\p{Cn}`;

const ACCENTED = { accents: true, unspaced: false };
const UNSPACED = { accents: false, unspaced: true };
const SPACED = { accents: false, unspaced: false };

function script(
  name: string,
  spacing: Pick<Script, 'accents' | 'unspaced'>,
  { letters, consonants = letters, vowels = '', more = '' }: Record<'letters', string> & Record<string, string>,
): Script {
  const joined = Array.from(consonants).flatMap((first) => Array.from(vowels, (second) => first + second));
  return { name, ...spacing, letters: Array.from(letters), syllables: [...joined, ...(more.match(/\S+/g) ?? [])] };
}

export const LATIN: Script = script('Latin', ACCENTED, {
  letters: 'abdefghijklmnoprstuvwyz',
  consonants: 'bdfghjklmnprstvwyz',
  vowels: 'aeiou',
});

const SCRIPTS: readonly Script[] = [
  LATIN,
  script('Thai', UNSPACED, {
    letters: 'กขคงจชดตทนบปพมยรลวสหอ',
    vowels: 'าี',
    more: 'กัน จิต ดุล ทอง นพ บุญ พร มล รัต วัน ศรี สม ธร ชัย ณัฐ',
  }),
  script('Lao', UNSPACED, { letters: 'ກຂຄງຈສຊຍດຕທນບປພມລວຫອ', vowels: 'າີ' }),
  script('Khmer', UNSPACED, { letters: 'កខគងចឆជញដតថទនបផពមយរលវសហ', vowels: 'ាី' }),
  script('Myanmar', UNSPACED, { letters: 'ကခဂငစဆဇညတထဒနပဖဗမယရလဝသဟ', vowels: 'ာီ' }),
  script('Han', UNSPACED, {
    letters:
      '安白柏保北本冰波才昌长朝成城川春丹道德登东冬凡方飞丰福刚高光广国海汉航浩和河宏红洪华怀辉吉佳坚建江杰金进京景静军凯康可坤兰乐力立利良林灵龙鲁伦茂梅美民明木南宁平奇强青清庆泉仁荣瑞山尚胜诗石树松泰天田铁庭同万维文武希贤祥晓新星秀雅岩阳一宜益英永勇友宇玉元远月云泽增章哲真正芝志中竹子',
  }),
  script('Hiragana', UNSPACED, {
    letters: 'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわ',
  }),
  script('Katakana', UNSPACED, {
    letters: 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワ',
  }),
  script('Hangul', SPACED, {
    letters:
      '가강건경고관광국규근기나남노다대덕도동두라란령로림만명무문미민박배백병보복봉빈사산상서석선설성세소송수숙순승시신아안양연영예오옥온용우운원유윤은인일임자장재정조종주준중지진창채천철청초춘충태택표하학한해향현형혜호홍화환효훈희',
  }),
  script('Cyrillic', ACCENTED, { letters: 'абвгдезиклмнопрсту', consonants: 'бвгдзклмнпрст', vowels: 'аеиоу' }),
  script('Greek', ACCENTED, { letters: 'αβγδεζηθικλμνοπρστυ', consonants: 'βγδζθκλμνπρστφχ', vowels: 'αεηιο' }),
  script('Arabic', SPACED, { letters: 'بتثجحخدذرزسشصضطعغفقكلمنهوي' }),
  script('Hebrew', SPACED, { letters: 'אבגדהוזחטיכלמנסעפצקרשת' }),
  script('Devanagari', SPACED, { letters: 'कखगघचजटडतदधनपबभमयरलवसह', vowels: 'ाी' }),
];

/** Characters that are shared by all scripts, or that no standard knows. */
const SHARED = /^[\p{Script=Common}\p{Script=Inherited}\p{Script=Unknown}]$/u;
const PATTERNS = SCRIPTS.map((each) => new RegExp(String.raw`^\p{Script=${each.name}}$`, 'u'));
const MAX_KNOWN = 10_000;
const known = new Map<number, Script | undefined>();

/** Returns the script of a letter; Latin if it is not listed; `undefined` if the letter goes with those around it. */
export function scriptOf(codePoint: number): Script | undefined {
  if (codePoint < 0x80) return LATIN;
  if (known.has(codePoint)) return known.get(codePoint);
  const char = String.fromCodePoint(codePoint);
  const found = SHARED.test(char) ? undefined : (SCRIPTS[PATTERNS.findIndex((each) => each.test(char))] ?? LATIN);
  if (known.size < MAX_KNOWN) known.set(codePoint, found);
  return found;
}
