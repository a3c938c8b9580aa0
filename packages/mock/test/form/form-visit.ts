import { createMock, DEFAULT_TOKEN, type Mock } from '@idvkit/mock';
import { createResponse } from '@idvkit/schema';

/** A form that was created for an applicant. */
export interface CreatedForm {
  readonly slug: string;
  readonly url: string;
}

/** A mock with one open form in it. */
export async function openForm(
  options: {
    readonly mock?: Mock;
    readonly form?: string;
    readonly lang?: string;
    readonly answers?: Readonly<Record<string, string | boolean>>;
  } = {},
): Promise<CreatedForm & { readonly mock: Mock }> {
  const { mock = createMock(), form = 'kyc-camera', lang = 'en', answers = {} } = options;
  const response = await mock.fetch(
    new Request(`http://mock.test/${lang}/api/forms/${form}/create/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${DEFAULT_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ answers }),
    }),
  );
  const { detail, form_url: url } = createResponse.parse(await response.json());
  return { mock, slug: detail.slug, url };
}

/** What came back, read to its end. */
export interface Visit {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Gets a page, following nothing. */
export function visit(mock: Mock, url: string, init: RequestInit = {}): Promise<Visit> {
  return read(mock.fetch(new Request(url, { redirect: 'manual', ...init })));
}

export function post(mock: Mock, url: string, fields: Readonly<Record<string, string>>): Promise<Visit> {
  return visit(mock, url, { method: 'POST', body: new URLSearchParams(fields) });
}

async function read(answer: Promise<Response>): Promise<Visit> {
  const response = await answer;
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Answers to every question of the default forms that needs one. */
export const required = {
  'answers.consent_checkbox_1': 'true',
  'answers.full_name_first_name': 'Amelia',
  'answers.full_name_last_name': 'Clarke',
  'answers.date_of_birth': '1990-04-01',
  'answers.home_address_country': 'GBR',
} as const;

/** Texts of a page behind `<tag …>`, without the tags in them. */
export function texts(page: string, tag: string): readonly string[] {
  return [...page.matchAll(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, inner = '']) =>
    inner
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}

/** Problems that a page shows beside its controls, by question key. */
export function problems(page: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...page.matchAll(/id="e-([^"]+)">([^<]*)</g)].map(([, key = '', text = '']) => [key, text]),
  );
}

/** The tag of a control, by its name. */
export function control(page: string, name: string): string {
  return new RegExp(`<(?:input|select)[^>]*name="${name.replaceAll('.', '\\.')}"[^>]*>`).exec(page)?.[0] ?? '';
}
