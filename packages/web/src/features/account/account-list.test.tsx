// What a user does with the accounts in the table: the initial value, the default account, disabling.
// Source: docs/rules/accounts.md, "Accounts screen".
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answers, type Answers, Failure, noResponse, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { accountId, cents, sampleAccount, sampleOrder } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { accountLabel } from './account-label.ts'
import { AccountScreen } from './account-screen.tsx'

const list = 'GET /v1/api/account/view-my-account/{userId}'
const initial = 'POST /v1/api/account/update-initial-balance'
const toggle = 'POST /v1/api/account/toggle-default'
const enableOrDisable = 'POST /v1/api/account/enable-disable-account'
const orders = 'POST /v1/api/order/find-orders'
const cancelAll = 'POST /v1/api/order/cancel-all-orders'
const done = { message: 'Done' }
const other = sampleAccount({ id: '1b4de1c5-3b8c-4bbd-8a33-0f7d9f1e6a02', number: '5510-9034', isDefault: false })

async function openAccounts(answer: Answers = {}, permissions?: Parameters<typeof signIn>[0]) {
  signIn(permissions)
  answers({ [list]: [sampleAccount()], [orders]: [], 'GET /v1/api/account/find-brokerages': [], ...answer })
  const { user } = await render(<AccountScreen />)
  await screen.findByRole('table', { name: 'Accounts' })
  return user
}

const initialValue = () => screen.getByRole('button', { name: /^Initial Value of 8841-2207/ })
const initialField = () => screen.getByRole('textbox', { name: 'Initial Value of 8841-2207' })
const flag = (number: string) => screen.getByRole('switch', { name: `Default account ${number}` })
const question = (text: RegExp) => screen.findByText(text)

describe('the initial value', () => {
  test('is opened by a double click, Enter and F2, and saved to the cent', async () => {
    const user = await openAccounts({ [initial]: done })
    for (const open of [
      () => user.dblClick(initialValue()),
      () => user.type(initialValue(), '{F2}'),
      () => user.type(initialValue(), '{Enter}'),
    ]) {
      await open()
      expect(initialField()).toHaveValue('100000.00')
      await user.keyboard('{Escape}')
    }
    await user.dblClick(initialValue())
    await user.clear(initialField())
    await user.type(initialField(), '75000.05{Enter}')
    await waitFor(() => expect(sentTo(initial)).toEqual([{ id: accountId, initialBalance: cents(75_000.05) }]))
  })

  test('is not accepted empty, nor with tenths of a cent', async () => {
    const user = await openAccounts()
    await user.dblClick(initialValue())
    await user.clear(initialField())
    expect(screen.getByRole('button', { name: 'Accept' })).toHaveAccessibleDescription('Type a value')
    await user.type(initialField(), '75000.005')
    expect(screen.getByRole('button', { name: 'Accept' })).toHaveAccessibleDescription(
      'Enter an amount with at most 2 decimals',
    )
    await user.keyboard('{Enter}')
    expect(sentTo(initial)).toEqual([])
  })
})

test('the default moves to the account that is switched on', async () => {
  let accounts = [sampleAccount(), other]
  const user = await openAccounts({
    [list]: () => accounts,
    [toggle]: () => {
      accounts = [sampleAccount({ isDefault: false }), { ...other, isDefault: true }]
      return done
    },
  })
  expect(flag('8841-2207')).toBeChecked()
  await user.click(flag('5510-9034'))
  await waitFor(() => expect(flag('8841-2207')).not.toBeChecked())
  expect(flag('5510-9034')).toBeChecked()
  expect(sentTo(toggle)).toEqual([{ accountId: other.id, isDefault: true }])
})

