import type { PlatformLocale } from '@idvkit/schema';

import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { hi } from './hi.ts';
import { id } from './id.ts';
import { ja } from './ja.ts';
import { km } from './km.ts';
import { lo } from './lo.ts';
import type { Messages } from './messages.ts';
import { ms } from './ms.ts';
import { my } from './my.ts';
import { ru } from './ru.ts';
import { th } from './th.ts';
import { vi } from './vi.ts';
import { zhHans } from './zh-hans.ts';
import { zhHant } from './zh-hant.ts';

/** Every text of the hosted form, in every locale of the platform. A locale without texts does not compile. */
export const catalogue: Readonly<Record<PlatformLocale, Messages>> = {
  en,
  th,
  'zh-hans': zhHans,
  'zh-hant': zhHant,
  km,
  my,
  lo,
  ms,
  vi,
  id,
  ja,
  hi,
  ar,
  ru,
  de,
  es,
  fr,
};
