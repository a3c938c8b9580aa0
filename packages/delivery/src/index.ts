export { pause, systemClock, type Clock } from './lib/clock.ts';
export { compareBearer, type BearerComparison } from '@idvkit/schema/receiver';
export type {
  AnswerBody,
  Attempt,
  AttemptOutcome,
  DeliveryBody,
  DeliveryContent,
  DeliveryHeader,
  FailureReason,
  HeaderField,
  Receiver,
} from './lib/delivery-attempt.ts';
export { retrySpacing, specifiedPolicy, type DeliveryPolicy } from './lib/delivery-policy.ts';
export { errorCode } from './lib/connection-failure.ts';
export { createCallRoute, proxyHint, type CallRoute } from './lib/call-route.ts';
export { listen, stopListening } from './lib/listen.ts';
export { clearTextWarning, isLoopback, isLoopbackHost } from './lib/loopback.ts';
export { Semaphore } from './lib/semaphore.ts';
export { createSender, type DeliverOptions, type Sender, type SenderOptions } from './lib/sender.ts';
export { createTestClock, type TestClock, type TestClockMode, type TestClockOptions } from './lib/test-clock.ts';
export { formatTimestamp } from './lib/timestamp.ts';