describe('disabling', () => {
  const disable = () => screen.getByRole('button', { name: 'Disable 8841-2207' })
  const accept = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name })
  const switched = (): Answers => {
    let isActive = true
    return {
      [list]: () => [sampleAccount({ isActive })],
      [enableOrDisable]: ({ body }) => {
        isActive = body.isActive
        return done
      },
    }
  }

  test('asks first: declined, the account stays; accepted, it offers Enable and counts as disabled', async () => {
    const user = await openAccounts(switched())
    await user.click(disable())
    await question(/^Do you want to disable this account\?/)
    await user.click(accept('Cancel'))
    expect(sentTo(enableOrDisable)).toEqual([])
    await user.click(disable())
    await question(/^Do you want to disable this account\?/)
    await user.click(accept('Disable'))
    await user.click(await screen.findByRole('button', { name: 'Enable 8841-2207' }))
    await screen.findByRole('button', { name: 'Disable 8841-2207' })
    expect(sentTo(enableOrDisable)).toEqual([
      { accountId, isActive: false },
      { accountId, isActive: true },
    ])
  })

  test('an account with open orders asks what becomes of them', async () => {
    const user = await openAccounts({
      ...switched(),
      [orders]: [sampleOrder(), sampleOrder({ orderId: '42', parentOrderId: '41' }), sampleOrder({ orderId: '43' })],
      [cancelAll]: { message: '2 orders were cancelled.', cancelled: 2, failed: 0, orders: [] },
    })
    await user.click(disable())
    await question(/^Do you want to disable this account\?/)
    await user.click(accept('Disable'))
    await question(/^Do you want to cancel its 2 open orders first\?/)
    await user.click(accept('Leave them'))
    await user.click(await screen.findByRole('button', { name: 'Enable 8841-2207' }))
    expect(sentTo(cancelAll)).toEqual([])
    await screen.findByRole('button', { name: 'Disable 8841-2207' })
    await user.click(disable())
    await question(/^Do you want to disable this account\?/)
    await user.click(accept('Disable'))
    await question(/^Do you want to cancel its 2 open orders first\?/)
    await user.click(accept('Cancel them'))
    await screen.findByRole('button', { name: 'Enable 8841-2207' })
    expect(sentTo(cancelAll)).toHaveLength(1)
  })

  test('an account whose open orders cannot be read is disabled only by a user who knows', async () => {
    const user = await openAccounts({ ...switched(), [orders]: noResponse })
    await user.click(disable())
    await question(/^Do you want to disable this account\?/)
    await user.click(accept('Disable'))
    await question(/^Its open orders could not be read\. Do you want to disable the account anyway\?/)
    await user.click(accept('Cancel'))
    expect(sentTo(enableOrDisable)).toEqual([])
    await user.click(disable())
    await question(/^Do you want to disable this account\?/)
    await user.click(accept('Disable'))
    await question(/^Its open orders could not be read/)
    await user.click(accept('Disable anyway'))
    await screen.findByRole('button', { name: 'Enable 8841-2207' })
    expect(sentTo(enableOrDisable)).toEqual([{ accountId, isActive: false }])
    expect(sentTo(cancelAll)).toEqual([])
  })
})

test.each([
  ['the default', () => flag('8841-2207')],
  ['disabling', () => screen.getByRole('button', { name: 'Disable 8841-2207' })],
])('%s that the server cannot save goes back to what it was, and says so once', async (_what, control) => {
  const unavailable = new Failure(503, { code: 503, error: 'Try again in a minute.' })
  const user = await openAccounts({
    [toggle]: unavailable,
    [enableOrDisable]: unavailable,
    'POST /v1/api/request/settle': { fate: 'NOT_DONE', reason: null, reply: null },
  })
  await user.click(control())
  const confirmation = screen.queryByRole('dialog')
  if (confirmation) await user.click(within(confirmation).getByRole('button', { name: 'Disable' }))
  expect(await screen.findAllByText(/^This was not carried out: .* Nothing was changed\./)).toHaveLength(1)
  expect(flag('8841-2207')).toBeChecked()
  expect(screen.getByRole('button', { name: 'Disable 8841-2207' })).toBeInTheDocument()
})

test('a user who may link but not edit sees the figures without their controls', async () => {
  const user = await openAccounts({}, ['VMA', 'CA'])
  const row = screen.getByRole('row', { name: /8841-2207/ })
  await user.dblClick(within(row).getByText('$100,000.00'))
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  expect(within(row).queryByRole('switch')).not.toBeInTheDocument()
  expect(within(row).getByRole('cell', { name: 'Yes' })).toBeInTheDocument()
  expect(
    screen.getByText('Double-click or press Enter on an expiry date to renew access.', { exact: true }),
  ).toBeInTheDocument()
})

test('an account in euros says so at every amount, also in its editor, and in where the account is picked', async () => {
  const inEuros = sampleAccount({
    currency: 'EUR',
    differences: [
      {
        id: other.id,
        symbol: null,
        ours: '10.00',
        theirs: '12.50',
        since: '2026-03-03',
        explanation: 'A statement says more.',
      },
    ],
  })
  const user = await openAccounts({ [list]: [inEuros] })
  const table = screen.getByRole('table', { name: 'Accounts' })
  expect(within(table).getAllByText('104,310.55 EUR')).toHaveLength(2)
  expect(screen.getByText(/Cash: 10.00 EUR in our record, 12.50 EUR at the brokerage/)).toBeVisible()
  await user.dblClick(initialValue())
  expect(initialField().parentElement).toHaveTextContent('EUR')
  expect(document.body).not.toHaveTextContent('$')
  expect(accountLabel(inEuros)).toBe('8841-2207 · Paper · Margin · EUR')
})
