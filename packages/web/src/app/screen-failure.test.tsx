// A page that was not loaded before the line was lost says so, and opens when the line is back.
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyScreen } from './lazy-screen.tsx'
import { Providers } from './providers.tsx'
import { ScreenFailure } from './screen-failure.tsx'

function setLine(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  act(() => void dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}

afterEach(() => vi.restoreAllMocks())

test('offline it says that the page was not loaded, without Retry, and it opens with the line', async () => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue(undefined)
  const load = async (): Promise<ComponentType> => {
    if (!navigator.onLine) throw new TypeError('Failed to fetch dynamically imported module: /assets/wallet.js')
    return () => <h1>Wallet</h1>
  }
  const root = createRootRoute()
  const wallet = createRoute({ getParentRoute: () => root, path: '/wallet', component: lazyScreen(load) })
  const router = createRouter({
    routeTree: root.addChildren([wallet]),
    history: createMemoryHistory({ initialEntries: ['/wallet'] }),
    defaultErrorComponent: ScreenFailure,
  })
  setLine(false)
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'You are offlineThis page was not loaded before. It opens when you are online again.',
  )
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  setLine(true)
  expect(await screen.findByRole('heading', { name: 'Wallet' })).toBeVisible()
  expect(reload).not.toHaveBeenCalled()
})
