export * from '../compiled/consumer.js';
