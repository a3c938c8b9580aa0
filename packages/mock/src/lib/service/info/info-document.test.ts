import { infoResponse, PLATFORM_LOCALES } from '@idvkit/schema';
import { describe, expect, it } from 'vitest';

import type { StoredApplication } from '../../state/application.ts';
import { cameraForm, plainForm } from '../../state/default-forms.ts';
import type { Form } from '../../state/form.ts';
import { inventAnswers } from '../payload/person.ts';
import { infoDocument } from './info-document.ts';
import { messageTable } from './message-table.ts';

const application: StoredApplication = {
  id: 10_001,
  recordId: 700_000_001,
  slug: 'a-slug',
  formSlug: 'kyc-camera',
  origin: null,
  status: 'incomplete',
  createdAt: 0,
  expiresAt: 1,
  startedAt: null,
  submittedAt: null,
  deletedAt: null,
  currentStep: 'consent',
  answers: {},
  statuses: {},
  submission: null,
};

function answered(answers: ReturnType<typeof inventAnswers>): StoredApplication['answers'] {
  return Object.fromEntries(
    Object.entries(answers).map(([key, value]) => [key, { value, createdAt: 0, updatedAt: 0 }]),
  );
}

function info(changes: Partial<StoredApplication> = {}, form: Form = cameraForm): ReturnType<typeof infoDocument> {
  return infoDocument({ form, application: { ...application, ...changes }, lang: form.defaultLocale });
}

/** Every text of the document that looks like the name of another text. */
function textKeys(value: unknown): readonly string[] {
  if (typeof value === 'string') return /^(page|consent|section|label|choice|error)\.\w+$/.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textKeys) : [];
}

describe('infoDocument()', () => {
  it('has the shape of an info response', () => {
    expect(infoResponse.safeParse(info()).error).toBeUndefined();
    expect(infoResponse.safeParse(info({}, plainForm)).error).toBeUndefined();
  });

  it('is about 57 kB of JSON, with answers and without', () => {
    const person = inventAnswers({ from: 'a-slug', document: 'front_card', now: 0 });
    for (const answers of [{}, answered(person)]) {
      const bytes = Buffer.byteLength(JSON.stringify(info({ answers })));
      expect(bytes).toBeGreaterThan(55_000);
      expect(bytes).toBeLessThan(59_000);
    }
  });

  it('tells where the application stands', () => {
    expect(info({ status: 'complete', currentStep: 'details', answers: answered({ gender: 'F' }) }).data).toEqual({
      id: 10_001,
      form: 'kyc-camera',
      current_step: 'details',
      is_submitted: true,
      data: { gender: 'F' },
      application: { id: 700_000_001, status: 'complete' },
    });
  });

  it('lists the locales of the form, and all texts in those of the platform', () => {
    const document = info();
    expect(document.schema_config.configs.locale).toEqual({
      current: 'en',
      default_locale: 'en',
      available_locales: ['en', 'th', 'zh-hans', 'ja', 'ar'],
    });
    expect(Object.keys(messageTable.locales)).toEqual([...PLATFORM_LOCALES]);
  });

  it('names no text that the table lacks', () => {
    const named = textKeys(info()['schema_config']);
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((key) => !messageTable.keys.includes(key))).toEqual([]);
  });

  it('describes each field of the form once, in its section', () => {
    const keys = JSON.stringify(info()['schema_config']).match(/"key":"[a-z_0-9]+","type"/g);
    expect(keys?.map((text) => text.split('"')[3]).sort()).toEqual(cameraForm.fields.map(({ key }) => key).sort());
  });

  it('lets a field that the platform does not know carry its own label', () => {
    const field = {
      key: 'shoe_size',
      type: 'number',
      section: 'personal',
      required: false,
      source: 'applicant',
    } as const;
    const text = JSON.stringify(info({}, { ...cameraForm, fields: [{ ...field, label: 'Shoe size' }] }));
    expect(text).toContain('"label":"Shoe size"');
  });

  it('holds no null: what does not apply is left out', () => {
    expect(JSON.stringify(info())).not.toContain('null');
  });
});
