import type { Behaviour, Draft } from '../../behaviour/hooks/behaviour.ts';
import type { AnswerCondition, Call, Refusal, RequestBody } from '../../behaviour/hooks/call.ts';
import type { StoredApplication } from '../../state/application.ts';
import type { Command } from '../../state/command.ts';
import type { Draw } from '../../state/draw.ts';
import type { Form } from '../../state/form.ts';
import type { Workspace } from '../../state/workspace.ts';

export interface EndpointContext {
  readonly call: Call;
  readonly body: RequestBody;
  readonly form: Form;
  readonly behaviour: Behaviour;
  readonly draw: Draw;
}

/** As {@link EndpointContext}, where the path names an application. */
export interface ApplicationContext extends EndpointContext {
  readonly application: StoredApplication;
}

/** The outcome of a call: why it is refused, or what it does and answers. */
export interface Decision {
  /** Every reason to refuse it that the endpoint finds itself. */
  readonly refusals: readonly Refusal[];
  /** Under which condition it is answered where nothing refuses it. */
  readonly condition: AnswerCondition;
  readonly commands: readonly Command[];
  /** The answer, once the commands were carried out. `application` is the one called for or created, as it is then. */
  draft(after: { readonly workspace: Workspace; readonly application: StoredApplication | undefined }): Draft;
}

export type EndpointRules =
  | {
      readonly method: 'POST';
      readonly names: 'form';
      decide(context: EndpointContext): Decision;
    }
  | {
      readonly method: 'GET' | 'POST';
      readonly names: 'application';
      decide(context: ApplicationContext): Decision;
    };
