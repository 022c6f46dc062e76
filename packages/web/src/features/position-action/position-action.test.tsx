// Acting on a position: exactly the orders that will be sent, what keeps them back, the steps of one that failed with
// its repair, the stop while it is moved, and the gesture that closes everything.
import type { FlattenPreview, PositionAction, PositionActionPreview } from '@clubfolio/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { holdMs } from '../../kernel/held-shortcut.ts'
import { closePositionAction, openPositionAction, type PositionActionRequest } from '../../kernel/position-action.ts'
import { queryClient } from '../../kernel/query-client.ts'
import { answers, type Answers, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { cents, sampleAccount, sampleOperation } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { actionOf, beginAction } from './action-form.ts'
import { FlattenDialog } from './flatten-dialog.tsx'
import { HoldButton } from './hold-button.tsx'
import { PositionActionPart } from './position-action-part.tsx'
import { PositionMenu } from './position-menu.tsx'

const previewCall = 'POST /v1/api/position-action/preview-position-action'
const actCall = 'POST /v1/api/position-action/act-on-position'
const repairCall = 'POST /v1/api/position-action/repair-position-action'
const flattenCall = 'POST /v1/api/position-action/flatten-account'
const account = sampleAccount()
const operation = sampleOperation({
  code: 'ACME',
  longQuantity: 100,
  shortQuantity: 0,
  averagePrice: 50.01,
  lastPrice: 52,
  stopLossPrice: 48,
  multiplier: 1,
})

const half: PositionActionPreview = {
  code: 'ACME',
  held: '100',
  averagePrice: '50.01',
  lastPrice: '52',
  steps: [
    {
      code: 'ACME',
      kind: 'REPLACE',
      orderId: '7',
      text: 'Replace order 7 (sell 100 ACME at a stop of $48.00) by: sell 50 ACME at a stop of $48.00',
      uncovered: '50',
      waitsForFill: false,
    },
    {
      code: 'ACME',
      kind: 'PLACE',
      orderId: null,
      text: 'Sell 50 ACME at the market',
      uncovered: '0',
      waitsForFill: false,
    },
  ],
  heldAfter: '50',
  coveredBefore: '100',
  coveredAfter: '50',
  resultAtStop: null,
  value: cents(2_600),
  warnings: [],
  faults: [],
  questions: [],
  breaches: [],
  rejects: [],
}
const taken = (fields: Partial<PositionAction> = {}): PositionAction => ({
  actionId: '0a4de1c5-3b8c-4bbd-8a33-0f7d9f1e6b77',
  kind: 'CLOSE',
  code: 'ACME',
  title: 'Close 50 of 100 ACME',
  state: 'DONE',
  steps: [
    { code: 'ACME', text: half.steps[0]!.text, state: 'DONE', orderId: '8', reason: null },
    { code: 'ACME', text: half.steps[1]!.text, state: 'DONE', orderId: '9', reason: null },
  ],
  message: 'All of its orders were sent.',
  restoresAt: null,
  createdAt: 0,
  endedAt: 0,
  ...fields,
})
const stopped = taken({
  state: 'STOPPED',
  message: 'Step 2 failed: The brokerage did not take the order. 50 of 100 ACME have no stop now.',
  steps: [
    taken().steps[0]!,
    { ...taken().steps[1]!, state: 'FAILED', orderId: null, reason: 'The brokerage did not take the order.' },
  ],
  restoresAt: Date.parse('2026-03-04T15:01:00Z'),
  endedAt: null,
})

async function open(request: Partial<PositionActionRequest> = {}, answer: Answers = {}) {
  signIn()
  answers({
    'GET /v1/api/account/view-my-account/{userId}': [account],
    'GET /v1/api/operation/find-open-operation-by-account/{accountNumber}': [operation],
    'GET /v1/api/position-action/find-position-actions/{accountNumber}': [],
    [previewCall]: half,
    ...answer,
  })
  const page = await render(<PositionActionPart />)
  act(() => openPositionAction({ accountNumber: account.number, code: 'ACME', ...request }))
  return page
}
afterEach(() => act(closePositionAction))

const positionsRead = () => queryClient.getQueryData(['operation', 'open', account.number])
const dialog = () => screen.findByRole('dialog')
const send = () => screen.findByRole('button', { name: /^Send/ })
const ready = async () => waitFor(async () => expect(await send()).not.toHaveAttribute('aria-disabled', 'true'))

describe('an action', () => {
  test('lists exactly the orders that it sends, in their order, and what has no stop in between', async () => {
    await open({ choice: 'CLOSE_HALF' })
    const list = await screen.findByRole('list', { name: 'Orders that will be sent' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([`1${half.steps[0]!.text}50 without a stop until the next order`, '2Sell 50 ACME at the market'])
    expect(await dialog()).toHaveTextContent('100 long → 50 long')
    expect(sentTo(previewCall).at(-1)).toMatchObject({ held: '100', action: { kind: 'CLOSE', quantity: '50' } })
    expect(await send()).toHaveTextContent('Send 2 orders')
  })

  test('is sent as it was shown, and closes the dialog when it is done', async () => {
    const { user } = await open({ choice: 'CLOSE_HALF' }, { [actCall]: taken() })
    await ready()
    await user.click(await send())
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(sentTo(actCall)).toMatchObject([
      { ticket: 'ACME', held: '100', action: { kind: 'CLOSE', quantity: '50' }, answered: [] },
    ])
    expect(await screen.findByText('Close 50 of 100 ACME: done.')).toBeInTheDocument()
  })

  test('that is done says so while the account is still being read again', async () => {
    let readings = 0
    const { user } = await open(
      { choice: 'CLOSE_HALF' },
      {
        [actCall]: taken(),
        'GET /v1/api/operation/find-open-operation-by-account/{accountNumber}': () =>
          ++readings === 1 ? [operation] : new Promise(() => {}),
      },
    )
    await ready()
    await user.click(await send())
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(readings).toBe(2)
  })

  test('of the whole quantity closes all that is held then', async () => {
    await open({ choice: 'CLOSE' })
    await waitFor(() => expect(sentTo(previewCall).at(-1)).toMatchObject({ action: { kind: 'CLOSE', quantity: null } }))
  })

  test('is kept back by what speaks against it, and by a question until it is answered', async () => {
    const question = { id: 'q1', kind: 'usualQuantity' as const, text: 'This is 12 times your usual quantity.' }
    const { user } = await open(
      { choice: 'ADD' },
      { [previewCall]: { ...half, questions: [question] }, [actCall]: taken() },
    )
    expect(await screen.findByText('1 question is open')).toBeInTheDocument()
    await user.click(await send())
    expect(sentTo(actCall)).toEqual([])
    await user.click(screen.getByRole('checkbox', { name: question.text }))
    await ready()
    await user.click(await send())
    await waitFor(() => expect(sentTo(actCall)).toMatchObject([{ answered: ['q1'] }]))
  })

  test.each([
    ['faults', 'This position is already closed.', 'This position is already closed.'],
    ['breaches', 'The order is too large.', 'The order is too large.'],
    ['rejects', 'Too little buying power.', 'The brokerage would reject it: Too little buying power.'],
  ])('with %s is not sent', async (field, text, shown) => {
    const { user } = await open({ choice: 'ADD' }, { [previewCall]: { ...half, [field]: [text] } })
    expect(await screen.findByText(shown)).toBeInTheDocument()
    await user.click(await send())
    expect(sentTo(actCall)).toEqual([])
  })

  test('without a choice offers all of them, and takes one by its letter', async () => {
    const { user } = await open()
    const list = await screen.findByRole('list', { name: 'Actions on 100 ACME' })
    expect(
      within(list)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'CloseC',
      'Close halfH',
      'ReverseR',
      'AddA',
      'Move stopS',
      'Stop to break-evenB',
      'Trail stopT',
      'Set targetG',
    ])
    within(list).getAllByRole('button')[0]!.focus()
    await user.keyboard('t')
    expect(await screen.findByRole('textbox', { name: 'Trail' })).toHaveValue('4')
  })

  test('of a position that is gone says so', async () => {
    await open({ code: 'GONE' })
    expect(await screen.findByText('This position is already closed')).toBeInTheDocument()
  })

  test('of a read-only account is not asked about', async () => {
    await open(
      { choice: 'CLOSE' },
      { 'GET /v1/api/account/view-my-account/{userId}': [sampleAccount({ isReadOnly: true })] },
    )
    expect(await screen.findByText('The account is read only')).toBeInTheDocument()
  })
})

test('the stop says what it loses or locks in while it is moved, and goes to break-even by one click', async () => {
  const { user } = await open({ choice: 'MOVE_STOP' })
  const stop = await screen.findByRole('textbox', { name: 'Stop' })
  expect(stop).toHaveValue('48')
  expect(screen.getByText(/At this stop/)).toHaveTextContent('At this stop: a loss of -$201.00 before fees')
  await user.clear(stop)
  await user.type(stop, '51')
  expect(screen.getByText(/At this stop/)).toHaveTextContent('a profit of +$99.00 before fees')
  await user.click(screen.getByRole('button', { name: 'Break-even · $50.01' }))
  expect(stop).toHaveValue('50.01')
  await waitFor(() =>
    expect(sentTo(previewCall).at(-1)).toMatchObject({ action: { kind: 'MOVE_STOP', stopPrice: '50.01' } }),
  )
})

describe('an action that stopped', () => {
  test('shows which steps are done and why one failed, and goes on', async () => {
    const { user } = await open({ choice: 'CLOSE_HALF' }, { [actCall]: stopped, [repairCall]: taken() })
    await ready()
    await user.click(await send())
    expect(await screen.findByRole('alert')).toHaveTextContent('50 of 100 ACME have no stop now.')
    const steps = screen.getByRole('list', { name: 'Steps' })
    expect(
      within(steps)
        .getAllByRole('img')
        .map((mark) => mark.getAttribute('aria-label')),
    ).toEqual(['Done', 'Failed'])
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() =>
      expect(sentTo(repairCall)).toMatchObject([{ actionId: stopped.actionId, decision: 'CONTINUE' }]),
    )
  })

  test('stays with its reason when the position is gone by then', async () => {
    let readings = 0
    const { user } = await open(
      { choice: 'REVERSE' },
      {
        [actCall]: stopped,
        'GET /v1/api/operation/find-open-operation-by-account/{accountNumber}': () =>
          ++readings === 1 ? [operation] : [],
      },
    )
    await ready()
    await user.click(await send())
    await screen.findByRole('alert')
    await waitFor(() => expect([readings, positionsRead()]).toEqual([2, []]))
    expect(screen.getByRole('alert')).toHaveTextContent('50 of 100 ACME have no stop now.')
    expect(screen.getByRole('button', { name: 'Continue' })).toBeInTheDocument()
    expect(screen.queryByText('This position is already closed')).not.toBeInTheDocument()
  })

  test.each([
    ['Restore the stop', 'RESTORE'],
    ['Leave it', 'DISMISS'],
  ])('offers "%s"', async (name, decision) => {
    const { user } = await open(
      { choice: 'CLOSE_HALF' },
      { [actCall]: stopped, [repairCall]: taken({ state: 'RESTORED' }) },
    )
    await ready()
    await user.click(await send())
    await user.click(await screen.findByRole('button', { name }))
    await waitFor(() => expect(sentTo(repairCall)).toMatchObject([{ decision }]))
  })
})

test('a reversal that is filled step by step is not offered again for the other side', async () => {
  let held: (typeof operation)[] = [operation]
  const { user } = await open(
    { choice: 'REVERSE' },
    {
      [actCall]: () => {
        held = []
        return taken({ kind: 'REVERSE', title: 'Reverse 100 ACME', state: 'WAITING', endedAt: null })
      },
      'GET /v1/api/operation/find-open-operation-by-account/{accountNumber}': () => held,
    },
  )
  await ready()
  await user.click(await send())
  const wait = await screen.findByRole('button', { name: 'Continue in the background' })
  await waitFor(() => expect(positionsRead()).toEqual([]))
  held = [{ ...operation, longQuantity: 0, shortQuantity: 100 }]
  await act(() => queryClient.invalidateQueries({ queryKey: ['operation'] }))
  await waitFor(() => expect(positionsRead()).toMatchObject([{ shortQuantity: 100 }]))
  expect(wait).toBeInTheDocument()
  expect(await dialog()).toHaveAccessibleName(/^Reverse 100 ACME/)
  expect(screen.queryByRole('button', { name: /^Send/ })).not.toBeInTheDocument()
})

describe('closing everything', () => {
  const flat: FlattenPreview = {
    positions: 2,
    orders: 1,
    steps: half.steps,
    value: cents(10_000),
    warnings: [],
    faults: [],
  }
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }))
  afterEach(() => vi.useRealTimers())

  async function openFlatten() {
    signIn()
    answers({
      'GET /v1/api/position-action/find-position-actions/{accountNumber}': [],
      'POST /v1/api/position-action/preview-flatten': flat,
      [flattenCall]: taken({ kind: 'FLATTEN', code: null }),
    })
    const page = await render(<FlattenDialog account={account} onClose={() => undefined} />)
    await screen.findByRole('list', { name: 'Orders that will be sent' })
    return page
  }
  const button = () => screen.getByRole('button', { name: 'Hold to close everything' })

  test('takes a button that is held for a second, with a pointer or a key', async () => {
    await openFlatten()
    fireEvent.pointerDown(button(), { button: 0 })
    act(() => void vi.advanceTimersByTime(holdMs))
    await waitFor(() => expect(sentTo(flattenCall)).toEqual([{ accountNumber: account.number }]))
  })

  test.each([
    [
      'a pointer',
      (at: HTMLElement) => fireEvent.pointerDown(at, { button: 0 }),
      (at: HTMLElement) => fireEvent.pointerUp(at),
    ],
    [
      'a finger that slips off',
      (at: HTMLElement) => fireEvent.pointerDown(at),
      (at: HTMLElement) => fireEvent.pointerLeave(at),
    ],
    [
      'Enter',
      (at: HTMLElement) => fireEvent.keyDown(at, { key: 'Enter' }),
      (at: HTMLElement) => fireEvent.keyUp(at, { key: 'Enter' }),
    ],
    [
      'Space',
      (at: HTMLElement) => fireEvent.keyDown(at, { key: ' ' }),
      (at: HTMLElement) => fireEvent.keyUp(at, { key: ' ' }),
    ],
  ])('does not start while %s is held for less than a second', async (_name, press, release) => {
    const onHeld = vi.fn<() => void>()
    await render(<HoldButton label="Hold" isDisabled={false} isLoading={false} onHeld={onHeld} />)
    const held = screen.getByRole('button', { name: 'Hold' })
    press(held)
    act(() => void vi.advanceTimersByTime(holdMs - 1))
    release(held)
    act(() => void vi.advanceTimersByTime(holdMs))
    expect(onHeld).not.toHaveBeenCalled()
    press(held)
    act(() => void vi.advanceTimersByTime(holdMs))
    expect(onHeld).toHaveBeenCalledOnce()
  })

  test('takes the typed word, for users who cannot hold', async () => {
    const { user } = await openFlatten()
    const field = screen.getByRole('textbox', { name: 'Type close and press Enter, or hold the button' })
    await user.type(field, 'clos{Enter}')
    expect(sentTo(flattenCall)).toEqual([])
    await user.type(field, 'e{Enter}')
    await waitFor(() => expect(sentTo(flattenCall)).toHaveLength(1))
  })
})

