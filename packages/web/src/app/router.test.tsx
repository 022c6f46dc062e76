// Which page an address leads to without a session, and where a sign-in leads. Source: docs/rules/access.md, "Sign-in".
import { RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DeepLink } from '../kernel/deep-link.ts'
import { signIn, userId } from '../testing/sign-in.ts'
import { Providers } from './providers.tsx'
import { openAsked } from './open-pushed.ts'
import { router } from './router.tsx'

/** Opens an address as a link does, and returns the one that it led to. */
async function open(href: string, deepLink?: DeepLink): Promise<string> {
  router.history.push(href, deepLink ? { deepLink } : {})
  await router.load()
  return router.state.location.href
}

const remembered = () => router.state.location.state.deepLink

test('signed out, a page asks for a sign-in, which leads on to it', async () => {
  expect(await open('/tools?from=mail')).toBe('/auth')
  expect(remembered()?.address).toBe('/tools?from=mail')
  signIn(['VTs', 'VD'])
  await router.load()
  expect(router.state.location.href).toBe('/tools?from=mail')
})

test('signed out, the start page asks for a sign-in, which leads to the dashboard', async () => {
  expect(await open('/')).toBe('/auth')
  expect(remembered()).toBeUndefined()
  signIn(['VTs', 'VD'])
  await router.load()
  expect(router.state.location.href).toBe('/dashboard')
})

test('an address that another user asked for is not opened', async () => {
  signIn(['VTs', 'VD'])
  expect(await open('/auth', { address: '/tools', userId: 'somebody-else' })).toBe('/dashboard')
  expect(await open('/auth', { address: '/tools', userId })).toBe('/tools')
})

test('an address elsewhere is not opened', async () => {
  signIn(['VTs', 'VD'])
  expect(await open('/auth', { address: '//elsewhere.example/tools' })).toBe('/dashboard')
})

test('a notification that was clicked opens its address, and none elsewhere', async () => {
  signIn(['VTs', 'VD'])
  await open('/dashboard')
  for (const href of ['//elsewhere.example/tools', 'https://elsewhere.example/']) openAsked({ kind: 'open', href })
  expect(router.state.location.href).toBe('/dashboard')
  openAsked({ kind: 'open', href: '/tools?from=push' })
  await waitFor(() => expect(router.state.location.href).toBe('/tools?from=push'))
})

test('signed out, an unknown address is the page that says so, with a way to the sign-in', async () => {
  expect(await open('/no/such/page')).toBe('/page-not-found')
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible()
  expect(screen.queryByRole('navigation')).toBeNull()
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/auth')
})
