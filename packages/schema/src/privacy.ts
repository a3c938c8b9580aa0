export {
  DOCUMENTED_KEYS,
  DOCUMENTED_VALUES,
  isKeyOfThing,
  PRIVACY_OF_HITS,
  PRIVACY_ROOT,
  privacyBelow,
  privacyOf,
  type PrivacyNode,
} from './lib/privacy.ts';
export { fitsPrivacy, isOneOf, isTerm, TITLES, type FieldPrivacy, type PrivacyClass } from './lib/privacy-classes.ts';
