import type { EndpointRules } from './endpoint.ts';

/** Queues a delivery where there is a submission to deliver; says 204 either way. @see Specification, "5. Resend webhook" */
export const resendEndpoint: EndpointRules = {
  method: 'POST',
  names: 'application',
  decide: ({ call }) => ({
    refusals: [],
    condition: 'queued',
    commands: [{ type: 'resend', at: call.now, slug: call.slug }],
    draft: () => ({ status: 204, headers: {} }),
  }),
};
