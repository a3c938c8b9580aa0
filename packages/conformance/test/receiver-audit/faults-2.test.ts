import { bodyFaults, toleranceFaults } from './faulty-receivers.ts';
import { proveFaults } from './prove-faults.ts';

proveFaults('puts up with too little', toleranceFaults);
proveFaults('fails on bodies', bodyFaults);
