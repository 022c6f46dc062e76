// The wallet of the last visit is read beside the accounts, not after them.
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useChosenAccount } from '../../kernel/chosen-account.ts'
import { answers, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { accountId, sampleAccount } from '../../testing/samples.ts'
import { signIn, userId } from '../../testing/sign-in.ts'
import { WalletHistoricPanel } from '../wallet/wallet-historic-panel.tsx'
import { TopPlace, useRememberedTop } from './top-place.tsx'

const history = 'GET /v1/api/account/get-wallet-historic-by-account/{accountId}/{fromDate}/{toDate}/{timing}'
const moved = 'GET /v1/api/account/find-money-moved/{accountId}'
const gain = 'POST /v1/api/account/find-consolidated-percentage'
const other = '0a4de1c5-3b8c-4bbd-8a33-0f7d9f1e6a02'

let asked: string[]
let tellAccounts: () => void

beforeEach(() => {
  signIn()
  asked = []
  const accounts = new Promise<void>((resolve) => (tellAccounts = resolve))
  answers({
    'GET /v1/api/account/view-my-account/{userId}': async () => {
      await accounts
      return [sampleAccount()]
    },
    [history]: ({ params }) => {
      asked.push(params.accountId)
      return []
    },
    [moved]: [],
    [gain]: [],
  })
})

function Wallet() {
  const wallet = useChosenAccount()
  const { account } = wallet
  const last = useRememberedTop(account && { kind: 'wallet', accountId: account.id })
  return account ? <WalletHistoricPanel accountIds={[account.id]} /> : <TopPlace wallet={wallet} last={last} />
}

test('its history is asked for before the accounts have arrived, and not again after', async () => {
  localStorage.setItem(`dashboardTop:${userId}`, `wallet ${accountId}`)
  await render(<Wallet />)
  await expect.poll(() => sentTo(gain)).toHaveLength(1)
  expect(asked).toEqual([accountId])
  tellAccounts()
  expect(await screen.findByText('No history yet')).toBeVisible()
  expect(asked).toEqual([accountId])
  expect(sentTo(moved)).toHaveLength(1)
  expect(sentTo(gain)).toHaveLength(1)
})

test('the account in the address goes before that of the last visit', async () => {
  localStorage.setItem(`dashboardTop:${userId}`, `wallet ${accountId}`)
  await render(<Wallet />, { at: `/?account=${other}` })
  await expect.poll(() => asked).toEqual([other])
})

test('a visit remembers the account it showed', async () => {
  tellAccounts()
  await render(<Wallet />)
  expect(await screen.findByText('No history yet')).toBeVisible()
  expect(localStorage.getItem(`dashboardTop:${userId}`)).toBe(`wallet ${accountId}`)
})

test('a first visit asks for nothing ahead', async () => {
  await render(<Wallet />)
  expect(asked).toEqual([])
})
