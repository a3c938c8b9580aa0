import type { Application } from './records.ts';

const WORDS: Record<string, readonly string[]> = {
  en: ['Please', 'hold', 'your', 'card', 'inside', 'the', 'frame', 'and', 'wait', 'for', 'the', 'signal'],
  th: ['กรุณา', 'วาง', 'บัตร', 'ใน', 'กรอบ', 'แล้ว', 'รอ', 'สัญญาณ'],
  vi: ['Vui', 'lòng', 'đặt', 'thẻ', 'vào', 'khung', 'và', 'chờ', 'tín', 'hiệu'],
  lo: ['ກະລຸນາ', 'ວາງ', 'ບັດ', 'ໃນ', 'ກອບ', 'ແລ້ວ', 'ລໍຖ້າ'],
  de: ['Bitte', 'halten', 'Sie', 'Ihre', 'Karte', 'in', 'den', 'Rahmen', 'und', 'warten', 'Sie'],
};

const SCREENS = ['welcome', 'consent', 'document', 'selfie', 'identity', 'address', 'review', 'thanks'];
const TEXTS = ['title', 'lead', 'hint', 'button', 'error', 'retry', 'help'];

/** What the hosted form is made of, and where the applicant is. Its length is that of the real thing, about 57 kB. */
export function infoOf({ form, id, slug, state, answers }: Application): object {
  const { locales, captures, fields, parameters } = form;
  return {
    slug,
    translations: Object.fromEntries(locales.map((locale) => [locale, textsIn(locale)])),
    consent: Object.fromEntries(locales.map((locale) => [locale, phrase(locale, 8000 / locales.length / 6, 3)])),
    branding: { accent: '#1f6f54', logo: null, corners: 'round' },
    schema_config: {
      steps: [...captures, 'identity', 'review'],
      configs: { locale: { default: locales[0], available_locales: locales }, embed: { allowed: true } },
      fields: fields.map(({ key, required = false }) => ({ key, required })),
      input_parameters: parameters,
    },
    data: {
      data: Object.fromEntries([...answers].map(([key, { value }]) => [key, value])),
      is_submitted: state === 'complete',
      application: { id: id + 880_000 },
      current_step: state === 'complete' ? 'thanks' : 'welcome',
      id,
    },
  };
}

function textsIn(locale: string): object {
  const length = LENGTHS[locale] ?? 20;
  return Object.fromEntries(
    SCREENS.map((screen, place) => [
      screen,
      Object.fromEntries(TEXTS.map((text, index) => [text, phrase(locale, length, place + index)])),
    ]),
  );
}

/** Words per text, so that the scripts come out about as long as one another. */
const LENGTHS: Record<string, number> = { en: 36, th: 12, vi: 32, lo: 11, de: 60 };

function phrase(locale: string, count: number, from: number): string {
  const words = WORDS[locale] ?? [];
  return Array.from({ length: Math.ceil(count) }, (_, index) => words[(from + index) % words.length]).join(' ');
}
