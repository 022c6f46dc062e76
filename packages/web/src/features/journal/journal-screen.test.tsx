// The Journal as its user meets it: the list and its filters, the way to the worst trade, a trade with its chart, what
// they write about it, statistics, calendar, the phone.
import type { TradeFilter } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answers, refused, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { accountId, cents, sampleAccount, sampleMarket } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import type { InstrumentChartProps } from '../chart/instrument-chart.tsx'
import { JournalScreen } from './journal-screen.tsx'
import { sampleDetail, sampleStatistics, sampleTrade } from './sample-trades.ts'

const charts = vi.hoisted(() => ({ shown: [] as unknown[] }))
vi.mock(import('../chart/instrument-chart.tsx'), () => ({
  InstrumentChart: (props: InstrumentChartProps) => {
    charts.shown.push(props)
    return <div role="img" aria-label={`Chart of ${props.symbol}`} />
  },
}))
const lastChart = () => charts.shown.at(-1) as InstrumentChartProps

const find = 'POST /v1/api/journal/find-trades'
const statistics = 'POST /v1/api/journal/find-trade-statistics'
const save = 'POST /v1/api/journal/save-trade-note'
const one = 'GET /v1/api/journal/find-trade/{accountId}/{tradeId}'

const worst = sampleTrade({ tradeId: '2001', underlying: 'WRST', codes: ['WRST'], result: cents(-150), r: -1 })
const lastFilter = (): Partial<TradeFilter> => sentTo(find).at(-1) ?? {}

beforeEach(() => {
  charts.shown = []
  signIn()
  answers({
    'GET /v1/api/market/find-state': sampleMarket(),
    'GET /v1/api/account/view-my-account/{userId}': [sampleAccount()],
    [find]: { total: 2, result: [sampleTrade(), worst] },
    [statistics]: sampleStatistics(),
    [one]: ({ params }) =>
      params.tradeId === '2001'
        ? sampleDetail({ trade: worst, chartCode: 'WRST' })
        : sampleDetail({ trade: sampleTrade() }),
    [save]: { message: 'The trade is saved.' },
  })
})

const rows = async () => {
  const table = await screen.findByRole('table', { name: 'Trades' })
  await within(table).findByText('ACME')
  return within(table).getAllByRole('row').slice(1)
}

test('the list says of each trade what it brought in dollars, percent and R, and how far it went', async () => {
  await render(<JournalScreen />)
  const [first] = await rows()
  for (const words of [
    'ACME',
    'Long',
    '100',
    '50.00',
    '53.00',
    '+$298.00',
    '+5.96%',
    '+1.49 R',
    '4 days',
    '+$340.00',
    '-$90.00',
  ])
    expect(first).toHaveTextContent(words)
  expect(screen.getByText('3 closed, 1 open')).toBeVisible()
  const figures = screen.getByLabelText('Key figures')
  for (const words of ['66.67%', '+$150.00 +0.24 R', '4.00', '+0.49 R', '1.00 R'])
    expect(figures).toHaveTextContent(words)
})

test('two clicks on the screen lead to the worst trade of last month and its chart', async () => {
  const { user, address } = await render(<JournalScreen />, { at: '/journal' })
  await rows()
  await user.click(screen.getByRole('radio', { name: 'Last month' }))
  await waitFor(() => expect(lastFilter()).toMatchObject({ fromDate: '2026-02-01', toDate: '2026-02-28' }))
  await user.click(screen.getByRole('button', { name: /^Worst trade: ?WRST/ }))
  expect(await screen.findByRole('img', { name: 'Chart of WRST' })).toBeInTheDocument()
  expect(address()).toContain('trade=2001')
})

test('an address leads to the worst trade of last month and its chart', async () => {
  await render(<JournalScreen />, { at: '/journal?period=lastMonth&trade=worst' })
  expect(await screen.findByRole('img', { name: 'Chart of WRST' })).toBeInTheDocument()
  expect(lastFilter()).toMatchObject({ fromDate: '2026-02-01', toDate: '2026-02-28' })
})

