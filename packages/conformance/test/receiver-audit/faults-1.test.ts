import { dedupeFaults, secretFaults } from './faulty-receivers.ts';
import { proveFaults } from './prove-faults.ts';

proveFaults('processes more or less than once', dedupeFaults);
proveFaults('mistakes secrets', secretFaults);
