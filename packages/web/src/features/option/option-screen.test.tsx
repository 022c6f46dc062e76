// The options desk with its calls answered: what a click on a price fills, and what is sent.
import type { OrderPreview, PositionGreeks } from '@clubfolio/contract'
import { maskNumber } from '@clubfolio/domain'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useChosenAccount } from '../../kernel/chosen-account.ts'
import { orderTicket } from '../../kernel/order-ticket.ts'
import { type Answers, answers, noResponse } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { cents, sampleAccount, sampleMarket, samplePreview } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { OptionScreen } from './option-screen.tsx'
import { sampleChain, sampleContract, sampleExpirations, sampleSpot } from './testing/sample-chain.ts'

const [near, later] = sampleExpirations.map(({ expirationDate }) => expirationDate) as [string, string]
const put440 = sampleContract('PUT', 440, near)
const put435 = sampleContract('PUT', 435, near)
const credit = (put440.mark! - put435.mark!).toFixed(2)
const spreadPreview = (more: Partial<OrderPreview> = {}) =>
  samplePreview({ code: 'SPY', brokerInstruction: null, greatestLoss: cents(350), ...more })

const heldPut: PositionGreeks = {
  code: put440.symbol,
  name: 'SPY put',
  underlying: 'SPY',
  contract: {
    putCall: 'PUT',
    strikePrice: 440,
    expirationDate: near,
    daysToExpiration: 16,
    inTheMoney: false,
  },
  quantity: -2,
  multiplier: 100,
  averagePrice: 4,
  lastPrice: put440.mark!,
  plOpen: cents(120),
  underlyingPrice: sampleSpot,
  impliedVolatility: 0.2,
  delta: 60.1234,
  gamma: -2.5,
  theta: 41.2,
  vega: -66.6,
  rho: 5,
}
const total = { deltaDollars: 27_055.53, gammaDollars: -506.25, theta: 41.2, vega: -66.6, rho: 5 }

const openDesk = async (
  more: Answers = {},
  positions: PositionGreeks[] = [],
  address = '/option-management?code=SPY',
  shown = <OptionScreen />,
) => {
  signIn()
  answers({
    'GET /v1/api/account/view-my-account/{userId}': [sampleAccount({ type: 'MARGIN' })],
    'GET /v1/api/market/find-state': sampleMarket({ marketTime: Date.parse('2026-03-04T15:00:00Z') }),
    'GET /v1/api/option/find-expirations-by-instrument-code/{code}/{accountNumber}': sampleExpirations,
    'GET /v1/api/option/find-option-chains-by-instrument-code/{code}/{accountNumber}/{fromDate}/{toDate}': ({
      params,
    }) => sampleChain(params.fromDate, params.toDate),
    'POST /v1/api/stock/fundamental': noResponse,
    'POST /v1/api/quote/create-ticket': noResponse,
    'POST /v1/api/quote/find': [],
    'GET /v1/api/option/find-position-greeks/{accountNumber}': { positions, total, unknown: 0 },
    ...more,
  })
  const page = await render(shown, { at: address })
  return page
}

const price = (name: RegExp) => screen.findByRole('button', { name })
const sellPut440 = /^Sell 440 put 2026-03-20 at/

test('a click on a price opens the order ticket on the side and at the price that was clicked', async () => {
  const { user } = await openDesk()
  await user.click(await price(/^Buy 450 call 2026-03-20 at/))
  const call = sampleContract('CALL', 450, near)
  expect(orderTicket.get()).toMatchObject({
    code: call.symbol,
    directionality: 'BUY',
    orderType: 'LIMIT',
    quantity: '1',
    price: call.ask!.toFixed(2),
  })
  await user.click(await price(sellPut440))
  expect(orderTicket.get()).toMatchObject({ code: put440.symbol, directionality: 'SELL_SHORT' })
})

test('prices can be clicked once the expirations are there, so that no click is lost', async () => {
  let arrive: (() => void) | undefined
  const asked = new Promise<void>((resolve) => (arrive = resolve))
  await openDesk({
    'GET /v1/api/option/find-expirations-by-instrument-code/{code}/{accountNumber}': async () => {
      await asked
      return sampleExpirations
    },
  })
  // The chain has arrived with the price of its share.
  await screen.findByText(`$${sampleSpot.toFixed(2)}`)
  expect(screen.queryByRole('button', { name: sellPut440 })).not.toBeInTheDocument()
  arrive?.()
  expect(await price(sellPut440)).toBeInTheDocument()
})

test('the bid of a contract that is held sells it', async () => {
  const { user } = await openDesk({}, [{ ...heldPut, quantity: 2 }])
  await screen.findByRole('tab', { name: 'Open options 1' })
  await user.click(await price(sellPut440))
  expect(orderTicket.get()).toMatchObject({ code: put440.symbol, directionality: 'SELL' })
})

