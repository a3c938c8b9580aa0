/** A backend that onboards customers: it creates one application per customer and decides when the result is there. */
import { dedupeKey, settledEkycOutcome } from '@idvkit/schema';
import { CallRefusedError, NoCreditError, type Client } from '@idvkit/schema/client';
import { isSubmission, parseDelivery } from '@idvkit/schema/receiver';

/** Decision about a customer. */
export type Decision = 'waiting' | 'accepted' | 'rejected' | 'needs review';

/** Everything that is known of a customer. The slug gives access to the application: never log it. */
interface Customer {
  readonly slug: string;
  readonly formUrl: string;
  decision: Decision;
}

/** Settings of the backend. */
export interface OnboardingOptions {
  readonly client: Client;
  readonly formSlug: string;
  /** Called when the workspace has no credit left. */
  readonly alert: (message: string) => void;
}

/** Creates the backend. A real one keeps its customers in a database. */
export function createOnboarding({ client, formSlug, alert }: OnboardingOptions) {
  const customers = new Map<string, Customer>();
  const processed = new Set<string>();

  /** Returns the link that the customer opens. A second call returns the same link: one application per customer. */
  async function start(reference: string): Promise<string | undefined> {
    const known = customers.get(reference);
    if (known !== undefined) return known.formUrl;
    try {
      const { detail, form_url: formUrl } = await client.create({ formSlug, answers: { customer_ref: reference } });
      customers.set(reference, { slug: detail.slug, formUrl, decision: 'waiting' });
      return formUrl;
    } catch (error) {
      if (error instanceof NoCreditError) alert('The workspace has no credit: top up.');
      else if (!(error instanceof CallRefusedError)) throw error;
      return undefined;
    }
  }

  /** Takes the raw body of a delivery. Retries and resends change nothing. */
  function receive(body: Uint8Array): void {
    const delivery = parseDelivery(body);
    if (!isSubmission(delivery)) return;
    const key = dedupeKey(delivery);
    if (key.kind === 'key' && processed.has(key.key)) return;
    const customer = [...customers.values()].find(({ slug }) => slug === delivery.application.slug);
    if (customer === undefined) return;
    customer.decision = decide(settledEkycOutcome(delivery.application));
    if (key.kind === 'key') processed.add(key.key);
  }

  return {
    start,
    receive,
    decisionOf: (reference: string): Decision | undefined => customers.get(reference)?.decision,
  };
}

function decide(outcome: string | undefined): Decision {
  if (outcome === 'pass') return 'accepted';
  if (outcome === 'fail') return 'rejected';
  return 'needs review';
}
