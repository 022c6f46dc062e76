// The Performance screen: a table that adds up, period and grouping in the address, closed positions as one line, a
// member's own part, and what it says while lines are missing or a period has no percent.
import type { Attribution, AttributionLine, LineDerivation } from '@clubfolio/contract'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { graphModal } from '../../../kernel/graph-modal.ts'
import { answers, refused, sentTo } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import { accountId, cents, sampleParticipation } from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { PerformanceScreen } from './performance-screen.tsx'

const none = cents(0)
const line = (name: string, dollars: number, more: Partial<AttributionLine> = {}): AttributionLine => ({
  kind: 'LINES',
  name,
  code: name,
  detail: `${name} Inc.`,
  price: cents(dollars),
  income: none,
  fees: none,
  profit: cents(dollars),
  contribution: dollars / 100,
  excess: null,
  weight: 10,
  daysHeld: 5,
  isHeld: true,
  ...more,
})
const cash = line('Cash', 2, { kind: 'CASH', code: null, detail: null, price: none, income: cents(2), daysHeld: 0 })
const found: Attribution = {
  currency: 'USD',
  startDay: '2025-12-31',
  endDay: '2026-03-03',
  firstDay: '2025-03-04',
  lastDay: '2026-03-03',
  closes: 42,
  missing: 0,
  benchmark: null,
  lines: [line('ACME', 300), line('BOLT', -50, { isHeld: false }), line('BASK', -20, { isHeld: false }), cash],
  total: { price: cents(230), income: cents(2), fees: none, profit: cents(232), contribution: 2.32, excess: null },
}
let answer = found
let asked: string[] = []
const fund = {
  accountId,
  accountNumber: '1001',
  isPaper: false,
  currency: 'USD',
  club: 'Riverside Club',
  owner: 'Maria Keller',
  place: 'OWNER',
  lastDay: null,
} as const

beforeEach(() => {
  asked = []
  answer = found
  signIn()
  answers({
    'GET /v1/api/fund/find-funds': [fund],
    'GET /v1/api/fund/find-my-participations': [],
    'GET /v1/api/fund/find-attribution/{accountId}/{from}/{to}/{grouping}': ({ params }) => {
      asked.push(`${params.from} ${params.to} ${params.grouping}`)
      return answer
    },
  })
})

afterEach(() => vi.unstubAllGlobals())

const table = () => screen.findByRole('table', { name: 'What earned the money' })
const rowsOf = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent)

const derive = 'POST /v1/api/fund/derive-line'
const derivation: LineDerivation = {
  title: 'Profit of ACME',
  result: '$300.00',
  asOf: '2026-03-03',
  formula: 'Value now - value before + net cash, summed over the closes.',
  parts: [{ label: 'Sum of the closes', value: '$300.00' }],
  columns: ['Close', 'Profit'],
  rows: [['2026-03-03', '$300.00']],
  derivable: [],
}

test('the year so far by instrument, with the totals of the period', async () => {
  await render(<PerformanceScreen />)
  const shown = await table()
  expect(asked).toEqual(['YEAR last INSTRUMENT'])
  expect(screen.getByText('2025-12-31 to 2026-03-03')).toBeVisible()
  expect(within(shown).getByRole('row', { name: /ACME/ })).toHaveTextContent('+$300.00+3.00%$300.00$0.00$0.00')
  expect(within(shown).getByRole('row', { name: /^Total/ })).toHaveTextContent('+$232.00+2.32%$230.00$2.00$0.00')
  expect(within(shown).getByRole('link', { name: 'Trades of ACME' })).toHaveAttribute(
    'href',
    `/journal?account=${accountId}&code=ACME`,
  )
})

