import { proveFaultRules } from './prove-fault-rules.ts';

proveFaultRules(0);
