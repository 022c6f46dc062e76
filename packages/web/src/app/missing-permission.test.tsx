// A missing permission looks the same on every screen: which one, who can grant it, no Retry, no call that would be
// refused. Source: docs/rules/interface.md, "Missing permissions".
import { type AccessRule, allows, type PermissionKey, permissionKeys, routeList } from '@clubfolio/contract'
import { act, screen as page, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { leastReply } from '../testing/least-reply.ts'
import { render } from '../testing/render.tsx'
import { signIn } from '../testing/sign-in.ts'
import { describePermission } from '../ui/state/permission-words.ts'
import { guardScreen } from './guarded-screen.tsx'
import { type Screen, screens } from './screens.ts'

type BuiltScreen = Screen & Required<Pick<Screen, 'load'>>
const built = screens.filter((one): one is BuiltScreen => one.load !== undefined)
const keysOf = (rule: AccessRule | undefined): readonly PermissionKey[] =>
  rule?.kind !== 'permission' ? [] : 'allOf' in rule ? rule.allOf : rule.anyOf

/** Answers every call with the least its contract allows, and notes which ones there were. */
function watchCalls(keys: readonly PermissionKey[]) {
  const asked: string[] = []
  const refused: string[] = []
  globalThis.fetch = (input, init = {}) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://127.0.0.1')
    const named = routeList.find(
      ({ route }) =>
        route.method === (init.method ?? 'GET') &&
        new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
    )
    const name = named ? `${named.group}.${named.name}` : pathname
    asked.push(name)
    if (named && !allows(named.route.access, (key) => keys.includes(key))) refused.push(name)
    const reply = named && leastReply(named.route)
    return reply ? Promise.resolve(Response.json(reply.wire)) : new Promise<never>(() => undefined)
  }
  return { asked, refused }
}

/** Resolves once a turn of the event loop has passed in which nothing more was asked. */
async function settle({ asked }: { readonly asked: readonly string[] }) {
  for (let before = -1; before !== asked.length;) {
    before = asked.length
    // oxlint-disable-next-line no-await-in-loop
    await act(() => new Promise((resolve) => setTimeout(resolve, 0)))
  }
}

describe('a screen that the groups do not allow', () => {
  test.each(built.filter(({ access }) => access !== undefined))('$name', async (screen) => {
    const missing = keysOf(screen.access)
    const held = permissionKeys.filter((key) => !missing.includes(key))
    signIn(held)
    const calls = watchCalls(held)
    const Guarded = guardScreen(screen)
    await render(<Guarded />, { at: screen.paths[0] })
    expect(page.getByRole('heading', { name: screen.title })).toBeVisible()
    expect(page.getByText(/^Permission needed: /)).toBeVisible()
    const words = describePermission(screen.access!, (key) => held.includes(key), `open ${screen.title}`)
    expect(page.getByText(words)).toBeVisible()
    expect(words).toContain('An administrator can grant it')
    expect(page.queryAllByRole('button')).toEqual([])
    await settle(calls)
    expect(calls.asked).toEqual([])
  })
})

const own = (screen: BuiltScreen) => keysOf(screen.access).slice(0, 1)
const allButAccounts = permissionKeys.filter((key) => key !== 'VMA')

describe.each([
  ['nothing but its own permission', own],
  ['every permission but the list of accounts', () => allButAccounts],
] as const)('a screen with %s makes no call that is refused', (_name, keysFor) => {
  test.each(built)('$name', async (screen) => {
    const keys = keysFor(screen)
    signIn(keys)
    const calls = watchCalls(keys)
    const Guarded = guardScreen(screen)
    await render(<Guarded />, { at: screen.paths[0] })
    await waitFor(() => expect(page.getByRole('heading', { level: 1 })).toBeVisible())
    await settle(calls)
    expect(calls.refused).toEqual([])
    expect(page.queryByRole('button', { name: 'Retry' })).toBeNull()
  })
})

describe('a manager without the list of accounts reads why it is empty', () => {
  test.each(['account', 'wallet', 'account-mapping', 'order', 'operation', 'transaction', 'option-management'])(
    '%s',
    async (name) => {
      signIn(allButAccounts)
      watchCalls(allButAccounts)
      const screen = built.find((one) => one.name === name)!
      const Guarded = guardScreen(screen)
      await render(<Guarded />, { at: screen.paths[0] })
      expect(await page.findByText('Permission needed: View my accounts')).toBeVisible()
      expect(page.getByText(/“View my accounts” \(VMA\)\. An administrator can grant it/)).toBeVisible()
      expect(page.queryByRole('button', { name: 'New Participation' })).toBeNull()
    },
  )
})
