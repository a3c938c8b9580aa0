export {
  DOCUMENTED_KEYS,
  DOCUMENTED_VALUES,
  PRIVACY_ROOT,
  privacyBelow,
  privacyOf,
  type FieldPrivacy,
  type PrivacyClass,
  type PrivacyNode,
} from './lib/privacy.ts';
