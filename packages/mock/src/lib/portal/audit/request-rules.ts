import type { LoggedCall } from '../../service/call-log.ts';
import type { ClientRule } from './client-rule.ts';

function onEachCall(
  id: ClientRule['id'],
  {
    message,
    applies,
    breaks,
  }: {
    readonly message: string | ((call: LoggedCall) => string);
    readonly applies: (call: LoggedCall) => boolean;
    readonly breaks: (call: LoggedCall) => boolean;
  },
): ClientRule {
  return {
    id,
    judge: ({ calls }) => {
      const judged = calls.filter(applies);
      const findings = judged.filter(breaks).map((call) => ({
        message: typeof message === 'string' ? message : message(call),
        calls: [call.id],
      }));
      return { judged: judged.length, findings };
    },
  };
}

export const requestRules: readonly ClientRule[] = [
  onEachCall('client.answers.flat', {
    message: 'Sends an answer that is an object or an array',
    applies: ({ trace }) => trace.answers !== 'none',
    breaks: ({ trace }) => trace.answers === 'nested',
  }),
  onEachCall('client.lang.known', {
    message: 'Calls a path under a locale that the platform does not have',
    applies: ({ endpoint }) => endpoint !== 'image',
    breaks: ({ condition }) => condition === 'unrecognised-locale',
  }),
  onEachCall('client.token.bearer', {
    message: ({ trace: { isBareToken } }) =>
      isBareToken
        ? 'Sends the Authorization header without "Bearer" before the token'
        : 'Sends an Authorization header that is not "Bearer" and a token',
    applies: ({ credential }) => credential !== 'absent',
    breaks: ({ credential }) => credential === 'other-scheme',
  }),
  onEachCall('client.token.not-in-url', {
    message: 'Has an API token in the address of a call',
    applies: () => true,
    breaks: ({ tokenInUrl }) => tokenInUrl,
  }),
  // The hosted form has no token, so a caller that reads the info with one is a backend.
  onEachCall('client.info.not-for-backends', {
    message: 'Reads the info with the API token',
    applies: ({ endpoint, credential }) => endpoint === 'result' || (endpoint === 'info' && credential !== 'absent'),
    breaks: ({ endpoint }) => endpoint === 'info',
  }),
];
