// All routes. Public ones come first; everything else is inside the shell behind the guard; unknown paths go to
// page-not-found.
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { findDeepLink, rememberAddress } from '../kernel/deep-link.ts'
import { readLink } from '../kernel/mailed-link.ts'
import { holdsPermission } from '../kernel/session-store.ts'
import { session } from '../kernel/session.ts'
import { knownStanding } from '../kernel/standing.ts'
import { hasTypedText } from '../kernel/typed-text.ts'
import { parseSearchText, writeSearchText } from '../kernel/url-state.ts'
import { guardScreen } from './guarded-screen.tsx'
import { lazyScreen } from './lazy-screen.tsx'
import { ScreenFailure } from './screen-failure.tsx'
import { homePath, screens } from './screens.ts'

const currentHome = () => homePath((key) => holdsPermission(session.user(), key), { standing: knownStanding() })

/** Inside the shell, and the only page of it that needs no session. */
const notFoundPath = '/page-not-found'

const root = createRootRoute({ component: Outlet })

const publicRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/auth',
    beforeLoad: ({ location }) => {
      // Going back from a paused page abandons it.
      session.leave()
      // A mailed link opens this page even for a signed-in user; once read, it leaves the hash "link".
      const user = session.user()
      if (user && location.hash !== 'link' && readLink(location.hash) === undefined)
        throw redirect({ href: findDeepLink(location.state, user.id) ?? currentHome(), replace: true })
    },
    component: lazyScreen(async () => (await import('../features/auth/auth-screen.tsx')).AuthScreen),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/register',
    component: lazyScreen(async () => (await import('../features/register/register-screen.tsx')).RegisterScreen),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in-return',
    component: lazyScreen(async () => (await import('../features/auth/sign-in-return.tsx')).SignInReturn),
  }),
  // An empty page, by specification.
  createRoute({ getParentRoute: () => root, path: '/.well-known/acme-challenge/$value', component: () => null }),
]

const developmentRoutes =
  import.meta.env.DEV || import.meta.env.MODE === 'gallery'
    ? [
        createRoute({
          getParentRoute: () => root,
          path: '/gallery',
          component: lazyScreen(async () => (await import('../features/gallery/gallery-screen.tsx')).GalleryScreen),
        }),
      ]
    : []

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => {
    if (session.user() || location.pathname === notFoundPath) return
    throw redirect({ to: '/auth', replace: true, state: rememberAddress(location.href, session.lastUserId()) })
  },
  component: lazyScreen(async () => (await import('./shell/shell.tsx')).Shell),
})

const screenRoutes = screens.flatMap((screen) => {
  const { access, audience, load, paths } = screen
  if (!load) return []
  // Without a rule the code loads together with the page; with one, only once the user may open it.
  return paths.map((path) =>
    createRoute({
      getParentRoute: () => shell,
      path,
      component: access || audience === 'managers' ? guardScreen({ ...screen, load }) : lazyScreen(load),
    }),
  )
})

const guardedRoutes = shell.addChildren([
  ...screenRoutes,
  createRoute({
    getParentRoute: () => shell,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: currentHome(), replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => shell,
    path: notFoundPath,
    component: lazyScreen(
      async () => (await import('../features/page-not-found/page-not-found-screen.tsx')).PageNotFoundScreen,
    ),
  }),
])

const unknownRoute = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: notFoundPath, replace: true })
  },
})

export const router = createRouter({
  routeTree: root.addChildren([...publicRoutes, ...developmentRoutes, guardedRoutes, unknownRoute]),
  // `/account` and `/account/` are the same page; links have no trailing slash.
  trailingSlash: 'preserve',
  parseSearch: parseSearchText,
  stringifySearch: writeSearchText,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: ScreenFailure,
})

// The end of a session leads to the sign-in page, whatever ended it and in whichever tab, and unsaved work cannot block
// it; a paused page stays where it is.
session.subscribe((user, ended) => {
  if (!user && ended !== 'other-user' && !session.isPaused())
    void router.navigate({ to: '/auth', replace: true, ignoreBlocker: true })
})

// After a sign-in in another tab the sign-in page of this tab moves on, unless something was typed into it.
addEventListener('storage', ({ key }) => {
  const isAboutUser = key === null || key === 'user'
  if (isAboutUser && session.user() && !hasTypedText() && router.state.location.pathname.startsWith('/auth'))
    void router.invalidate()
})
