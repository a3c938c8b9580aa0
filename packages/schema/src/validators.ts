export * from '../compiled/strict.js';
