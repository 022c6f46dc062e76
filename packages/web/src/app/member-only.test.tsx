// What a member meets who manages nothing: a menu without managers' screens, those screens explaining themselves, and
// their own money where a manager has the wallet. Source: docs/rules/fund.md, "A member's home".
import { type PermissionKey, permissionKeys } from '@clubfolio/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { DashboardScreen } from '../features/dashboard/dashboard-screen.tsx'
import { queryClient } from '../kernel/query-client.ts'
import { answers } from '../testing/answers.ts'
import { render } from '../testing/render.tsx'
import {
  cents,
  sampleAccount,
  sampleDayLines,
  sampleHome,
  sampleMarket,
  sampleParticipation,
  sampleProfile,
} from '../testing/samples.ts'
import { signIn } from '../testing/sign-in.ts'
import { guardScreen } from './guarded-screen.tsx'
import { type Screen, screens } from './screens.ts'
import { CommandPalette } from './shell/command-palette.tsx'
import { SideMenu } from './shell/side-menu.tsx'

type BuiltScreen = Screen & Required<Pick<Screen, 'load'>>
const ofManagers = screens.filter(
  (one): one is BuiltScreen => one.load !== undefined && one.audience === 'managers' && one.access === undefined,
)
const withoutLink = permissionKeys.filter((key) => !['CA', 'CMA', 'VAd'].includes(key))

beforeEach(() => {
  queryClient.clear()
  answers({
    'GET /v1/api/user/find-my-profile': sampleProfile({ memberOf: ['Jon Vale'], isManager: false }),
    'GET /v1/api/account/view-my-account/{userId}': [],
    'GET /v1/api/account/view-my-default-account/{userId}': null,
    'GET /v1/api/fund/find-my-participations': [sampleParticipation()],
    'GET /v1/api/fund/find-my-home/{accountId}/{memberId}': sampleHome(),
    'GET /v1/api/fund/find-my-day-lines/{accountId}/{memberId}': sampleDayLines(),
    'GET /v1/api/fund/find-my-issued-statements/{accountId}/{memberId}': [],
    'GET /v1/api/document/find-mine/{accountId}/{memberId}': [],
    'GET /v1/api/fund/find-my-votes/{accountId}/{memberId}': [],
    'GET /v1/api/fund/find-my-announcements/{accountId}/{memberId}': [],
    'GET /v1/api/fund/find-my-requests/{accountId}/{memberId}': {
      requests: [],
      dues: [],
      bankAccounts: [],
      most: cents(0),
    },
    'GET /v1/api/market/find-state': sampleMarket({ marketDay: null }),
    // The dashboard asks for its lists together with the state.
    'GET /v1/api/stock/get-top-winners/{limit}/{timing}': [],
    'GET /v1/api/stock/get-top-losers/{limit}/{timing}': [],
    'GET /v1/api/stock/get-new-high/{limit}/{timing}': [],
    'GET /v1/api/stock/get-new-low/{limit}/{timing}': [],
  })
})

const renderMenu = async (keys: readonly PermissionKey[]) => {
  signIn(keys)
  await render(<SideMenu isFolded={false} onAbout={() => undefined} />)
  return within(screen.getByRole('navigation', { name: 'Main' }))
}

test('the menu has My funds, and no screen about what managers have', async () => {
  const menu = await renderMenu(withoutLink)
  expect(await menu.findByRole('link', { name: 'My funds' })).toHaveAttribute('href', '/my-funds')
  for (const { title } of ofManagers) expect(menu.queryByRole('link', { name: title })).not.toBeInTheDocument()
  expect(menu.getByRole('link', { name: 'Chart' })).toBeVisible()
})

test('once they have an account the menu has everything', async () => {
  answers({ 'GET /v1/api/account/view-my-account/{userId}': [sampleAccount()] })
  const menu = await renderMenu(permissionKeys)
  expect(await menu.findByRole('link', { name: 'My funds' })).toBeVisible()
  expect(await menu.findByRole('link', { name: 'Orders' })).toBeVisible()
  expect(menu.getByRole('link', { name: 'Account Mapping' })).toBeVisible()
})

test('somebody who is no member has no My funds', async () => {
  answers({ 'GET /v1/api/user/find-my-profile': sampleProfile({ isManager: true }) })
  const menu = await renderMenu(permissionKeys)
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(menu.queryByRole('link', { name: 'My funds' })).not.toBeInTheDocument()
})

test('the command palette offers neither those screens nor their forms', async () => {
  signIn(permissionKeys)
  const { user } = await render(<CommandPalette onClose={() => undefined} />)
  expect(await screen.findByRole('option', { name: /^My funds/ })).toBeVisible()
  await user.type(screen.getByRole('combobox'), 'order')
  await waitFor(() => expect(screen.queryByRole('option', { name: /^(Orders|New order)/ })).not.toBeInTheDocument())
})

describe("a manager's screen, opened by its address, says whom it is for and leads to their funds", () => {
  test.each(ofManagers)('$name', async (one) => {
    signIn(withoutLink)
    const Guarded = guardScreen(one)
    await render(<Guarded />, { at: one.paths[0] })
    expect(await screen.findByText(`${one.title} is for people who manage an account or a fund`)).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: one.title })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open My funds' })).toHaveAttribute('href', '/my-funds')
    expect(screen.queryByRole('link', { name: 'Link an account' })).not.toBeInTheDocument()
  })

  test('with the way to an account of their own for those who may link one', async () => {
    signIn(permissionKeys)
    const Guarded = guardScreen(ofManagers.find(({ name }) => name === 'order')!)
    await render(<Guarded />, { at: '/order' })
    expect(await screen.findByRole('link', { name: 'Link an account' })).toHaveAttribute('href', '/account')
  })
})

test("the dashboard has their own money where a manager has the wallet, and the market's lists below", async () => {
  signIn(withoutLink)
  await render(<DashboardScreen />, { at: '/dashboard' })
  const fund = await screen.findByRole('region', { name: 'Harbour Club' })
  expect(fund).toHaveTextContent('Value1,050.00 EUR')
  expect(screen.queryByText(/Your wallet appears here/)).not.toBeInTheDocument()
  expect(screen.getByText('No prices yet')).toBeVisible()
  await act(async () => undefined)
})
