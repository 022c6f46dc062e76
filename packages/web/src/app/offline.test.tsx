// Without a connection: a form, an edited cell and a toggle refuse at once and keep what was typed, nothing is sent
// when the line is back, and a list that was never loaded says so. Source: docs/decisions/0015-effects-in-the-browser.md.
import type { Group } from '@clubfolio/contract'
import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemberModal } from '../features/fund/member/member-modal.tsx'
import { GroupScreen } from '../features/group/group-screen.tsx'
import { answers, sentTo } from '../testing/answers.ts'
import { render } from '../testing/render.tsx'
import { signIn } from '../testing/sign-in.ts'
import { PendingEffects } from './shell/pending-effects.tsx'

const words = 'You are offline. Nothing was sent.'
const board: Group = {
  id: '6e0b4a5e-0000-4000-8000-000000000001',
  name: 'Club board',
  nameKey: 'CLUB_BOARD',
  systemGroup: false,
  status: 'ACTIVE',
  enabledCount: 3,
  permissionCount: 22,
  requiresStrongFactor: false,
  userCount: 2,
}

function setLine(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  act(() => {
    dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
    // It listens from the first component on; a page that is open for a while has heard the event.
    onlineManager.setOnline(isOnline)
  })
}

beforeEach(() => signIn())
afterEach(() => {
  setLine(true)
  vi.restoreAllMocks()
})

test('the frame says what is sent later and what is not', async () => {
  await render(<PendingEffects />)
  expect(screen.queryByRole('region', { name: 'Unconfirmed requests' })).not.toBeInTheDocument()
  setLine(false)
  expect(screen.getByRole('status')).toHaveTextContent(
    'You are offline. What you see may be old. Changes of charts are kept and sent later; nothing else you do is sent.',
  )
  setLine(true)
  expect(screen.queryByText(/^You are offline/)).not.toBeInTheDocument()
})

test('a form stays open with everything typed', async () => {
  const onClose = vi.fn<() => void>()
  const { user } = await render(<MemberModal member={undefined} onClose={onClose} />)
  const field = (label: string) => screen.getByRole('textbox', { name: new RegExp(`^${label}`) })
  await screen.findByRole('dialog')
  await user.type(field('First name'), 'Ada')
  await user.type(field('Last name'), 'Lund')
  await user.type(field('Phone'), '+12125550123')
  setLine(false)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(words)).toBeVisible()
  setLine(true)
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)))
  expect(field('First name')).toHaveValue('Ada')
  expect(onClose).not.toHaveBeenCalled()
  expect(sentTo('POST /v1/api/member/create')).toEqual([])
})

test('a cell stays in edit, a toggle returns to what it was, and neither is sent with the line', async () => {
  answers({
    'GET /v1/api/group/findAll': [board],
    // A change of a group asks for the user's own rights afterwards.
    'GET /v1/api/security/get-my-user': () => new Promise(() => undefined),
  })
  const { user } = await render(<GroupScreen />, { at: '/group' })
  const system = await screen.findByRole('switch', { name: 'System Group: Club board' })
  setLine(false)
  await user.click(system)
  expect(await screen.findByText(words)).toBeVisible()
  await waitFor(() => expect(system).toHaveAttribute('aria-checked', 'false'))
  await user.dblClick(screen.getByText('Club board'))
  const name = screen.getByRole('textbox', { name: /^Name of Club board/ })
  await user.clear(name)
  await user.type(name, 'Club council{Enter}')
  await waitFor(() => expect(screen.getAllByText(words).length).toBeGreaterThan(0))
  setLine(true)
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)))
  expect(screen.getByRole('textbox', { name: /^Name of Club board/ })).toHaveValue('Club council')
  expect(sentTo('POST /v1/api/group/update')).toEqual([])
})

test('a list that was not loaded before says so, and loads when the line is back', async () => {
  answers({ 'GET /v1/api/group/findAll': [board] })
  setLine(false)
  await render(<GroupScreen />, { at: '/group' })
  expect(await screen.findByText(/You are offline, and this was not loaded before/)).toBeVisible()
  setLine(true)
  expect(await screen.findByText('Club board')).toBeVisible()
})
