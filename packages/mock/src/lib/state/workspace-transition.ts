import type { Command } from './command.ts';
import { formOf, type Workspace } from './workspace.ts';

/** A command that is about the workspace itself, not about one application. */
export type WorkspaceCommand = Extract<
  Command,
  {
    type:
      | 'set-credit'
      | 'add-token'
      | 'revoke-token'
      | 'add-receiver'
      | 'remove-receiver'
      | 'set-form'
      | 'set-input-parameters'
      | 'set-status-columns'
      | 'set-settings';
  }
>;

/** Applies what an operator sets up in the portal. */
export function workspaceTransition(state: Workspace, command: WorkspaceCommand): Workspace {
  switch (command.type) {
    case 'set-credit':
      return { ...state, credit: command.credit };
    case 'add-token':
      return {
        ...state,
        tokens: [...state.tokens.filter((token) => token !== command.token), command.token],
        revokedTokens: state.revokedTokens.filter((token) => token !== command.token),
      };
    case 'revoke-token':
      if (!state.tokens.includes(command.token)) return state;
      return {
        ...state,
        tokens: state.tokens.filter((token) => token !== command.token),
        revokedTokens: [...state.revokedTokens, command.token],
      };
    case 'add-receiver':
      return {
        ...state,
        receivers: [...state.receivers.filter(({ id }) => id !== command.receiver.id), command.receiver],
      };
    case 'remove-receiver':
      return { ...state, receivers: state.receivers.filter(({ id }) => id !== command.id) };
    case 'set-form':
      return { ...state, forms: { ...state.forms, [command.form.slug]: command.form } };
    case 'set-input-parameters': {
      const form = formOf(state, command.formSlug);
      if (!form) return state;
      return {
        ...state,
        forms: { ...state.forms, [form.slug]: { ...form, inputParameters: command.inputParameters } },
      };
    }
    case 'set-status-columns':
      return { ...state, statusColumns: command.statusColumns };
    case 'set-settings':
      break;
  }
  return { ...state, settings: command.settings };
}
