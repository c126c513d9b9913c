import { shallowRef, watch } from 'vue';
import {
  type RouteLocationNormalized,
  type RouteLocationRaw,
  type RouteRecordRaw,
  START_LOCATION,
  createRouter,
  createWebHistory,
} from 'vue-router';
import { type MenuNode, resume, session } from './api/session';
import { mayLeave } from './kit/overlays/dirty';
import { renewBuild } from './kit/lib/new-build';
import { isPartMissing, patient } from './kit/lib/part';
import { toastFailure } from './kit/lib/toast';
import { pageFiles } from './page-files';
import { destinationOf } from './shell/address';
import { focusHeading } from './shell/focus';
import { grantedPages, hasAccess, isForbidden, pageName, startPath } from './shell/granted';
import MissingPage from './shell/missing-page.vue';
import { t } from './shell/shell.text';
import UnknownPath from './shell/unknown-path.vue';
import { c } from './text/common.text';

/** Name of the parent route of every page, which renders the frame around them. */
const SHELL = 'shell';

/** Name of the route of the start page, which stays only for users who have no page. */
const START = 'start';

const routes: RouteRecordRaw[] = [
  {
    name: 'login',
    path: '/login',
    component: patient(() => import('./shell/login.vue')),
    meta: { title: () => t.login },
  },
  {
    name: 'forgot',
    path: '/forgot',
    component: () => import('./shell/forgot.vue'),
    meta: { title: () => t.forgot, open: true },
  },
  {
    name: 'link',
    path: '/link',
    component: () => import('./shell/link.vue'),
    meta: { title: () => t.link, open: true },
  },
  {
    name: SHELL,
    path: '/',
    component: patient(() => import('./shell/layout.vue')),
    children: [
      {
        name: START,
        path: '',
        component: patient(() => import('./shell/no-access.vue')),
        meta: { title: () => t.noAccess },
      },
      {
        path: '/profile',
        component: pageFiles.get('profile') ?? MissingPage,
        meta: { title: () => t.profile, component: 'profile' },
      },
      { path: '/:path(.*)*', component: UnknownPath, meta: { title: titleOfUnknown } },
    ],
  },
];

/** The console's router: fixed routes, and one for each page of the user's menu. */
export const router = createRouter({
  history: createWebHistory(import.meta.env.BASE_URL),
  routes,
  scrollBehavior: (to, from, saved) => saved ?? (to.path === from.path ? undefined : { top: 0 }),
});

function titleOfUnknown(): string {
  if (!hasAccess.value) return t.noAccess;
  return isForbidden(router.currentRoute.value.path) ? t.forbidden : t.notFound;
}

/** Why the first page could not be shown, in which case there is no other page on the screen. */
export const startFailure = shallowRef<unknown>();

/** Removes each route that was added for the menu, by {@link keyOf}. */
const removals = new Map<string, () => void>();

function followMenu(): void {
  const wanted = new Map(grantedPages.value.map((page) => [keyOf(page), page]));
  for (const [key, remove] of removals) {
    if (wanted.has(key)) continue;
    remove();
    removals.delete(key);
  }
  for (const [key, page] of wanted) {
    if (!removals.has(key)) removals.set(key, router.addRoute(SHELL, routeOf(page)));
  }
}

function keyOf({ path, component }: MenuNode): string {
  return `${path} ${component}`;
}

function routeOf(page: MenuNode): RouteRecordRaw {
  const { path, component } = page;
  return {
    path,
    // Looked up when the page is opened, because it may be generated later.
    component: () => pageFiles.get(component)?.() ?? Promise.resolve(MissingPage),
    meta: { title: () => pageName(page), component },
  };
}

router.beforeEach(async (to, from) => {
  await resume();
  if (session.phase === 'starting') return false;
  if (to.meta.open) return true;
  if (session.phase === 'out') return to.name === 'login' || loginFor(to);
  followMenu();
  if (to.name === 'login') return destinationOf(to.query.to);
  const start = to.name === START ? startPath() : undefined;
  if (start !== undefined) return start;
  if (isOutdated(to)) return again(to);
  return to.path === from.path || mayLeave();
});

/** Whether the routes have changed since the path was matched against them. */
function isOutdated({ fullPath, matched }: RouteLocationNormalized): boolean {
  return router.resolve(fullPath).matched.at(-1) !== matched.at(-1);
}

function again({ path, query, hash }: RouteLocationNormalized): RouteLocationRaw {
  return { path, query, hash, replace: true, force: true };
}

function loginFor({ path, fullPath }: RouteLocationNormalized): RouteLocationRaw {
  return { name: 'login', query: path === '/' || path === '/login' ? {} : { to: fullPath } };
}

watch(
  () => session.phase,
  (phase, before) => {
    const here = router.currentRoute.value;
    if (here === START_LOCATION || here.meta.open) return;
    if (phase === 'out') void router.replace(loginFor(here));
    if (phase === 'in' && before === 'out') void router.replace(destinationOf(here.query.to));
  },
);

watch(
  () => session.menus,
  () => {
    const here = router.currentRoute.value;
    if (session.phase !== 'in' || here.name === 'login' || here.meta.open || here === START_LOCATION) return;
    followMenu();
    if (here.name === START && hasAccess.value) void router.replace(startPath() ?? here);
    else if (isOutdated(here)) void router.replace(again(here));
  },
);

router.afterEach((to, from, failure) => {
  if (failure) return;
  startFailure.value = undefined;
  // The screen of a restricted session, which stands in place of every page, has the focus.
  if (session.user?.restriction) return;
  // Only after the dialog or menu that led here has returned the focus.
  if (from !== START_LOCATION && to.path !== from.path) setTimeout(focusHeading);
});

router.onError((error: unknown, to, from) => {
  void (async () => {
    if (isPartMissing(error) && (await renewBuild(router.resolve(to).href))) return;
    if (from === START_LOCATION) startFailure.value = error;
    else if (!isPartMissing(error)) toastFailure(error);
    else toastFailure(new Error(c.notLoaded), { label: c.retry, run: () => router.push(to) });
  })();
});
