import { createApp } from 'vue';
import { resume } from './api/session';
import { readSite } from './api/site';
import App from './app.vue';
import { router } from './router';
import './style/tokens.css';
import './style/base.css';

// Requested before anything is rendered, because the answers decide what is rendered.
void resume();
void readSite();

createApp(App).use(router).mount('#app');
