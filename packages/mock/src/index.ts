export type {
  Behaviour,
  Draft,
  DeliveryAttempt,
  ImageUrlSubject,
  Overrides,
  PayloadSubject,
  PlannedDelivery,
} from './lib/behaviour/hooks/behaviour.ts';
export type { Call, Refusal } from './lib/behaviour/hooks/call.ts';
export { allFaults } from './lib/behaviour/faults/all-faults.ts';
export type { Fault } from './lib/behaviour/faults/fault.ts';
export type { Listening, ListenOptions } from './lib/listen.ts';
export { allVariations } from './lib/behaviour/variations/all-variations.ts';
export type { Variation } from './lib/behaviour/variations/variation.ts';
export { createMock, DEFAULT_TOKEN, type Mock } from './lib/mock.ts';
export type { MockOptions } from './lib/mock-options.ts';
export type { ApplicationView } from './lib/portal/operations/application-view.ts';
export type { ClientAudit } from './lib/portal/audit/client-audit.ts';
export { PortalError, type PortalErrorCode } from './lib/portal/operations/portal-error.ts';
export {
  createPortalClient,
  type PortalCall,
  type PortalClient,
  type PortalRequest,
  type WorkspacePortalClient,
} from './lib/portal/portal-client.ts';
export type { Portal, WorkspacePortal } from './lib/portal/portal.ts';
export { cameraForm, plainForm } from './lib/state/default-forms.ts';
export type { Form, FormField, FormStep, InputParameter } from './lib/state/form.ts';
export type { LoggedCall } from './lib/service/call-log.ts';
export type { LoggedDelivery } from './lib/service/deliveries/delivery-log.ts';
export type { ServiceObserver } from './lib/service/service.ts';
export type { ServiceState } from './lib/state/service-state.ts';
export type { Settings } from './lib/state/settings.ts';
export type { Submission, SubmitOptions } from './lib/state/submission.ts';
