import type { Form, FormField } from '../../state/form.ts';
import { catalogue } from './messages/catalogue.ts';

/** Builds the form as its front end needs it. Names of texts, such as `label.nid`, are keys of the message table. */
export function formSchema({ steps, fields }: Form): { readonly steps: readonly unknown[] } {
  return {
    steps: steps.map(({ key, kind, sections }) => ({
      key,
      kind,
      sections: sections.map((section) => ({
        key: section,
        title: textKey('section', section) ?? section,
        ...(textKey('section', `${section}_hint`) && { hint: textKey('section', `${section}_hint`) }),
        fields: fields.filter((field) => field.section === section).map(fieldSchema),
      })),
    })),
  };
}

function fieldSchema({ key, type, required, source, label, choices, ...rules }: FormField): unknown {
  const { document, pattern, checksum } = rules;
  return {
    key,
    type,
    required,
    label: textKey('label', key) ?? label ?? key,
    editable: source === 'applicant',
    visible: source !== 'service',
    ...(document && { document }),
    ...(choices && { choices: choices.map((value) => ({ value, label: textKey('choice', value) ?? value })) }),
    validation: {
      ...(required && { required: key === 'consent_checkbox_1' ? 'error.consent' : 'error.required' }),
      ...(pattern !== undefined && { pattern: { value: pattern, message: 'error.invalid' } }),
      ...(checksum && { checksum: { value: checksum, message: 'error.national_id' } }),
      ...(type in catalogue.en.error && { type: `error.${type}` }),
    },
  };
}

function textKey(group: 'section' | 'label' | 'choice', key: string): string | undefined {
  return Object.hasOwn(catalogue.en[group], key) ? `${group}.${key}` : undefined;
}
