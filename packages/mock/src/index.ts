export type { Form, FormField, FormStep, InputParameter } from './lib/state/form.ts';
