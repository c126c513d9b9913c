import { createApp } from 'vue';
import { resume } from './api/session';
import { readSite } from './api/site';
import App from './app.vue';
import { PAGES } from './kit/crud/embedded';
import { pageFiles } from './page-files';
import { router } from './router';
import './style/tokens.css';
import './style/base.css';

// The colours, sizes and durations of a product, in place of Steward's.
import.meta.glob('./pages/app/**/tokens.css', { eager: true });

// Requested before anything is rendered, because the answers decide what is rendered.
void resume();
void readSite();

createApp(App).provide(PAGES, pageFiles).use(router).mount('#app');