test('on a phone the sheet gives the focus back to the button that opened it', async () => {
  const wide = window.matchMedia
  window.matchMedia = (query) => Object.assign(wide(query), { matches: query.includes('max-width: 47.99em') })
  try {
    signIn()
    answers({
      'GET /v1/api/account/view-my-account/{userId}': [account],
      'GET /v1/api/operation/find-open-operation-by-account/{accountNumber}': [operation],
      'GET /v1/api/position-action/find-position-actions/{accountNumber}': [],
      [previewCall]: half,
    })
    const { user } = await render(
      <>
        <PositionMenu accountNumber={account.number} code="ACME" />
        <PositionActionPart />
      </>,
    )
    // Operations has read the positions before its rows have a button.
    act(() => openPositionAction({ accountNumber: account.number, code: 'ACME' }))
    await screen.findByRole('button', { name: 'Close half' })
    act(closePositionAction)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await user.click(screen.getByRole('button', { name: 'Act on ACME' }))
    await screen.findByRole('button', { name: 'Close half' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: 'Act on ACME' })).toHaveFocus()
    // The sheet of the choice takes the place of the one with all of them.
    await user.keyboard('{Enter}')
    await screen.findByRole('button', { name: 'Close half' })
    await user.keyboard('h')
    await ready()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: 'Act on ACME' })).toHaveFocus()
  } finally {
    window.matchMedia = wide
  }
})

