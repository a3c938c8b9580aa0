/** Words that names and sentences are put together from, by script. */
export const WORDS = {
  latin: 'José Núñez Müller Åsa Łukasz Željko García Smith Holding Bank Limited António Zoë Müge Nguyễn Văn',
  cyrillic: 'Александр Иванович Петров Мария Сергеевна Общество ограниченной ответственностью Володимир Київ',
  greek: 'Γεώργιος Παπαδόπουλος Ελένη Αθήνα Νικόλαος Εταιρεία Δημήτριος Κωνσταντίνου',
  arabic: 'محمد عبد الله أحمد بن علي الشركة المحدودة حسين يوسف الرحمن فاطمة',
  devanagari: 'राजेश कुमार शर्मा प्रिया सिंह कंपनी लिमिटेड भारत गुप्ता अनिल',
  thai: 'สมชาย ใจดี บริษัท จำกัด สำนักงาน ป้องกัน ปราบปราม กรุงเทพมหานคร นางสาว วิชัย',
  hangul: '김민준 이서연 박지훈 주식회사 서울특별시 대한민국 최수빈 정하은',
  han: '王小明 李大華 有限公司 中華人民共和國 張偉 北京市 陳美玲 香港 銀行',
} as const;

export type Script = keyof typeof WORDS;

export const SCRIPTS = Object.keys(WORDS) as readonly Script[]; // Its keys are scripts.

/** English, as most of the text of providers is. */
export const ENGLISH: readonly string[] =
  'warrant committee minister alleged laundering court report bank transfer holding sanction list office director company said on the of in by was and to police investigation charged with fraud former chairman'.split(
    ' ',
  );