test('filters and order reach the server, and Reset clears them', async () => {
  const { user } = await render(<JournalScreen />)
  await rows()
  await user.type(screen.getByRole('textbox', { name: 'Symbol' }), 'brk.b{Enter}')
  await waitFor(() => expect(lastFilter()).toMatchObject({ code: 'BRK.B', accountIds: [accountId] }))
  await user.click(screen.getByRole('combobox', { name: 'Side' }))
  await user.click(await screen.findByRole('option', { name: 'Short' }))
  await waitFor(() => expect(lastFilter()).toMatchObject({ side: 'SHORT' }))
  await user.click(screen.getByRole('combobox', { name: 'Tag' }))
  await user.click(await screen.findByRole('option', { name: 'late' }))
  await waitFor(() => expect(lastFilter()).toMatchObject({ tag: 'late' }))
  await user.click(screen.getByRole('button', { name: /^Result(?! %)/ }))
  await waitFor(() => expect(sentTo(find).at(-1)).toMatchObject({ orderBy: 'result', direction: 'ASC' }))
  await user.click(screen.getByRole('button', { name: 'Reset' }))
  await waitFor(() => expect(lastFilter()).toMatchObject({ code: null, side: null, tag: null }))
})

test('trades and figures stay while another filter loads, and go while those of other accounts load', async () => {
  let isSlow = false
  const never = new Promise<never>(() => {})
  const other = sampleAccount({ id: '1b4de1c5-3b8c-4bbd-8a33-0f7d9f1e6a02', number: '5510-9034', isDefault: false })
  answers({
    'GET /v1/api/account/view-my-account/{userId}': [sampleAccount(), other],
    [find]: () => (isSlow ? never : { total: 2, result: [sampleTrade(), worst] }),
    [statistics]: () => (isSlow ? never : sampleStatistics()),
  })
  const { user } = await render(<JournalScreen />)
  await rows()
  await screen.findByText('3 closed, 1 open')
  isSlow = true
  await user.click(screen.getByRole('radio', { name: 'Last month' }))
  await waitFor(() => expect(lastFilter()).toMatchObject({ fromDate: '2026-02-01', accountIds: [accountId] }))
  expect(screen.getByText('3 closed, 1 open')).toBeVisible()
  expect(screen.getAllByText('ACME')).not.toEqual([])
  await user.click(screen.getByRole('radio', { name: 'All accounts' }))
  await waitFor(() => expect(lastFilter()).toMatchObject({ accountIds: [accountId, other.id] }))
  expect(screen.queryByText('3 closed, 1 open')).not.toBeInTheDocument()
  expect(screen.queryByText('ACME')).not.toBeInTheDocument()
})

test('limits of the best and worst result reach the server in R and in dollars', async () => {
  const { user, address } = await render(<JournalScreen />)
  await rows()
  await user.type(screen.getByRole('textbox', { name: 'Best at least' }), '2{Enter}')
  await user.type(screen.getByRole('textbox', { name: 'Worst at most' }), '-0.5{Tab}')
  await waitFor(() => expect(lastFilter()).toMatchObject({ minBestR: 2, maxWorstR: -0.5, minBest: null }))
  await user.click(screen.getByRole('combobox', { name: 'Limits in' }))
  await user.click(await screen.findByRole('option', { name: 'Dollars' }))
  await waitFor(() => expect(lastFilter()).toMatchObject({ minBest: cents(2), maxWorst: cents(-0.5), minBestR: null }))
  expect(address()).toContain('worst=-0.5')
  await user.click(screen.getByRole('button', { name: /^Worst$/ }))
  await waitFor(() => expect(sentTo(find).at(-1)).toMatchObject({ orderBy: 'worst', direction: 'ASC' }))
  await user.click(screen.getByRole('button', { name: 'Reset' }))
  await waitFor(() => expect(lastFilter()).toMatchObject({ minBest: null, maxWorst: null }))
  expect(screen.getByRole('textbox', { name: 'Best at least' })).toHaveValue('')
})

test('the header of R says what a spread without a stop risks', async () => {
  const { user } = await render(<JournalScreen />)
  await rows()
  await user.hover(screen.getByRole('button', { name: 'R' }))
  expect(await screen.findByRole('tooltip')).toHaveTextContent(/the most that it can lose at expiration with the fees/)
})

test('the trades of all accounts are added up for one kind of money', async () => {
  const real = sampleAccount({
    id: '0a4de1c5-3b8c-4bbd-8a33-0f7d9f1e6a99',
    number: '1111',
    isPaper: false,
    isDefault: false,
  })
  answers({ 'GET /v1/api/account/view-my-account/{userId}': [sampleAccount(), real] })
  const { user } = await render(<JournalScreen />)
  await rows()
  expect(lastFilter().accountIds).toEqual([accountId])
  await user.click(screen.getByRole('radio', { name: 'All accounts' }))
  await waitFor(() => expect(lastFilter().accountIds).toEqual([real.id]))
  await user.click(screen.getByRole('radio', { name: 'Both' }))
  await waitFor(() => expect(lastFilter().accountIds).toEqual([accountId, real.id]))
})

