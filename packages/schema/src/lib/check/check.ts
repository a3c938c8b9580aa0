import type * as z from 'zod';

import { JsonNode, type CheckResult } from './json-node.ts';

/** Facts about a body that are not in it. */
export interface BodyContext {
  /** True if a delivery carried it; otherwise a call was answered with it. */
  readonly source: 'delivery' | 'result';
  /** True if the flow of the application has a document-scan or liveness step. Default: unknown. */
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
 * The predicate of a rule about one body: it reports a result for each position that the rule applies to, and nothing if the
 * rule does not apply. It never throws, whatever the body holds.
 */
export type Check = (body: JsonNode, context: BodyContext) => void;

/** Returns the results of a check of one body. */
export function resultsOf(check: Check, body: unknown, context: BodyContext): readonly CheckResult[] {
  const results: CheckResult[] = [];
  check(new JsonNode(body, (result) => results.push(result)), context);
  return results;
}

/**
 * Makes a zod refinement of checks: their defects become its issues. `isStated` of an issue is whether JSON Schema states the
 * check too.
 */
export function passes(...checks: readonly Check[]): (value: unknown, context: z.RefinementCtx) => void {
  return (value, refinement) => {
    let isStated = false;
    const body = new JsonNode(value, (result) => {
      if (result === 'ok') return;
      refinement.addIssue({ code: 'custom', path: [...result.path], message: result.message, params: { isStated } });
    });
    const context = { source: body.at('event').isMissing ? 'result' : 'delivery' } as const;
    for (const check of checks) {
      isStated = 'jsonSchema' in check;
      check(body, context);
    }
  };
}
