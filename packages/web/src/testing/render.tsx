// Renders a component as a page does: theme, query cache, confirmation dialog, toasts and an address.
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render as renderInto, screen } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { Providers } from '../app/providers.tsx'
import { parseSearchText, writeSearchText } from '../kernel/url-state.ts'

export interface RenderOptions {
  /** The address of the page: `/account?count=20`. */
  readonly at?: string
  /** The element is a whole page, with a `main` of its own. */
  readonly isPage?: boolean
  /** The path of the route, for an element that reads its parameters: `/chart/{-$symbol}/{-$timing}`. */
  readonly path?: string
}

export interface RenderedPage {
  readonly user: UserEvent
  /** The address as the user sees it. */
  readonly address: () => string
  /** The Back button of the browser. */
  readonly back: () => void
}

/** Renders `element` and resolves once it is on the page. */
export async function render(
  element: ReactNode,
  { at = '/', isPage = false, path = '$' }: RenderOptions = {},
): Promise<RenderedPage> {
  const root = createRootRoute({ component: () => (isPage ? element : <main>{element}</main>) })
  const anywhere = createRoute({ getParentRoute: () => root, path })
  const router = createRouter({
    routeTree: root.addChildren([anywhere]),
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch: parseSearchText,
    stringifySearch: writeSearchText,
  })
  const user = userEvent.setup({ delay: null })
  renderInto(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  // A page outside of the shell has a main part of its own.
  await screen.findAllByRole('main')
  return { user, address: () => router.state.location.href, back: () => router.history.back() }
}
