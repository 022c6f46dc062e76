import type { FundBooks, FundMove, FundMovePlan } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, type Answers, refused, sentTo } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { accountId, cents, sampleAccount, sampleOverview } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { FundWarnings } from './fund-warnings.tsx'
import { MoveSetting } from './move-setting.tsx'

const set = 'POST /v1/api/fund/set-dealing'
const ask = 'POST /v1/api/fund/preview-move'
const nextId = '1c4de1c5-3b8c-4bbd-8a33-0f7d9f1e6a02'

const books = (moves: readonly FundMove[] = []): FundBooks => ({
  accountId,
  moves: [...moves],
  opening: { day: '2026-01-05', value: cents(1000), openProfit: cents(0), shares: [] },
  dealing: 'before-the-day',
  isDealingFixed: true,
  club: null,
  closedUntil: null,
  statements: null,
  expenses: [],
  transfers: [],
  distributions: [],
  matches: [],
  unmatchedItems: [],
  unmatchedMovements: [],
  movementsBeforeOpening: [],
  refusedEntries: [],
  moneyTransfers: [],
})

const plan = (fields: Partial<FundMovePlan> = {}): FundMovePlan => ({
  day: '2026-02-25',
  arrivedOn: null,
  left: cents(1200),
  held: cents(0),
  arrived: cents(0),
  difference: cents(0),
  percent: null,
  arrivals: [],
  arrivalDays: ['2026-02-26', '2026-02-27'],
  oldAccountNow: cents(0),
  openTransfers: 0,
  workingOrders: 0,
  toBeMatched: 0,
  notCovered: 0,
  pending: 0,
  obstacle: null,
  ...fields,
})
const arrived = plan({
  arrivedOn: '2026-02-27',
  arrived: cents(1190),
  difference: cents(-10),
  percent: -0.83,
  arrivals: [{ day: '2026-02-27', amount: cents(1190) }],
})

const inTransit: FundMove = {
  day: '2026-02-25',
  fromAccountId: nextId,
  toAccountId: accountId,
  left: cents(1200),
  arrivedOn: null,
  inTransit: cents(700),
  difference: cents(0),
}

beforeEach(() => signIn())

async function renderSetting(moves: readonly FundMove[], plans: Answers[typeof ask]) {
  answers({
    'GET /v1/api/account/view-my-account/{userId}': [
      sampleAccount(),
      sampleAccount({ id: nextId, number: '5520-1174', isDefault: false }),
    ],
    [set]: () => ({ message: 'The fund has moved.' }),
    [ask]: plans,
  })
  const { user } = await render(<MoveSetting books={books(moves)} />)
  return { user, section: within(screen.getByRole('region', { name: 'Account' })) }
}

async function choose(user: Awaited<ReturnType<typeof renderSetting>>['user'], label: string, option: string | RegExp) {
  await user.click(await screen.findByRole('combobox', { name: label }))
  await user.click(await screen.findByRole('option', { name: option }))
}