describe('a trade', () => {
  const open = async () => {
    const page = await render(<JournalScreen />, { at: `/journal?trade=1001&of=${accountId}` })
    const dialog = await screen.findByRole('dialog', { name: /^ACME Long 100/ })
    await within(dialog).findByRole('img')
    return { ...page, dialog: within(dialog) }
  }

  test('shows its chart, its figures, how far it went, its fills and its orders', async () => {
    const { dialog } = await open()
    expect(lastChart()).toMatchObject({ symbol: 'ACME', timing: '_D' })
    expect(lastChart().trades?.fills).toHaveLength(2)
    const figures = dialog.getByLabelText('Figures of the trade')
    for (const words of ['+$298.00', '+1.49 R', '48.00', '$200.00', '+$340.00 +1.70 R', '-$90.00 -0.45 R'])
      expect(figures).toHaveTextContent(words)
    expect(dialog.getByText(/from daily bars; the days of entry and exit count as a whole/)).toBeVisible()
    expect(within(dialog.getByRole('table', { name: 'Fills' })).getAllByRole('row')).toHaveLength(3)
    expect(within(dialog.getByRole('table', { name: 'Orders' })).getByText('stop 48.00')).toBeVisible()
  })

  test('shows its chart as it was at the entry', async () => {
    const { user, dialog } = await open()
    await user.click(dialog.getByRole('radio', { name: 'As at entry' }))
    await waitFor(() => expect(lastChart().span?.end).toBe('2026-02-01'))
    expect(lastChart().trades?.fills).toEqual([])
    expect(lastChart().trades?.lines.map(({ title }) => title)).toEqual(['Entry 50.00', 'First stop 48.00'])
  })

  test('keeps a setup, tags and a note', async () => {
    const { user, dialog } = await open()
    await user.type(dialog.getByRole('combobox', { name: 'Setup' }), 'Breakout')
    await user.type(dialog.getByRole('combobox', { name: 'Tags' }), 'early{Enter}')
    await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'waited for the close')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sentTo(save)).toEqual([
        { accountId, tradeId: '1001', setup: 'Breakout', tags: ['early'], note: 'waited for the close' },
      ]),
    )
  })

  test('asks before what was written is lost, and goes to the next one of the list', async () => {
    const { user, dialog, address } = await open()
    await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'x')
    await user.click(dialog.getByRole('button', { name: 'Next' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(address()).toContain('trade=2001'))
    expect(await screen.findByRole('dialog', { name: /^WRST/ })).toBeInTheDocument()
  })

  test('says why it has no R and no chart', async () => {
    answers({
      [one]: sampleDetail({
        trade: sampleTrade({ r: null, missingR: 'NO_STOP' }),
        stop: null,
        excursion: null,
        chartCode: null,
      }),
    })
    await render(<JournalScreen />, { at: `/journal?trade=1001&of=${accountId}` })
    expect(await screen.findByText(/No R: no stop is known that worked while it was open\./)).toBeVisible()
    expect(screen.getByText(/no bars exist for its time/)).toBeVisible()
    expect(screen.getByText('No chart of this trade')).toBeVisible()
  })

  test('that does not exist says so, and the list stays', async () => {
    answers({ [one]: refused('notFound') })
    await render(<JournalScreen />, { at: `/journal?trade=9&of=${accountId}` })
    expect(await screen.findByText('The trade could not be loaded')).toBeVisible()
    expect(await screen.findByText('3 closed, 1 open')).toBeInTheDocument()
  })
})

