import { defineFault, type Fault } from './fault.ts';

export const eventFaults: readonly Fault[] = [
  defineFault({
    rule: 'event.nounce.unique',
    alsoBreaks: ['resend.new-nounce', 'delivery.5xx.new-nounce'],
    title: 'uses one nounce per application instead of one per delivery',
    points: () => {
      const nounces = new Map<string, string>();
      return {
        eventHeader: (header, { application }) => {
          const nounce = nounces.get(application.slug) ?? header.nounce;
          nounces.set(application.slug, nounce);
          return { ...header, nounce };
        },
      };
    },
  }),
];
