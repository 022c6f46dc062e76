// Known browsers are forgotten one by one; forgetting this one signs out here.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { KnownBrowserPanel } from './known-browser-panel.tsx'

const find = 'GET /v1/api/security/find-known-browsers'
const forget = 'POST /v1/api/security/forget-browser'
const logout = 'POST /v1/api/security/logout'
const at = Date.parse('2026-03-04T15:00:00Z')
const [here, there] = ['018f3b5e-0000-7000-8000-000000000001', '018f3b5e-0000-7000-8000-000000000002']
const browsers = [
  {
    id: here,
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    lastAddress: '203.0.113.7',
    knownSince: at,
    lastUsedAt: at,
    isThisBrowser: true,
  },
  { id: there, userAgent: '', lastAddress: null, knownSince: at, lastUsedAt: null, isThisBrowser: false },
]

beforeEach(() => {
  signIn()
  answers({
    [find]: browsers,
    [forget]: { message: 'The browser was forgotten, and its sessions were ended.' },
    [logout]: { message: 'Signed out.' },
  })
})

async function press(name: string) {
  const { user } = await render(<KnownBrowserPanel />)
  await user.click(await screen.findByRole('button', { name }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Forget' }))
}

test('another browser is forgotten after a question, and this session stays', async () => {
  await press('Forget Unknown')
  await waitFor(() => expect(sentTo(forget)).toEqual([{ id: there }]))
  expect(sentTo(logout)).toEqual([])
})

test('this browser is marked, and forgetting it signs out', async () => {
  await press('Forget this browser')
  await waitFor(() => expect(sentTo(logout)).toHaveLength(1))
  expect(sentTo(forget)).toEqual([{ id: here }])
})