describe('what a choice begins with', () => {
  const long = { ...operation, held: 100 }
  const short = { ...operation, held: -51, stopLossPrice: 55, averagePrice: 50.004 }

  test.each([
    ['half of a short position', 'CLOSE_HALF', short, { kind: 'CLOSE', quantity: '25' }],
    ['break-even of a short position', 'BREAK_EVEN', short, { kind: 'MOVE_STOP', stopPrice: '50' }],
    ['a reversal, whose stop is as far away as before', 'REVERSE', long, { kind: 'REVERSE', stopPrice: '56' }],
    ['a reversal of a short position', 'REVERSE', short, { kind: 'REVERSE', stopPrice: '49' }],
    [
      'a trail as far away as the stop',
      'TRAIL_STOP',
      long,
      { kind: 'TRAIL_STOP', trail: { offset: '4', unit: 'DOLLARS' } },
    ],
    ['a target, which has to be typed', 'SET_TARGET', long, undefined],
  ] as const)('%s', (_name, choice, position, expected) => {
    expect(actionOf(beginAction(choice, position), position)).toEqual(expected)
  })

  test('a price or a quantity that was chosen elsewhere', () => {
    expect(actionOf(beginAction('CLOSE', long, { quantity: '30' }), long)).toEqual({ kind: 'CLOSE', quantity: '30' })
    expect(actionOf(beginAction('SET_TARGET', long, { price: '60' }), long)).toEqual({
      kind: 'SET_TARGET',
      targetPrice: '60',
    })
    expect(actionOf(beginAction('MOVE_STOP', long, { price: '49.5' }), long)).toEqual({
      kind: 'MOVE_STOP',
      stopPrice: '49.5',
    })
  })
})
