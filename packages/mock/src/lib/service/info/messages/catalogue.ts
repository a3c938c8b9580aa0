import type { PlatformLocale } from '@idvkit/schema';

import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import hi from './hi.json' with { type: 'json' };
import id from './id.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import km from './km.json' with { type: 'json' };
import lo from './lo.json' with { type: 'json' };
import ms from './ms.json' with { type: 'json' };
import my from './my.json' with { type: 'json' };
import ru from './ru.json' with { type: 'json' };
import th from './th.json' with { type: 'json' };
import vi from './vi.json' with { type: 'json' };
import zhHans from './zh-hans.json' with { type: 'json' };
import zhHant from './zh-hant.json' with { type: 'json' };

/** Texts of the hosted form in one locale, in groups. English defines which texts there are: a locale that lacks one does not compile. */
export type Messages = typeof en;

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
