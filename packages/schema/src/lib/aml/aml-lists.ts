/** The five lists that a screening looks into. @see Specification, "`extra.identity_aml`" */
export const AML_LISTS = ['pep', 'warnings', 'sanctions', 'adverse_media', 'fitness_probity'] as const;

export type AmlList = (typeof AML_LISTS)[number];
