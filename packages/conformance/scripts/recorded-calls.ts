/** A call on the service or on its operator. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What came back, as far as it decides about further calls. */
export interface Answer {
  readonly status: number;
  readonly json: unknown;
}

/**
 * Makes a few calls of each kind, one after the other, and has the applicant submit in between. Runs in Node.js and, as its
 * text, in a page: it sees nothing of this file.
 */
export async function makeCalls(call: (call: Call) => Promise<Answer>, token: string): Promise<void> {
  const forms = '/en/api/forms/kyc-camera';
  const valid = { accept: 'application/json', authorization: `Bearer ${token}` };
  const to = (method: string, path: string, headers: Call['headers'] = valid, answers?: object): Promise<Answer> =>
    call({
      method,
      path,
      headers: { ...headers, ...(answers && { 'content-type': 'application/json' }) },
      ...(answers && { body: JSON.stringify({ answers }) }),
    });
  const without = { accept: 'application/json' };

  await to('POST', `${forms}/create/`, without);
  await to('POST', `${forms}/create/`, { ...valid, authorization: 'Bearer wrong' });
  await to('GET', `${forms}/create/`);
  await to('POST', '/en/api/forms/nobodys/create/');
  await to('POST', `${forms}/create/`, valid, { nid: '1234567890123' });
  const created = await to('POST', `${forms}/create/`, valid, { ekyc_document_type: 'front_card' });
  const { slug } = (created.json as { readonly detail: { readonly slug: string } }).detail;
  const application = `${forms}/applied-forms/${slug}`;

  await to('GET', `${application}/result/`);
  await to('GET', `${application}/info/`, without);
  await to('POST', `${application}/submit/`, valid, {});
  await to('POST', `${application}/hook-submit/`);
  await to('GET', `${application}/result/`);
  await to('POST', `/_operator/submit/${slug}`);
  const submitted = await to('GET', `${application}/result/`);
  await to('GET', `${application}/result/`, without);
  await to('GET', `${application}/info/`, without);
  await to('POST', `${application}/submit/`, valid, {});
  await to('POST', `${application}/hook-submit/`);
  await to('GET', `${forms}/applied-forms/nothing-of-that-name/result/`);
  await to('POST', `${forms}/applied-forms/nothing-of-that-name/hook-submit/`);
  await to('GET', `${application.replace('/en/', '/xx/')}/result/`);
  const [image] = JSON.stringify(submitted.json).match(/https?:\/\/[^"]+\/result\/image\/[^"]+/) ?? [];
  const address = new URL(image ?? 'https://service.example/no-image');
  await to('GET', address.pathname + address.search);
  await to('GET', `${application}/result/`);

  const plain = await to('POST', '/en/api/forms/kyc-plain/create/');
  const { slug: second } = (plain.json as { readonly detail: { readonly slug: string } }).detail;
  const name = { full_name_first_name: 'Ada', full_name_last_name: 'Byron' };
  const answers = { ...name, consent_checkbox_1: true, date_of_birth: '1990-04-01', home_address_country: 'GBR' };
  await to('POST', `/en/api/forms/kyc-plain/applied-forms/${second}/submit/`, valid, answers);
  await to('GET', `/en/api/forms/kyc-plain/applied-forms/${second}/result/`);
}
