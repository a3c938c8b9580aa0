import type { Theme } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';

import Front from './Front.vue';
import Layout from './Layout.vue';

import './style.css';

/** The default theme with the fonts of the system, enough contrast, and a `main` on each page. */
export default {
  extends: theme,
  Layout,
  enhanceApp: ({ app }) => {
    app.component('Front', Front);
  },
} satisfies Theme;
