import type { Call, Credential, Endpoint, RequestBody } from '../../behaviour/hooks/call.ts';
import { stateOf } from '../../state/application.ts';
import { applicationOf, formOf, type Workspace } from '../../state/workspace.ts';
import type { Service } from '../service.ts';
import type { WorkspaceRuntime } from '../workspace-runtime.ts';

export interface CallTarget {
  readonly endpoint: Endpoint;
  readonly lang: string;
  readonly formSlug: string;
  readonly slug: string;
}

const EMPTY: RequestBody = { kind: 'empty' };

/** Endpoints whose slug names the workspace, not the token: info may be open, and images check the token afterwards. */
const FOUND_BY_SLUG: readonly Endpoint[] = ['info', 'image'];

/** Reads a call: its workspace, and everything that decides how it is answered. */
export function readCall(
  service: Service,
  request: Request,
  { endpoint, lang, formSlug, slug, body = EMPTY }: CallTarget & { readonly body?: RequestBody },
): { readonly call: Call; readonly runtime: WorkspaceRuntime } {
  const url = new URL(request.url);
  const origin = service.publicOrigin ?? url.origin;
  const authorization = request.headers.get('authorization');
  const token = tokenOf(authorization);
  const byToken = FOUND_BY_SLUG.includes(endpoint) ? undefined : token;
  const runtime = service.find({ token: byToken, slug, formSlug }) ?? service.main;
  const workspace = runtime.state;
  const found = applicationOf(workspace, slug);
  const application = endpoint === 'image' || found?.formSlug === formSlug ? found : undefined;
  const credential = authorization === null ? 'absent' : credentialOf(token, workspace);
  return {
    runtime,
    call: {
      endpoint,
      method: request.method,
      url,
      origin,
      lang,
      formSlug,
      slug,
      credential,
      authorization,
      // Rare: a call that is refused in any case.
      isForeign:
        application === undefined
          ? credential === 'valid' && slug !== '' && (service.find({ slug }) ?? runtime) !== runtime
          : credential === 'invalid' && service.find({ token }) !== undefined,
      body,
      workspace,
      form: formOf(workspace, application?.formSlug ?? formSlug),
      application,
      state: application ? stateOf(application) : endpoint === 'create' ? 'none' : 'unknown-slug',
      history: runtime.historyOf(slug),
      now: runtime.clock.now(),
    },
  };
}

/** The token of a Bearer header; undefined where there is none in it. */
function tokenOf(authorization: string | null): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

function credentialOf(token: string | undefined, workspace: Workspace): Credential {
  if (token === undefined) return 'other-scheme';
  if (workspace.tokens.includes(token)) return 'valid';
  return workspace.revokedTokens.includes(token) ? 'revoked' : 'invalid';
}