test('another period and another grouping are asked of the server and kept in the address', async () => {
  const { user, address } = await render(<PerformanceScreen />)
  await user.click(await screen.findByRole('button', { name: 'Period: Year' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Since the start' }))
  await expect.poll(() => asked.at(-1)).toBe('START last INSTRUMENT')
  await user.click(screen.getByRole('button', { name: 'Rows: Instrument' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Sector' }))
  await expect.poll(() => asked.at(-1)).toBe('START last SECTOR')
  expect(address()).toContain('period=START')
  expect(address()).toContain('grouping=SECTOR')
})

test('on a phone each instrument is a row, with a tag for its own label', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  await render(<PerformanceScreen />)
  const list = await screen.findByRole('list', { name: 'What earned the money' })
  expect(
    within(list)
      .getAllByRole('button', { name: /^Label of/ })
      .map((one) => one.getAttribute('aria-label')),
  ).toEqual(['Label of ACME', 'Label of BOLT', 'Label of BASK'])
})

test('custom dates begin with the days that are shown', async () => {
  const { user } = await render(<PerformanceScreen />)
  await user.click(await screen.findByRole('button', { name: 'Period: Year' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Custom dates' }))
  expect(await screen.findByLabelText('First day')).toHaveValue('2025-12-31')
  expect(screen.getByLabelText('Last day')).toHaveValue('2026-03-03')
  await expect.poll(() => asked.at(-1)).toBe('2025-12-31 2026-03-03 INSTRUMENT')
})

test('closed positions become one line, and the table still adds up', async () => {
  const { user } = await render(<PerformanceScreen />)
  expect(await rowsOf()).toEqual(['ACMEACME Inc.', 'BOLTBOLT Inc.', 'BASKBASK Inc.', 'Cash', 'Total'])
  await user.click(screen.getByRole('button', { name: 'Rows: Instrument' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Closed positions as one line' }))
  expect(await rowsOf()).toEqual(['ACMEACME Inc.', '2 closed positions', 'Cash', 'Total'])
  expect(within(await table()).getByRole('row', { name: /2 closed positions/ })).toHaveTextContent('-$70.00-0.70%')
})

test('a picture shows weight and contribution, shorts by what they are worth, and is kept in the address', async () => {
  answer = {
    ...found,
    lines: [
      line('ACME', 300, { weight: 60 }),
      line('BOLT', -50, { weight: -8.5 }),
      { ...cash, weight: 48.5 },
      line('Not explained', 1, { kind: 'NOT_EXPLAINED', code: null, weight: null }),
    ],
  }
  const { user, address } = await render(<PerformanceScreen />)
  const map = await screen.findByRole('group', { name: 'Contributions by average weight' })
  expect(
    within(map)
      .getAllByRole('button')
      .map((tile) => tile.getAttribute('aria-label')),
  ).toEqual([
    'Long +3.00%, where it comes from',
    'ACME, +3.00%, weight 60.00%',
    'Short -0.50%, where it comes from',
    'BOLT short, -0.50%, weight -8.50%',
    'Cash +0.02%, where it comes from',
    'Cash, +0.02%, weight 48.50%',
  ])
  expect(screen.getByRole('list', { name: /^Colors/ })).toHaveTextContent('-3%')
  await user.click(screen.getByRole('button', { name: 'Picture: Treemap' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Bars' }))
  const bars = await screen.findByRole('group', { name: 'Contributions, the largest gain first' })
  expect(
    within(bars)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['ACME +3.00%', 'Cash +0.02%', 'Not explained +0.01%', 'BOLT -0.50%'])
  expect(address()).toBe('/?picture=bars')
  await user.click(screen.getByRole('button', { name: 'Picture: Bars' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Table only' }))
  expect(screen.queryByRole('group', { name: /^Contributions/ })).toBeNull()
})

test('without percent there is no treemap, and the bars are in dollars', async () => {
  answer = {
    ...found,
    lines: [line('ACME', -232, { contribution: null, weight: null })],
    total: { ...found.total, contribution: null },
  }
  const { user } = await render(<PerformanceScreen />)
  expect(await screen.findByText('No treemap for this period')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Picture: Treemap' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Bars' }))
  answers({ [derive]: derivation })
  await user.click(await screen.findByRole('button', { name: 'ACME -$232.00' }))
  await screen.findByRole('dialog')
  expect(sentTo(derive)).toEqual([expect.objectContaining({ name: 'ACME', figure: 'profit' })])
})

test('each figure opens its derivation, with the chart and the trades of the line', async () => {
  answers({ [derive]: derivation })
  const { user } = await render(<PerformanceScreen />)
  const row = within(await table()).getByRole('row', { name: /ACME/ })
  await user.click(within(row).getByRole('button', { name: '+$300.00' }))
  const dialog = await screen.findByRole('dialog', { name: /^Profit of ACME/ })
  expect(sentTo(derive)).toEqual([
    {
      accountId,
      from: 'YEAR',
      to: 'last',
      grouping: 'INSTRUMENT',
      kind: 'LINES',
      name: 'ACME',
      figure: 'profit',
    },
  ])
  expect(within(dialog).getByRole('table')).toHaveTextContent('2026-03-03$300.00')
  expect(within(dialog).getByRole('link', { name: 'Trades' })).toHaveAttribute(
    'href',
    `/journal?account=${accountId}&code=ACME`,
  )
  await user.click(within(dialog).getByRole('button', { name: 'Chart' }))
  expect(graphModal.get()).toMatchObject({ code: 'ACME' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a tile opens where its contribution comes from', async () => {
  answers({ [derive]: derivation })
  const { user } = await render(<PerformanceScreen />)
  await user.click(await screen.findByRole('button', { name: /^Cash, / }))
  await screen.findByRole('dialog')
  expect(sentTo(derive)).toEqual([expect.objectContaining({ kind: 'CASH', name: 'Cash', figure: 'contribution' })])
})

test('the heading of a side opens what all of its lines contributed', async () => {
  answers({ [derive]: derivation })
  const { user } = await render(<PerformanceScreen />)
  await user.click(await screen.findByRole('button', { name: /^Long / }))
  await screen.findByRole('dialog')
  expect(sentTo(derive)).toEqual([expect.objectContaining({ kind: 'LONG', figure: 'contribution' })])
})

const total: LineDerivation = {
  ...derivation,
  title: 'Profit, total',
  result: '$232.00',
  columns: ['Line', 'Profit'],
  rows: [
    ['ACME', '$300.00'],
    ['2 closed positions', '-$70.00'],
    ['Cash', '$2.00'],
  ],
  derivable: [
    { kind: 'LINES', name: 'ACME' },
    { kind: 'CLOSED', name: '2 closed positions' },
    { kind: 'CASH', name: 'Cash' },
  ],
}

test('each figure of the total and of closed positions as one line opens its derivation', async () => {
  answers({ [derive]: derivation })
  const { user } = await render(<PerformanceScreen />, { at: '/performance?closed=joined' })
  const opened = async (row: RegExp) => {
    const buttons = within(within(await table()).getByRole('row', { name: row })).getAllByRole('button')
    for (const button of buttons) {
      await user.click(button)
      await screen.findByRole('dialog')
      await user.keyboard('{Escape}')
      await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    }
    return buttons.map(({ textContent }) => textContent)
  }
  expect(await opened(/^Total/)).toEqual(['+$232.00', '+2.32%', '$230.00', '$2.00', '$0.00'])
  expect(await opened(/2 closed positions/)).toEqual(['-$70.00', '-0.70%', '-$70.00', '$0.00', '$0.00', '20.00%', '5'])
  const figures = ['profit', 'contribution', 'price', 'income', 'fees'] as const
  expect(sentTo(derive)).toEqual([
    ...figures.map((figure) => expect.objectContaining({ kind: 'TOTAL', figure, joinsClosed: true })),
    ...[...figures, 'weight', 'daysHeld'].map((figure) => expect.objectContaining({ kind: 'CLOSED', figure })),
  ])
})

test('a line of the total opens its own figure, and the step back has the focus, then the line', async () => {
  answers({
    [derive]: ({ body }) => (body.kind === 'TOTAL' ? total : { ...derivation, title: `${body.kind} ${body.figure}` }),
  })
  const { user } = await render(<PerformanceScreen />)
  await user.click(within(await table()).getByRole('button', { name: '+$232.00' }))
  const dialog = await screen.findByRole('dialog', { name: /^Profit, total/ })
  await user.click(within(dialog).getByRole('button', { name: '2 closed positions' }))
  await screen.findByRole('dialog', { name: /^CLOSED profit/ })
  const back = within(dialog).getByRole('button', { name: 'Back' })
  expect(back).toHaveFocus()
  await user.keyboard('{Enter}')
  await screen.findByRole('dialog', { name: /^Profit, total/ })
  expect(within(dialog).getByRole('button', { name: '2 closed positions' })).toHaveFocus()
  expect(within(dialog).queryByRole('button', { name: 'Back' })).toBeNull()

  await user.click(within(dialog).getByRole('button', { name: 'ACME' }))
  await screen.findByRole('dialog', { name: /^LINES profit/ })
  expect(within(dialog).getByRole('link', { name: 'Trades' })).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Back' }))

  await user.click(await within(dialog).findByRole('button', { name: 'By close' }))
  await screen.findByRole('dialog', { name: /^PERIOD profit/ })
  expect(within(dialog).getByRole('button', { name: 'By line' })).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Back' }))
  expect(await within(dialog).findByRole('button', { name: 'By close' })).toHaveFocus()
})

test('on a phone every figure of a line and of the total opens its derivation too', async () => {
  const wide = window.matchMedia
  window.matchMedia = (query) => Object.assign(wide(query), { matches: query.includes('max-width: 47.99em') })
  try {
    answers({ [derive]: derivation })
    const { user } = await render(<PerformanceScreen />, { at: '/performance?picture=none' })
    const rows = within(await screen.findByRole('list', { name: 'What earned the money' })).getAllByRole('listitem')
    const figures = async (row: HTMLElement | undefined) => {
      const buttons = within(row!)
        .getAllByRole('button')
        .filter(({ title }) => title.startsWith('Where '))
      for (const button of buttons) {
        await user.click(button)
        await screen.findByRole('dialog')
        await user.keyboard('{Escape}')
        await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
      }
      return buttons.map(({ textContent }) => textContent)
    }
    expect(await figures(rows[0])).toEqual(['+$300.00', 'Weight 10.00%', '5 days held', '+3.00%'])
    expect(await figures(rows.at(-1))).toEqual(['+$232.00', '+2.32%'])
    expect(sentTo(derive)).toEqual([
      ...['profit', 'weight', 'daysHeld', 'contribution'].map((figure) =>
        expect.objectContaining({ kind: 'LINES', name: 'ACME', figure }),
      ),
      ...['profit', 'contribution'].map((figure) => expect.objectContaining({ kind: 'TOTAL', figure })),
    ])
  } finally {
    window.matchMedia = wide
  }
})

test('what is absent opens nothing', async () => {
  await render(<PerformanceScreen />)
  const row = within(await table()).getByRole('row', { name: /^Cash/ })
  const cells = within(row).getAllByRole('cell')
  // Days held of Cash.
  expect(within(cells[7]!).queryByRole('button')).toBeNull()
  expect(within(cells[6]!).getByRole('button')).toHaveTextContent('10.00%')
})

test('groups that hold nothing any more are named after the grouping', async () => {
  const { user } = await render(<PerformanceScreen />, { at: '/performance?grouping=SECTOR&closed=joined' })
  expect(await rowsOf()).toContain('2 sectors without a position')
  await user.click(screen.getByRole('button', { name: 'Rows: Sector' }))
  expect(await screen.findByRole('menuitemradio', { name: 'Sectors without a position one by one' })).toBeVisible()
})

test('a benchmark adds a column, and its return beside that of the period', async () => {
  const asks: unknown[] = []
  answers({
    'GET /v1/api/fund/find-attribution/{accountId}/{from}/{to}/{grouping}': ({ query }) => {
      asks.push(query)
      return query.benchmark === undefined
        ? found
        : {
            ...found,
            benchmark: { symbol: 'SPY', percent: 1.8, gap: null, missingDay: null },
            lines: [line('ACME', 300, { excess: 0.62 }), { ...cash, excess: -0.1 }],
            total: { ...found.total, excess: 0.52 },
          }
    },
  })
  const { user, address } = await render(<PerformanceScreen />)
  expect(within(await table()).queryByRole('columnheader', { name: /Excess/ })).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'SPY' }))
  expect(await screen.findByLabelText('Against SPY')).toHaveTextContent('Return+2.32%SPY+1.80%Excess+0.52%')
  expect(within(await table()).getByRole('columnheader', { name: /Excess contribution/ })).toBeVisible()
  expect(within(await table()).getByRole('row', { name: /^Total/ })).toHaveTextContent('+2.32%+0.52%')
  expect(address()).toBe('/?benchmark=SPY')
  expect(asks).toEqual([{}, { benchmark: 'SPY' }])
  answers({ [derive]: { ...derivation, title: 'Excess contribution of ACME' } })
  for (const figure of ['+2.32%', '+1.80%', '+0.52%']) {
    await user.click(within(screen.getByLabelText('Against SPY')).getByRole('button', { name: figure }))
    await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  }
  await user.click(within(await table()).getByRole('button', { name: '+0.62%' }))
  await screen.findByRole('dialog', { name: /^Excess contribution of ACME/ })
  expect(sentTo(derive)).toEqual([
    expect.objectContaining({ kind: 'PERIOD', figure: 'contribution' }),
    expect.objectContaining({ kind: 'BENCHMARK', figure: 'contribution' }),
    expect.objectContaining({ kind: 'TOTAL', figure: 'excess' }),
    expect.objectContaining({ kind: 'LINES', figure: 'excess', benchmark: 'SPY' }),
  ])
})

test('a benchmark without prices says why there is no excess', async () => {
  answer = {
    ...found,
    benchmark: { symbol: 'QQQ', percent: null, gap: 'CLOSES_MISSING', missingDay: '2026-01-05' },
  }
  await render(<PerformanceScreen />, { at: '/performance?benchmark=QQQ' })
  expect(
    await screen.findByText(
      'No excess contributions over QQQ. It has no close for some of the days. The first one is 2026-01-05.',
    ),
  ).toBeVisible()
  expect(screen.queryByLabelText('Against QQQ')).toBeNull()
})

test('days that are refused can be changed', async () => {
  answers({
    'GET /v1/api/fund/find-attribution/{accountId}/{from}/{to}/{grouping}': refused('statementPeriod', {
      from: '2026-03-01',
      to: '2026-02-01',
    }),
  })
  const { user } = await render(<PerformanceScreen />, {
    at: '/performance?period=OWN&from=2026-03-01&to=2026-02-01',
  })
  expect(await screen.findByText('Performance could not be loaded')).toBeVisible()
  expect(screen.getByLabelText('Last day')).toHaveValue('2026-02-01')
  await user.click(screen.getByRole('button', { name: 'Period: Custom dates' }))
  expect(await screen.findByRole('menuitemradio', { name: 'Month' })).toBeVisible()
})

test('a period without results says so', async () => {
  answer = { ...found, lines: [], closes: 0, endDay: null }
  await render(<PerformanceScreen />)
  expect(await screen.findByText('No results in this period')).toBeVisible()
})

test('closes without lines and a period without percent are named', async () => {
  answer = {
    ...found,
    missing: 3,
    lines: [line('ACME', 232, { contribution: null, weight: null })],
    total: { ...found.total, contribution: null },
  }
  await render(<PerformanceScreen />)
  expect(await screen.findByText(/3 closes have no breakdown yet/)).toBeVisible()
  expect(screen.getByText(/This period has no percent/)).toBeVisible()
})

test('a member sees their own part, and asks for nothing of the whole fund', async () => {
  const own: string[] = []
  answers({
    'GET /v1/api/fund/find-funds': [],
    'GET /v1/api/fund/find-my-participations': [sampleParticipation()],
    'GET /v1/api/fund/find-my-attribution/{accountId}/{memberId}/{from}/{to}/{grouping}': ({ params }) => {
      own.push(params.memberId)
      return found
    },
    'POST /v1/api/fund/derive-my-line': derivation,
  })
  const { user } = await render(<PerformanceScreen />)
  expect(within(await table()).queryByRole('link')).toBeNull()
  await user.click(within(await table()).getByRole('button', { name: '+$300.00' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByRole('link')).toBeNull()
  expect(sentTo('POST /v1/api/fund/derive-my-line')).toEqual([
    expect.objectContaining({ memberId: sampleParticipation().memberId, figure: 'profit' }),
  ])
  expect(own).toEqual([sampleParticipation().memberId])
  expect(asked).toEqual([])
})
