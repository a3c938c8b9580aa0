import type * as z from 'zod';

import { JsonNode, type CheckResult } from './json-node.ts';

/** Facts about a body that are not in it. */
export interface BodyContext {
  /** Whether a delivery carried it; otherwise a call was answered with it. */
  readonly source: 'delivery' | 'result';
  /** Whether the flow of the application has a document-scan or liveness step. Default: unknown. */
  readonly flow?: 'camera' | 'plain' | 'unknown';
  /** Slugs in the path of the call. */
  readonly formSlug?: string | undefined;
  readonly slug?: string | undefined;
  /** Endpoint that answered with it, and its status. */
  readonly endpoint?: string | undefined;
  readonly status?: number | undefined;
  /** Address of the service, without a slash at its end. */
  readonly baseUrl?: string | undefined;
}

/**
 * The predicate of a rule about one body: it yields a result for each position that the rule applies to, and nothing if the
 * rule does not apply. It never throws, whatever the body holds.
 */
export type Check = (body: JsonNode, context: BodyContext) => Iterable<CheckResult>;

/**
 * Makes a zod refinement of checks: their defects become its issues. `isStated` of an issue is whether JSON Schema states the
 * check too.
 */
export function passes(...checks: readonly Check[]): (value: unknown, context: z.RefinementCtx) => void {
  return (value, refinement) => {
    const body = new JsonNode(value);
    const context = { source: body.at('event').isMissing ? 'result' : 'delivery' } as const;
    for (const check of checks) {
      for (const result of check(body, context)) {
        if (result === 'ok') continue;
        const params = { isStated: 'jsonSchema' in check };
        refinement.addIssue({ code: 'custom', path: [...result.path], message: result.message, params });
      }
    }
  };
}
