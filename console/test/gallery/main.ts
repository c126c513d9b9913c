import { createApp } from 'vue';
import { VueQueryPlugin } from '@tanstack/vue-query';
import { createRouter, createWebHistory } from 'vue-router';
import '@/style/tokens.css';
import '@/style/base.css';
import './gallery.css';
import Gallery from './gallery.vue';
import { parts } from './parts';

const router = createRouter({ history: createWebHistory(), routes: [{ path: '/:path*', component: Gallery }] });
createApp(Gallery, { parts }).use(router).use(VueQueryPlugin).mount('#app');