test('a vertical is sold with three clicks once the strategy is chosen: the bid, Review, Put', async () => {
  const sent: unknown[] = []
  const { user } = await openDesk({
    'POST /v1/api/order/preview-spread': spreadPreview(),
    'POST /v1/api/order/put-spread': ({ body }) => {
      sent.push(body)
      return { message: 'Placed', orderId: '41', stopRejected: null }
    },
  })
  await user.click(await screen.findByRole('radio', { name: 'Vertical' }))
  await user.click(await price(sellPut440))
  const ticket = screen.getByRole('region', { name: 'Strategy' })
  const figures = within(ticket).getByLabelText('Figures of the strategy')
  expect(figures).toHaveTextContent(`Credit$${(Number(credit) * 100).toFixed(2)}`)
  expect(figures).toHaveTextContent(`Greatest loss$${(500 - Number(credit) * 100).toFixed(2)}`)
  expect(figures).toHaveTextContent(`Break-even$${(440 - Number(credit)).toFixed(2)}`)
  expect(figures).toHaveTextContent(/Chance of profit7\d\.\d\d%/)
  await user.click(within(ticket).getByRole('button', { name: 'Review order' }))
  expect(await screen.findByText('Buying power after')).toBeInTheDocument()
  expect(screen.getByRole('list', { name: 'Order' })).toHaveTextContent('Sell to open 1 440 put 2026-03-20')
  await user.click(screen.getByRole('button', { name: 'Put order' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    legs: [
      { ticket: put440.symbol, instruction: 'SELL_TO_OPEN', ratio: '1' },
      { ticket: put435.symbol, instruction: 'BUY_TO_OPEN', ratio: '1' },
    ],
    quantity: '1',
    priceType: 'NET_CREDIT',
    netPrice: credit,
    duration: 'DAY',
    answered: [],
  })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Strategy' })).not.toBeInTheDocument())
})

test('what became of an order is said while its account is still being read again', async () => {
  let readings = 0
  const { user } = await openDesk({
    'POST /v1/api/order/preview-spread': spreadPreview(),
    'POST /v1/api/order/put-spread': { message: 'Placed', orderId: '41', stopRejected: null },
    'GET /v1/api/option/find-position-greeks/{accountNumber}': () =>
      ++readings === 1 ? { positions: [], total, unknown: 0 } : new Promise(() => {}),
  })
  await user.click(await screen.findByRole('radio', { name: 'Vertical' }))
  await user.click(await price(sellPut440))
  await user.click(screen.getByRole('button', { name: 'Review order' }))
  await screen.findByText('Buying power after')
  await user.click(screen.getByRole('button', { name: 'Put order' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Strategy' })).not.toBeInTheDocument())
  expect(readings).toBe(2)
})

/** The menu of accounts, as the top bar has it. */
function AccountMenu() {
  const { choices, choose } = useChosenAccount()
  return (choices ?? []).map(({ id, number }) => (
    <button key={id} type="button" onClick={() => choose(id)}>
      {`Look at ${maskNumber(number)}`}
    </button>
  ))
}

test('a review ends when another account comes into view, and names the account of its order', async () => {
  const real = sampleAccount({ number: '55554821', isPaper: false })
  const paper = sampleAccount({ id: crypto.randomUUID(), number: '99990001', isDefault: false })
  const { user } = await openDesk(
    {
      'GET /v1/api/account/view-my-account/{userId}': [real, paper],
      'POST /v1/api/order/preview-spread': spreadPreview(),
    },
    [],
    '/option-management?code=SPY',
    <>
      <AccountMenu />
      <OptionScreen />
    </>,
  )
  // Both chains are in the cache.
  await user.click(await screen.findByRole('button', { name: 'Look at •••• 0001' }))
  await price(sellPut440)
  await user.click(screen.getByRole('button', { name: 'Look at •••• 4821' }))
  await user.click(await screen.findByRole('radio', { name: 'Vertical' }))
  await user.click(await price(sellPut440))
  await user.click(screen.getByRole('button', { name: 'Review order' }))
  expect(await screen.findByText(/^Margin account •••• 4821/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Look at •••• 0001' }))
  expect(screen.queryByRole('button', { name: 'Put order' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Review order' }))
  expect(await screen.findByText('Margin account •••• 0001 · Paper')).toBeInTheDocument()
})

test('an order that the brokerage would reject says why and is not sent', async () => {
  const { user } = await openDesk({
    'POST /v1/api/order/preview-spread': spreadPreview({ rejects: ['Buying power is short.'] }),
  })
  await price(sellPut440)
  await user.click(screen.getByRole('radio', { name: 'Iron condor' }))
  await user.click(await screen.findByRole('button', { name: 'Review order' }))
  expect(await screen.findByText('The brokerage would reject it: Buying power is short.')).toBeInTheDocument()
  const put = screen.getByRole('button', { name: 'Put order' })
  expect(put).toHaveAttribute('aria-disabled', 'true')
  await user.click(put)
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(screen.getByRole('button', { name: 'Review order' })).toBeInTheDocument()
})

test('Shift adds legs of the own, which are changed one by one', async () => {
  const { user } = await openDesk()
  const sell = await price(sellPut440)
  await user.keyboard('{Shift>}')
  await user.click(sell)
  await user.click(await price(/^Buy 435 put 2026-03-20 at/))
  await user.keyboard('{/Shift}')
  expect(sell).toHaveAttribute('aria-pressed', 'true')
  const legs = within(screen.getByRole('list', { name: 'Legs' }))
  expect(legs.getAllByRole('listitem')).toHaveLength(2)
  await user.selectOptions(legs.getAllByRole('combobox', { name: 'Strike' })[1]!, '430')
  expect(await price(/^Buy 430 put 2026-03-20 at/)).toHaveAttribute('aria-pressed', 'true')
  await user.click(legs.getByRole('button', { name: 'Remove 430 put' }))
  expect(screen.getByRole('button', { name: 'Continue in the order ticket' })).toBeInTheDocument()
})

test('the arrow keys move between the prices of the chain', async () => {
  const { user } = await openDesk()
  const start = await price(/^Sell 450 call 2026-03-20 at/)
  start.focus()
  await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}')
  expect(document.activeElement).toHaveAccessibleName(/^Sell 455 put 2026-03-20 at/)
  expect(document.activeElement).toHaveAttribute('tabindex', '0')
  expect(start).toHaveAttribute('tabindex', '-1')
  await user.keyboard('{Enter}')
  expect(orderTicket.get()).toMatchObject({ code: sampleContract('PUT', 455, near).symbol })
})

test('calls of one expiration are beside puts of another, and the tabs set both', async () => {
  const { user, address } = await openDesk({}, [], `/option-management?code=SPY&call=${near}&put=${later}`)
  expect(await price(/^Buy 450 call 2026-03-20 at/)).toBeInTheDocument()
  expect(await price(/^Buy 450 put 2026-04-17 at/)).toBeInTheDocument()
  await user.click(screen.getByRole('radio', { name: /04-17/ }))
  expect(await price(/^Buy 450 call 2026-04-17 at/)).toBeInTheDocument()
  expect(address()).toContain(`call=${later}`)
})

test('open options show their greeks by expiration, and a roll fills the ticket with both legs', async () => {
  const { user } = await openDesk({}, [heldPut], '/option-management?code=SPY&view=positions')
  const group = await screen.findByRole('region', { name: /2026-03-20/ })
  expect(group).toHaveTextContent('16 days left')
  expect(group).toHaveTextContent('Delta60.1')
  expect(screen.getByLabelText('Greeks of the account')).toHaveTextContent('Delta in dollars+$27,055.53')
  await user.click(within(group).getByRole('button', { name: 'Roll SPY 440 put 2026-03-20' }))
  const ticket = await screen.findByRole('region', { name: 'Strategy' })
  const legs = within(ticket).getByRole('list', { name: 'Legs' })
  expect(within(legs).getByRole('button', { name: 'Buy 440 put: change the side' })).toBeInTheDocument()
  expect(within(legs).getByRole('button', { name: 'Sell 440 put: change the side' })).toBeInTheDocument()
  expect(
    within(legs)
      .getAllByRole('combobox', { name: 'Expiration' })
      .map((field) => (field as HTMLSelectElement).value),
  ).toEqual([near, later])
  expect(within(ticket).getByRole('textbox', { name: 'Units' })).toHaveValue('2')
})

test('closing a written option opens the ticket to buy it', async () => {
  const { user } = await openDesk({}, [heldPut], '/option-management?code=SPY&view=positions')
  await user.click(await screen.findByRole('button', { name: 'Close SPY 440 put 2026-03-20' }))
  expect(orderTicket.get()).toMatchObject({ code: put440.symbol, directionality: 'BUY', quantity: '2' })
})

test('a bought option is exercised through the order ticket, a written one is not', async () => {
  const bought = { ...heldPut, code: put435.symbol, contract: { ...heldPut.contract!, strikePrice: 435 }, quantity: 3 }
  const { user } = await openDesk({}, [heldPut, bought], '/option-management?code=SPY&view=positions')
  await user.click(await screen.findByRole('button', { name: 'Exercise SPY 435 put 2026-03-20' }))
  expect(orderTicket.get()).toMatchObject({
    code: put435.symbol,
    directionality: 'SELL',
    orderType: 'EXERCISE',
    quantity: '3',
  })
  expect(screen.queryByRole('button', { name: 'Exercise SPY 440 put 2026-03-20' })).not.toBeInTheDocument()
})

test('volume, open interest and the smile are pictures with their sums in words', async () => {
  await openDesk({}, [], '/option-management?code=SPY&view=activity')
  expect(await screen.findByRole('img', { name: 'Volume: calls 1.08K, puts 1.08K' })).toBeInTheDocument()
  expect(screen.getByRole('img', { name: 'Open interest: calls 30.60K, puts 30.60K' })).toBeInTheDocument()
  expect(screen.getByRole('img', { name: /^Implied volatility by strike: from 20\.0/ })).toBeInTheDocument()
})
