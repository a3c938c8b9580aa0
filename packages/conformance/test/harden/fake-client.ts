/** Parts of a client that runs as `node -e`: it creates an application, submits it, and reads the result. */
const CALLS = `
const { IDV_BASE_URL: base, IDV_API_TOKEN: token, IDV_PORTAL_URL: portal } = process.env;
const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
const forms = base + '/en/api/forms/kyc-camera/';
const created = await fetch(forms + 'create/', { method: 'POST', headers, body: '{"answers":{"customer_ref":"c-1"}}' });
const { detail } = await created.json();
await fetch(portal + '/applications/' + detail?.slug + '/submit', { method: 'POST', headers, body: '{}' });
const read = await fetch(forms + 'applied-forms/' + detail?.slug + '/result/', { headers });
const result = read.status === 200 ? await read.json() : {};
`;

/** Returns the words of a test command that makes a few calls, and then runs `assertions` on `created`, `read` and `result`. */
export function fakeClient(assertions = ''): readonly [string, ...string[]] {
  return [process.execPath, '--input-type=module', '-e', `${CALLS}${assertions}`];
}

/** Fails the tests of a client unless a condition holds. */
export function expects(condition: string): string {
  return `if (!(${condition})) process.exit(1);\n`;
}
