import { proveFaults } from './prove-faults.ts';

proveFaults(3, 4);
