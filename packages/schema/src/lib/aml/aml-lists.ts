/** The five lists that a screening looks into. @see Specification, "`extra.identity_aml`" */
export const AML_LISTS = ['pep', 'warnings', 'sanctions', 'adverse_media', 'fitness_probity'] as const;

/** Names that `values_list` may hold. */
export const AML_FLAG_NAMES = AML_LISTS.map((list) => `is_any_in_${list}` as const);

export type AmlList = (typeof AML_LISTS)[number];