describe('statistics', () => {
  test('by group lead to the trades of the group', async () => {
    const { user, address } = await render(<JournalScreen />, { at: '/journal?view=statistics' })
    await user.click(await screen.findByRole('radio', { name: 'Holding time' }))
    const table = await screen.findByRole('table', { name: 'Trades by holding time' })
    const [first, second] = within(table).getAllByRole('row').slice(1)
    expect([first, second].map((row) => row?.querySelector('td')?.textContent)).toEqual([
      'Within a day',
      '8 to 31 days',
    ])
    await user.click(within(table).getByText('8 to 31 days'))
    await waitFor(() => expect(address()).toContain('holding=MONTH'))
    expect(address()).not.toContain('view=')
    await waitFor(() => expect(lastFilter()).toMatchObject({ holdingTime: 'MONTH' }))
  })

  test('say how far wins were in loss, losses in profit, and what wins kept', async () => {
    await render(<JournalScreen />, { at: '/journal?view=statistics' })
    const figures = await screen.findByLabelText('More figures')
    for (const words of ['Worst of an average win-$45.00 -0.22 R', 'Best of an average loss+$60.00 +0.30 R', '71.43%'])
      expect(figures).toHaveTextContent(words)
  })

  test('say what they leave out', async () => {
    await render(<JournalScreen />, { at: '/journal?view=statistics' })
    expect(await screen.findByText('Not in the figures: 1 open · R leaves out 1 without a known risk.')).toBeVisible()
  })
})

test('a day of the calendar leads to the trades that were closed on it', async () => {
  const { user } = await render(<JournalScreen />, { at: '/journal?view=calendar' })
  await screen.findByRole('table', { name: 'Results of February 2026' })
  expect(screen.getByText('in 3 closed trades', { exact: false })).toHaveTextContent('+$450.00')
  await user.click(screen.getByRole('button', { name: /^2026-02-10: ?-\$150.00 ?1 trade/ }))
  await waitFor(() => expect(lastFilter()).toMatchObject({ fromDate: '2026-02-10', toDate: '2026-02-10' }))
  await user.click(screen.getByRole('radio', { name: 'Calendar' }))
  await user.click(await screen.findByRole('button', { name: 'Previous month' }))
  expect(screen.getByRole('table', { name: 'Results of January 2026' })).toBeVisible()
})

test('without a trade the list says where trades come from', async () => {
  answers({ [find]: { total: 0, result: [] } })
  const { user } = await render(<JournalScreen />)
  expect(await screen.findByText('No trades yet')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'This year' }))
  expect(await screen.findByText('No trade matches')).toBeVisible()
})

test('on a phone a trade is a row of two lines, and the order is a choice', async () => {
  const wide = window.matchMedia
  window.matchMedia = (query) => Object.assign(wide(query), { matches: query.includes('max-width: 47.99em') })
  try {
    const { user } = await render(<JournalScreen />)
    const list = await screen.findByRole('list', { name: 'Trades' })
    expect(within(list).getAllByRole('button')[0]).toHaveTextContent('ACMELong+$298.002026-02-06 · 4 days+1.49 R')
    expect(screen.queryByRole('combobox', { name: 'Side' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'More filters' }))
    expect(screen.getByRole('combobox', { name: 'Side' })).toBeVisible()
    await user.click(screen.getByRole('combobox', { name: 'Order' }))
    await user.click(await screen.findByRole('option', { name: 'Deepest loss while open first' }))
    await waitFor(() => expect(sentTo(find).at(-1)).toMatchObject({ orderBy: 'worst', direction: 'ASC' }))
    await waitFor(() =>
      expect(within(screen.getByRole('list', { name: 'Trades' })).getAllByRole('button')[0]).toHaveTextContent(
        'worst -$90.00',
      ),
    )
    await user.click(screen.getByRole('combobox', { name: 'Order' }))
    await user.click(await screen.findByRole('option', { name: 'Worst first' }))
    await waitFor(() => expect(sentTo(find).at(-1)).toMatchObject({ orderBy: 'result', direction: 'ASC' }))
    await user.click(within(screen.getByRole('list', { name: 'Trades' })).getAllByRole('button')[1]!)
    expect(await screen.findByRole('dialog', { name: /^WRST/ })).toBeInTheDocument()
  } finally {
    window.matchMedia = wide
  }
})

test('the file has every trade, whatever page is shown', async () => {
  const texts: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) void blob.text().then((text) => texts.push(text))
    return 'blob:file'
  })
  answers({
    [find]: ({ body }) => ({
      total: 3,
      result: body.count > 1_000 ? [sampleTrade({ setup: '=1+1' })] : [sampleTrade()],
    }),
  })
  const { user } = await render(<JournalScreen />)
  await rows()
  await user.click(screen.getByRole('button', { name: 'CSV' }))
  await waitFor(() => expect(texts).toHaveLength(1))
  const lines = texts[0]!.trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[1]).toBe(
    "ACME,Long,100,2026-02-02 10:00 ET,2026-02-06 10:30 ET,4 days,50.00,53.00,298.00,5.96,1.49,340.00,-90.00,'=1+1,",
  )
})
