export { tool } from './lib/cli/tool.ts';
