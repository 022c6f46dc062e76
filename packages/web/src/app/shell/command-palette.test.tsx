import { permissionKeys, type PermissionKey } from '@clubfolio/contract'
import { screen, waitFor } from '@testing-library/react'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { AccountMappingScreen } from '../../features/fund/account-mapping-screen.tsx'
import { MemberScreen } from '../../features/fund/member-screen.tsx'
import { alertAdder } from '../../kernel/alert-adder.ts'
import { orderTicket } from '../../kernel/order-ticket.ts'
import { answers, refused, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { sampleAccount, sampleMember, sampleOverview, sampleProfile } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { registerPaletteSources } from '../palette-sources.ts'
import { router } from '../router.tsx'
import { CommandPalette } from './command-palette.tsx'

registerPaletteSources()

// An order line is for the account in view.
beforeEach(() =>
  answers({
    'GET /v1/api/account/view-my-account/{userId}': [],
    'GET /v1/api/account/view-my-default-account/{userId}': null,
  }),
)

const search = () => screen.getByRole('combobox', { name: 'Search screens and actions' })
const option = (name: string | RegExp) => screen.findByRole('option', { name })

async function renderPalette(permissions: readonly PermissionKey[] = permissionKeys) {
  signIn(permissions)
  const page = await render(<Page />, { at: '/wallet' })
  await screen.findByRole('dialog', { name: 'Command palette' })
  return page
}

/** The palette over the two screens whose forms it opens. */
function Page() {
  const [isOpen, setOpen] = useState(true)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <>
      {path === '/member' ? <MemberScreen /> : null}
      {path === '/account-mapping' ? <AccountMappingScreen /> : null}
      {isOpen ? <CommandPalette onClose={() => setOpen(false)} /> : null}
    </>
  )
}

describe('an action leads to its open form', () => {
  test('New member', async () => {
    answers({ 'GET /v1/api/member/findAllMembers': [] })
    const { user, address } = await renderPalette()
    await user.type(search(), 'new mem')
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Create Member' })).toBeInTheDocument()
    expect(address()).toBe('/member')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test.each(['new part', 'contribution'])('New participation, found by "%s"', async (words) => {
    answers({
      'GET /v1/api/account/view-my-account/{userId}': [sampleAccount()],
      'GET /v1/api/fund/find-my-participations': [],
      'GET /v1/api/member/findAllMembers': [],
      'GET /v1/api/fund/find-mailed-statements/{accountId}': [],
      'GET /v1/api/member/search-participation-by-account/{accountId}': [],
      'GET /v1/api/member/fund-overview/{accountId}': sampleOverview(),
      'GET /v1/api/user/find-my-profile': sampleProfile(),
      'GET /v1/api/member/findMemberByKeyword/{keyword}': [],
    })
    const { user, address } = await renderPalette(['VMA'])
    await user.type(search(), words)
    await user.click(await option('New participation'))
    expect(await screen.findByRole('dialog', { name: /^New Participation/ })).toBeInTheDocument()
    expect(address()).toBe('/account-mapping')
  })

  test('New order', async () => {
    const { user } = await renderPalette()
    await user.click(await option(/^New order/))
    expect(orderTicket.get()).toEqual({})
  })

  test('New alert', async () => {
    const { user } = await renderPalette()
    await user.click(await option('New alert'))
    expect(alertAdder.get()).toEqual({ code: '' })
  })

  test('a report by its name', async () => {
    const navigate = vi.spyOn(router, 'navigate').mockResolvedValue()
    answers({
      'GET /v1/api/static-report/get-static-report': [
        { id: 'market-movers', name: 'Market movers', category: 'Market', description: 'The largest changes' },
        { id: 'fund-unit-values', name: 'Fund unit values', category: 'Fund', description: 'Every close' },
      ],
      'GET /v1/api/stock/searchByKeyword/{keyword}': [],
      'GET /v1/api/account/view-my-account/{userId}': [],
      'GET /v1/api/member/findMemberByKeyword/{keyword}': [],
    })
    const { user } = await renderPalette()
    await user.type(search(), 'movers')
    expect(screen.queryByRole('option', { name: /Fund unit values/ })).not.toBeInTheDocument()
    await user.click(await option(/Market movers/))
    expect(navigate).toHaveBeenCalledOnce()
    const place = navigate.mock.calls[0]?.[0]
    expect(place).toMatchObject({ to: '/static-report' })
    const written: unknown = typeof place?.search === 'function' ? place.search({}) : undefined
    expect(written).toEqual({ report: 'market-movers' })
    navigate.mockRestore()
  })
})

describe('an action is offered only with the permission it needs', () => {
  test.each([
    [[], ['New member', 'Refresh figures', 'Logout']],
    [
      ['VMA'],
      ['New member', 'New participation', 'Refresh figures', 'New order', 'Worst trade of last month', 'Logout'],
    ],
    [['VA'], ['New member', 'Refresh figures', 'New alert', 'Logout']],
  ] as const)('%j', async (permissions, actions) => {
    await renderPalette(permissions)
    const offered = screen.getByRole('group', { name: 'Actions' }).querySelectorAll('[role="option"]')
    expect([...offered].map(({ firstChild }) => firstChild?.textContent)).toEqual(actions)
  })

  test('reports are not asked for without VR', async () => {
    answers({ 'GET /v1/api/member/findMemberByKeyword/{keyword}': [sampleMember()] })
    const { user } = await renderPalette([])
    await user.type(search(), 'lund')
    expect(await option(/Lund, Ada/)).toBeInTheDocument()
  })
})

test('members are searched in upper case, and a source that fails leaves the others', async () => {
  answers({
    'GET /v1/api/member/findMemberByKeyword/{keyword}': ({ params }) =>
      params.keyword === 'LUND' ? [sampleMember()] : [],
    'GET /v1/api/account/view-my-account/{userId}': refused('busy'),
  })
  const { user } = await renderPalette(['VMA'])
  await user.type(search(), 'lund')
  expect(await option(/Lund, Ada/)).toBeInTheDocument()
  expect(sentTo('GET /v1/api/member/findMemberByKeyword/{keyword}')).toHaveLength(1)
})
