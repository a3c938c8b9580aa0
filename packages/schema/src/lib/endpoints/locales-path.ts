/** Position of the locales of a form in an info. */
export const LOCALES_PATH = ['schema_config', 'configs', 'locale', 'available_locales'] as const;
