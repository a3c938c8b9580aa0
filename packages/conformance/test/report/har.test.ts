import { describe, expect, it } from 'vitest';

import { harReport } from '../../src/lib/report/har-report.ts';
import { fixtureRun } from './fixture-run.ts';
import { tool, wholeReportOf } from './plain-page.ts';

interface Har {
  readonly log: {
    readonly version: string;
    readonly creator: object;
    readonly entries: readonly Record<string, unknown>[];
  };
}

function harOf(run = fixtureRun()): Har {
  const text = [...harReport(wholeReportOf(run))].join('');
  return JSON.parse(text) as Har; // What the test is about.
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';
const pairs = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((pair: { name?: unknown; value?: unknown }) => isText(pair.name) && isText(pair.value));

/** Required members of the format, by the specification of HAR 1.2. */
const required: Readonly<Record<string, Readonly<Record<string, (value: unknown) => boolean>>>> = {
  request: {
    method: isText,
    url: (url) => isText(url) && URL.canParse(String(url)),
    httpVersion: isText,
    cookies: pairs,
    headers: pairs,
    queryString: pairs,
    headersSize: isNumber,
    bodySize: isNumber,
  },
  response: {
    status: isNumber,
    statusText: isText,
    httpVersion: isText,
    cookies: pairs,
    headers: pairs,
    redirectURL: isText,
    headersSize: isNumber,
    bodySize: isNumber,
  },
};

describe('harReport()', () => {
  it('has all that HAR 1.2 requires', () => {
    const { log } = harOf();
    expect(log).toMatchObject({ version: '1.2', creator: tool });
    expect(log.entries).toHaveLength(4);
    for (const entry of log.entries) {
      expect(entry).toMatchObject({ time: expect.any(Number) as unknown, cache: {}, timings: { send: 0, receive: 0 } });
      expect(Number.isNaN(Date.parse(String(entry['startedDateTime'])))).toBe(false);
      for (const [part, members] of Object.entries(required)) {
        const held = entry[part] as Record<string, unknown>; // Checked next.
        for (const [member, holds] of Object.entries(members)) {
          expect(holds(held[member]), `${part}.${member} of ${String(entry['comment'])}`).toBe(true);
        }
      }
      expect(entry['response']).toMatchObject({
        content: { size: expect.any(Number) as unknown, mimeType: expect.any(String) as unknown },
      });
    }
  });

  it('says which observation an entry is', () => {
    const { log } = harOf();
    expect(log.entries.map(({ comment }) => comment)).toMatchInlineSnapshot(`
      [
        "x1: POST /en/api/forms/kyc-camera/create/ → 200 (12 ms)",
        "x2: GET /en/api/forms/kyc-camera/applied-forms/slug#ee4e/result/ without a token → 401 (3 ms), application.id 48213377",
        "x3: GET /en/api/forms/kyc-camera/applied-forms/slug#ee4e/result/ without a token → no answer: connection reset, application.id 48213377",
        "d1: submit_form of slug#ee4e to a → 204, application.id 48213377",
      ]
    `);
    for (const entry of log.entries) expect(entry['_idvkit']).toEqual({ masked: true });
  });

  it('keeps the shape of bodies, and of values only what says nothing about anybody', () => {
    const delivery = harOf().log.entries.at(-1) as { request: { postData: { text: string } } }; // Required above.
    expect(JSON.parse(delivery.request.postData.text)).toMatchInlineSnapshot(`
      {
        "answers": {
          "consent_checkbox_1": {
            "created_at": "2026-01-05T02:59:30+00:00",
            "updated_at": "2026-01-05T02:59:30+00:00",
            "value": true,
          },
          "customer_ref": {
            "created_at": "2026-01-05T02:59:30+00:00",
            "updated_at": "2026-01-05T02:59:30+00:00",
            "value": "[masked]",
          },
          "date_of_birth": {
            "created_at": "2026-01-05T02:59:30+00:00",
            "updated_at": "2026-01-05T02:59:30+00:00",
            "value": "[masked: 9999-99-99]",
          },
          "full_name_first_name": {
            "created_at": "2026-01-05T02:59:30+00:00",
            "updated_at": "2026-01-05T02:59:30+00:00",
            "value": "[masked]",
          },
          "full_name_last_name": {
            "created_at": "2026-01-05T02:59:30+00:00",
            "updated_at": "2026-01-05T02:59:30+00:00",
            "value": "[masked]",
          },
          "home_address_full": {
            "created_at": "2026-01-05T02:59:30+00:00",
            "updated_at": "2026-01-05T02:59:30+00:00",
            "value": "[masked]",
          },
          "nid": {
            "created_at": "2026-01-05T02:59:30+00:00",
            "updated_at": "2026-01-05T02:59:30+00:00",
            "value": "[masked: 13 digits]",
          },
        },
        "application": {
          "form": "kyc-camera",
          "id": "[masked number]",
          "no": "[masked: COK and 12 digits]",
          "other_status": {
            "[masked]": "[masked]",
            "ekyc": "pass",
          },
          "slug": "slug#ee4e",
          "status": "complete",
          "submitted_at": "2026-01-05T02:59:30+00:00",
        },
        "event": {
          "created_at": "2026-01-05T03:00:00+00:00",
          "nounce": "[masked]",
          "type": "submit_form",
          "version": 1,
        },
        "extra": {
          "ekyc": {
            "face_compare": {
              "score": 88.5,
              "status": "match",
            },
            "liveness": {
              "attempts": [
                {
                  "attempt": 1,
                  "created_at": "2026-01-05T02:59:30+00:00",
                  "id": "[masked number]",
                  "images": [
                    {
                      "action": "idle",
                      "url": "https://idv.example.com/api/ekyc/slug-ee4e/result/image/?q=masked&exp=1767583500",
                    },
                  ],
                  "message": "",
                  "status": "success",
                },
              ],
              "url": "https://idv.example.com/api/ekyc/slug-ee4e/result/image/?q=masked&exp=1767583500",
            },
          },
          "identity_aml": {
            "[masked] 2": [
              {
                "input": {
                  "date_of_birth": "[masked: 9999-99-99]",
                  "first_name": "[masked]",
                  "last_name": "[masked]",
                },
                "output": {
                  "[masked] 2": [
                    {
                      "input": {
                        "first_name": "[masked]",
                      },
                      "output": {
                        "code": 200,
                        "content": {
                          "data": {
                            "hits": [
                              {
                                "[masked] 3": {
                                  "[masked] 4": "[masked]",
                                  "[masked] 5": [
                                    "[masked]",
                                  ],
                                },
                              },
                            ],
                            "search_term": "[masked]",
                          },
                        },
                        "status": "[masked]",
                      },
                      "result": {
                        "is_found": true,
                        "total_hits": 1,
                      },
                    },
                  ],
                },
                "result": {
                  "is_any_found": true,
                },
                "timestamp": "2026-01-05T02:59:30+00:00",
                "values_list": [
                  "is_any_in_pep",
                ],
              },
            ],
          },
        },
      }
    `);
  });
});
