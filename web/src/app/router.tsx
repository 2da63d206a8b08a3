import { ApiError } from '@rd4-loket/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, type RouterHistory } from '@tanstack/react-router'
import type { RouteData } from '../kit/page/route-data.ts'
import { lazyPage } from '../session/lazy-page.ts'
import { ErrorPage } from './ErrorPage.tsx'
import { DefaultLayout } from './layout/DefaultLayout.tsx'
import { Root } from './layout/Root.tsx'
import { pageNotFound, runMiddleware, unmatched } from './middleware.ts'
import type { Screen } from './screen.ts'
import { screens } from './screens.tsx'

/** Search criteria in a URL are plain text. A malformed URL never throws. */
const parseSearch = (search: string) => Object.fromEntries(new URLSearchParams(search))

function stringifySearch(search: Record<string, unknown>) {
  const filled = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

/** The screen of an unmatched path. The same steps run before this screen as before every other screen. */
const unmatchedScreen: Screen = {
  path: '/$',
  Page: () => null,
  access: 'everyone',
  title: 'Pagina niet gevonden!',
  specified: true,
  middleware: [unmatched],
}

const LoginLayout = lazyPage(async () => (await import('./layout/LoginLayout.tsx')).LoginLayout)

/** Builds the router from the table of screens. */
export function makeRouter(
  client: QueryClient,
  { table = screens, history }: { table?: Screen[]; history?: RouterHistory } = {},
) {
  const repeat = () => router.invalidate()
  const root = createRootRoute({
    component: Root,
    errorComponent: ErrorPage,
    // A path that cannot be decoded matches no screen, not even the screen for unmatched paths.
    beforeLoad: async ({ location, params, matches }) => {
      const screen = { ...unmatchedScreen, middleware: [] }
      if (matches.length === 1) await runMiddleware({ client, screen, location, params, repeat })
    },
    notFoundComponent: () => (
      <DefaultLayout>
        <ErrorPage error={new ApiError(404, pageNotFound)} />
      </DefaultLayout>
    ),
  })
  const layouts = {
    default: createRoute({ getParentRoute: () => root, id: 'default', component: () => <DefaultLayout /> }),
    login: createRoute({ getParentRoute: () => root, id: 'login', component: LoginLayout }),
  }
  const routesIn = (layout: keyof typeof layouts) =>
    [...table, unmatchedScreen]
      .filter((screen) => (screen.layout ?? 'default') === layout)
      .map((screen) =>
        createRoute({
          getParentRoute: () => layouts[layout],
          path: screen.path,
          component: screen.Page,
          errorComponent: ErrorPage,
          staticData: {
            title: screen.title,
            group: screen.group,
            tab: screen.tab,
            access: screen.access,
            specified: screen.specified,
          } satisfies RouteData,
          beforeLoad: ({ location, params }): Promise<void> =>
            runMiddleware({ client, screen, location, params, repeat }),
          // The loader does not wait, because the page runs the same queries and shows their state.
          loader: ({ params }) => void screen.prefetch?.({ client, params }),
        }),
      )
  const router = createRouter({
    routeTree: root.addChildren([
      layouts.default.addChildren(routesIn('default')),
      layouts.login.addChildren(routesIn('login')),
    ]),
    history,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    notFoundMode: 'root',
    defaultPendingMs: 60_000,
    // A URL with other params is a new page, without state of the previous page.
    defaultRemountDeps: ({ params }) => params,
    // The router never reuses preloaded data: the query cache decides which data is fresh.
    defaultPreloadStaleTime: 0,
  })
  return router
}