test('a move shows what leaves, what arrived and the result, and books what was shown', async () => {
  const { user, section } = await renderSetting([], ({ body }) => ({
    targets: [nextId],
    days: ['2026-02-25', '2026-02-24'],
    plan: body.toAccountId === undefined ? null : body.arrivedOn === '2026-02-27' ? arrived : plan(),
  }))
  await user.click(section.getByRole('button', { name: 'Move the fund to another account' }))
  const dialog = within(await screen.findByRole('dialog'))
  await choose(user, 'New account', /5520-1174/)
  expect(await dialog.findByRole('combobox', { name: 'Last day in the old account' })).toHaveValue('2026-02-25')
  expect(dialog.queryByText('Result of all holders')).not.toBeInTheDocument()
  await choose(user, 'Everything has arrived', '2026-02-27')
  expect(await dialog.findByText('Result of all holders')).toBeInTheDocument()
  const effect = dialog.getByRole('region', { name: 'What the move does' })
  expect(effect).toHaveTextContent('Leaves after 2026-02-25$1,200.00')
  expect(effect).toHaveTextContent('Arrived$1,190.00')
  expect(effect).toHaveTextContent('-$10.00')
  expect(effect).toHaveTextContent('-0.83%')
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  const question = within(await screen.findByRole('dialog', { name: /Book a result of -\$10\.00 for all holders/ }))
  expect(question.getByText(/-0\.83% of what left the old account/)).toBeInTheDocument()
  expect(sentTo(set)).toEqual([])
  await user.click(question.getByRole('button', { name: 'Book the result' }))
  await waitFor(() =>
    expect(sentTo(set)).toEqual([
      {
        accountId,
        move: { toAccountId: nextId, day: '2026-02-25', arrivedOn: '2026-02-27', difference: cents(-10) },
      },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('what prevents the move is shown, and nothing can be sent', async () => {
  const { user, section } = await renderSetting([], ({ body }) => ({
    targets: [nextId],
    days: ['2026-02-25'],
    plan:
      body.toAccountId === undefined
        ? null
        : plan({ obstacle: 'That account has a fund of its own.', workingOrders: 2, openTransfers: 1, held: cents(5) }),
  }))
  await user.click(section.getByRole('button', { name: 'Move the fund to another account' }))
  await choose(user, 'New account', /5520-1174/)
  expect(await screen.findByText('That account has a fund of its own.')).toBeInTheDocument()
  expect(screen.getByText('In the old account: 2 working orders, 1 transfer on its way.')).toBeInTheDocument()
  expect(screen.getByText('Held before, becomes Unallocated')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Move' })).toBeDisabled()
})

test('without an account to move to, the dialog says how to get one', async () => {
  const { user, section } = await renderSetting([], () => ({ targets: [], days: ['2026-02-25'], plan: null }))
  await user.click(section.getByRole('button', { name: 'Move the fund to another account' }))
  expect(await screen.findByPlaceholderText('No such account. Link one first.')).toBeInTheDocument()
})

test('a result that has changed since is refused and keeps the dialog', async () => {
  const { user, section } = await renderSetting([], ({ body }) => ({
    targets: [nextId],
    days: ['2026-02-25'],
    plan: body.toAccountId === undefined ? null : plan(),
  }))
  answers({ [set]: refused('moveResultChanged', { difference: '-$12.00' }) })
  await user.click(section.getByRole('button', { name: 'Move the fund to another account' }))
  await choose(user, 'New account', /5520-1174/)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Move' })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'Move' }))
  expect(
    await screen.findByText('The result of the move is -$12.00 now. Check it and confirm again.'),
  ).toBeInTheDocument()
  expect(screen.getByRole('dialog')).toBeInTheDocument()
})

test('a fund in transit is completed by naming the session of the arrival', async () => {
  const { user, section } = await renderSetting([inTransit], ({ body }) => ({
    targets: [],
    days: [],
    plan: body.arrivedOn === undefined ? plan() : arrived,
  }))
  expect(section.getByText(/\$700\.00 of \$1,200\.00 in transit/)).toBeInTheDocument()
  await user.click(section.getByRole('button', { name: 'Everything has arrived' }))
  expect(await screen.findByRole('button', { name: 'Complete' })).toBeDisabled()
  await choose(user, 'Everything has arrived', '2026-02-27')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Complete' })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'Complete' }))
  await user.click(await screen.findByRole('button', { name: 'Book the result' }))
  await waitFor(() =>
    expect(sentTo(set)).toEqual([
      {
        accountId,
        move: { toAccountId: accountId, day: '2026-02-25', arrivedOn: '2026-02-27', difference: cents(-10) },
      },
    ]),
  )
})

test('a fund in transit moves back after a question', async () => {
  const { user, section } = await renderSetting([inTransit], () => ({ targets: [], days: [], plan: plan() }))
  await user.click(section.getByRole('button', { name: 'Move back' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Move back' }))
  await waitFor(() =>
    expect(sentTo(set)).toEqual([
      { accountId, move: { toAccountId: nextId, day: '2026-02-25', arrivedOn: null, difference: cents(0) } },
    ]),
  )
})

test('a past move is listed with its result', async () => {
  const { section } = await renderSetting(
    [{ ...inTransit, arrivedOn: '2026-02-27', inTransit: cents(0), difference: cents(-10) }],
    () => ({ targets: [], days: [], plan: null }),
  )
  expect(await section.findByText(/5520-1174.*8841-2207.*arrived by 2026-02-27, result -\$10\.00/)).toBeInTheDocument()
})

test('the figures of the fund say what is in transit, and where a fund has gone', async () => {
  answers({
    'GET /v1/api/account/view-my-account/{userId}': [
      sampleAccount(),
      sampleAccount({ id: nextId, number: '5520-1174', isDefault: false }),
    ],
  })
  const overview = sampleOverview({
    inTransit: cents(1200),
    movedTo: { accountId: nextId, day: '2026-02-25' },
    toBeMatched: { count: 0, overstated: cents(0), understated: cents(0) },
  })
  await render(<FundWarnings overview={overview} />)
  expect(screen.getByText(/^\$1,200\.00 is in transit to this account\./)).toBeInTheDocument()
  expect(await screen.findByText('The fund of this account moved to 5520-1174 after 2026-02-25.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Show that account' })).toBeInTheDocument()
})
