import { DEFAULT_LOCALE } from '@idvkit/schema';
import type { RuleId } from '@idvkit/schema/rules';

import type { Exchange } from '../../observe/observation.ts';
import { onExchange } from './corrupting.ts';
import { withStatus, type Mutant } from './mutant.ts';

/** A status that no rule calls for, and that no section lists. */
const NOBODYS_STATUS = 418;

/** Gives a call that keeps a rule a status that no call may have. */
function withNobodysStatus(rule: RuleId): Mutant {
  return {
    rule,
    title: `an answer becomes ${NOBODYS_STATUS}`,
    corrupt: onExchange((target) => (target.response === undefined ? undefined : [withStatus(target, NOBODYS_STATUS)])),
  };
}

/** Gives a call that keeps a rule the answer of another call of the run. */
function answeredAs(
  rule: RuleId,
  isSuch: (exchange: Exchange) => boolean,
  fits: (exchange: Exchange) => boolean = () => true,
): Mutant {
  return {
    rule,
    title: 'a call gets the answer of another',
    corrupt: onExchange((target, run) => {
      const other = run.find((each): each is Exchange => each.kind === 'exchange' && isSuch(each));
      return target.response === undefined || other?.response === undefined || isSuch(target) || !fits(target)
        ? undefined
        : [{ ...target, response: other.response }];
    }),
  };
}

/** Rules that call for one status under one condition, and those that list the statuses of an endpoint. */
export const statusMutants: readonly Mutant[] = [
  ...(
    [
      'create.form-unknown.404',
      'create.credit.461',
      'create.status.documented',
      'result.status.200',
      'result.unknown.404',
      'result.deleted.404',
      'result.status.documented',
      'info.open.no-token-200',
      'info.open.with-token-200',
      'info.submitted.with-token-200',
      'info.deleted.404',
      'info.unknown.404',
      'info.status.documented',
      'submit.camera-flow.422',
      'submit.plain-flow.200-empty',
      'submit.again.403',
      'submit.unknown.404',
      'submit.status.documented',
      'resend.status.204-empty',
      'resend.unknown.404',
      'resend.status.documented',
      'auth.revoked-token.401',
      'auth.other-scheme.401',
      'auth.get-on-post-only.403',
      'create.body.empty-accepted',
      'create.required.deferred',
      'create.answers.unknown-key-accepted',
      'create.answers.document-type-prefill',
      'image.readable-while-valid',
    ] as const
  ).map(withNobodysStatus),
  {
    rule: 'locale.outside-form-subset.accepted',
    title: `an answer becomes ${NOBODYS_STATUS}`,
    // Infos say which locales a form lists: without one the rule has nothing to go by.
    corrupt: onExchange((target) =>
      target.condition.endpoint === 'info' ? undefined : [withStatus(target, NOBODYS_STATUS)],
    ),
  },
  {
    rule: 'auth.never-405',
    title: 'an answer becomes 405',
    corrupt: onExchange((target) => (target.response === undefined ? undefined : [withStatus(target, 405)])),
  },
  {
    rule: 'create.info.resolves',
    title: 'the info of a new application is gone',
    corrupt: onExchange((target) =>
      target.condition.endpoint === 'info' ? [withStatus(target, NOBODYS_STATUS)] : undefined,
    ),
  },
  {
    rule: 'locale.unknown.does-not-resolve',
    title: 'what a redirect leads to is there',
    corrupt: onExchange((target) => ((target.response?.status ?? 0) >= 400 ? [withStatus(target, 200)] : undefined)),
  },
  // What fails in the default locale is no matter of locales.
  answeredAs(
    'locale.platform.accepted',
    ({ response }) => response?.status === 302,
    ({ lang }) => lang !== DEFAULT_LOCALE,
  ),
  answeredAs(
    'info.submitted.no-token-refused',
    ({ condition, response }) => condition.endpoint === 'info' && response?.status === 200,
  ),
  ...(['image.unreadable-without-signature', 'image.unreadable-after-exp'] as const).map((rule) =>
    answeredAs(rule, ({ condition, response }) => condition.endpoint === 'image' && response?.status === 200),
  ),
];
