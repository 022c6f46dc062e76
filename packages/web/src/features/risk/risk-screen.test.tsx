import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, refused, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { accountId, cents, sampleAccount, sampleRisk, sampleRiskPosition } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { RiskScreen } from './risk-screen.tsx'

const findRisk = 'POST /v1/api/risk/find-portfolio-risk'
const findAccounts = 'GET /v1/api/account/view-my-account/{userId}'

beforeEach(() => signIn())

async function renderRisk(risk = sampleRisk(), at = '/risk') {
  answers({ [findAccounts]: [sampleAccount()], [findRisk]: risk })
  const page = await render(<RiskScreen />, { at })
  await screen.findByRole('heading', { name: 'Risk', level: 1 })
  return page
}

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))

test('the head states exposure, beta-weighted delta and what a rise of SPY gains', async () => {
  await renderRisk()
  const figures = await screen.findByLabelText('All positions')
  expect(figures).toHaveTextContent('Net exposure$50,000 50.00%')
  expect(figures).toHaveTextContent('Short-$10,000 -10.00%')
  expect(figures).toHaveTextContent('Gross$70,000 70.00%')
  expect(figures).toHaveTextContent('Options at market-$900.00')
  expect(figures).toHaveTextContent('Beta-weighted delta+140.3 SPY')
  expect(figures).toHaveTextContent('If SPY gains 1%+$701.50')
  expect(figures).toHaveTextContent('Beta of the account0.70')
})

test('every move has its gain and what contributes most, and a chosen one the gain of each position', async () => {
  const { user } = await renderRisk()
  const moves = await screen.findByRole('table', { name: 'Gain at each move of SPY' })
  expect(rowsOf(moves)).toEqual([
    ['-10%', '$450.00', '-$6,100.00', '-6.10%', 'ALDE-$4,800'],
    ['0%', '$500.00', '$0.00', '0.00%', '--'],
    ['+10%', '$550.00', '+$4,400.00', '+4.40%', 'ALDE+$4,800'],
  ])
  expect(rowsOf(screen.getByRole('table', { name: 'What each position gains at SPY -10%' }))).toEqual([
    ['ALDE', '', '-$4,800.00'],
    ['ALDE 95 put 2026-06-18', '', '-$2,500.00'],
    ['KSTL', '', '+$1,200.00'],
  ])
  await user.click(within(moves).getByRole('button', { name: '+10%' }))
  expect(screen.getByRole('table', { name: 'What each position gains at SPY +10%' })).toBeInTheDocument()
  expect(within(moves).getByRole('button', { name: '+10%' })).toHaveAttribute('aria-pressed', 'true')
})

test('steps, volatility and sessions are asked for and kept in the address', async () => {
  const { user, address } = await renderRisk()
  await user.click(await screen.findByRole('button', { name: /^A move of SPY: / }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Volatility +10 points' }))
  await user.click(await screen.findByRole('button', { name: /^A move of SPY: / }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Steps of 2.5%' }))
  await user.click(await screen.findByRole('button', { name: /^Returns: / }))
  await user.click(await screen.findByRole('menuitemradio', { name: '126 sessions' }))
  expect(sentTo(findRisk).at(-1)).toEqual({ accountIds: [accountId], window: 126, step: 2.5, volatilityShift: 10 })
  expect(address()).toBe('/risk?volatilityShift=10&step=2.5&window=126')
})

test('an account without options has no volatility to shift', async () => {
  const { user } = await renderRisk(sampleRisk({ positions: [sampleRiskPosition()] }))
  await user.click(await screen.findByRole('button', { name: 'A move of SPY: Steps of 5%' }))
  expect(await screen.findByRole('menuitemradio', { name: 'Steps of 10%' })).toBeInTheDocument()
  expect(screen.queryByText('Volatility of options')).not.toBeInTheDocument()
  expect(screen.queryByRole('columnheader', { name: /Delta/ })).not.toBeInTheDocument()
})

test('exposure comes by sector or by underlying, in dollars and percent', async () => {
  const { user } = await renderRisk()
  const sectors = await screen.findByRole('table', { name: 'Exposure by sector' })
  expect(sectors).toHaveTextContent('Industrials2 positions')
  expect(sectors).toHaveTextContent('$60,00060.00%')
  expect(sectors).toHaveTextContent('-$10,000-10.00%')
  await user.click(screen.getByRole('button', { name: 'Exposure: By sector' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'By underlying' }))
  expect(screen.getByRole('table', { name: 'Exposure by underlying' })).toHaveTextContent(
    'ALDEAlden Tooling, 2 positions',
  )
})

test('positions have their delta, beta with its sessions, and shares of SPY, with totals', async () => {
  await renderRisk()
  const table = await screen.findByRole('table', { name: 'Risk by position' })
  const headers = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent?.trim())
  expect(headers).toEqual([
    'Code',
    'Sector',
    'Qty',
    'Last Price',
    'Market Value',
    'Delta',
    'Volatility',
    'Exposure',
    '% of Value',
    'Beta',
    'Sessions',
    'SPY Shares',
    'SPY +1%',
  ])
  expect(within(table).getByRole('row', { name: /95 put/ })).toHaveTextContent('-0.4031.50%')
  expect(within(table).getByRole('row', { name: /^Total/ })).toHaveTextContent('$50,000.0050.00%0.70+140.3')
})

test('the correlations are a table of numbers, and the pairs at both ends are named', async () => {
  await renderRisk()
  const table = await screen.findByRole('table', { name: 'Correlation of holdings' })
  expect(rowsOf(table)).toEqual([
    ['ALDE', '1.00', '0.41', '-0.20'],
    ['KSTL', '0.41', '1.00', '0.05'],
    ['MRDG', '-0.20', '0.05', '1.00'],
  ])
  const panel = screen.getByRole('region', { name: 'Correlation of holdings' })
  expect(panel).toHaveTextContent('Move together mostALDE and KSTL0.41')
  expect(panel).toHaveTextContent('Move together leastALDE and MRDG-0.20')
})

test('what is left out is listed with its reason, and nothing is listed where nothing is', async () => {
  await renderRisk(
    sampleRisk({
      positions: [
        sampleRiskPosition(),
        sampleRiskPosition({
          code: 'NEWC',
          underlying: 'NEWC',
          beta: null,
          sessions: 41,
          betaWeighted: null,
          gains: null,
          gap: 'TOO_FEW_RETURNS',
        }),
      ],
    }),
  )
  const list = await screen.findByRole('list', { name: 'Left out' })
  expect(list).toHaveTextContent('NEWC41 of at least 60 daily returns together with SPY; only its exposure counts.')
  expect(screen.getByText(/^Left out of beta/)).toHaveTextContent('1 of 2')
})

test('a market without returns of SPY says so', async () => {
  await renderRisk(sampleRisk({ benchmark: { price: null, returns: 12 } }))
  expect(await screen.findByText(/This market has 12 daily returns of SPY, of at least 60/)).toBeInTheDocument()
})

test('all accounts of one kind of money are asked for together, with the account of each position', async () => {
  const other = '0a4de1c5-3b8c-4bbd-8a33-0f7d9f1e6a02'
  answers({
    [findAccounts]: [sampleAccount(), sampleAccount({ id: other, number: '1002', isDefault: false })],
    [findRisk]: sampleRisk({ positions: [sampleRiskPosition(), sampleRiskPosition({ accountId: other })] }),
  })
  const { user } = await render(<RiskScreen />, { at: '/risk' })
  await user.click(await screen.findByRole('radio', { name: 'All paper' }))
  expect(await screen.findByRole('columnheader', { name: /Account/ })).toBeInTheDocument()
  expect(sentTo(findRisk).at(-1)?.accountIds).toEqual([accountId, other])
})

test('an account without positions says when its risk appears, and a refusal what to do', async () => {
  await renderRisk(sampleRisk({ positions: [] }))
  expect(await screen.findByText('No open positions')).toBeInTheDocument()
})

test('a refusal says what to do', async () => {
  answers({ [findAccounts]: [sampleAccount()], [findRisk]: refused('accountsNotAddable') })
  await render(<RiskScreen />, { at: '/risk' })
  expect(await screen.findByText('The risk could not be computed')).toBeInTheDocument()
  expect(screen.getByText(/Choose accounts of one currency that are all real money or all paper/)).toBeInTheDocument()
})

test('amounts are in the currency of the account, without shares of SPY', async () => {
  answers({
    [findAccounts]: [sampleAccount({ currency: 'EUR' })],
    [findRisk]: sampleRisk({
      currency: 'EUR',
      benchmark: { price: null, returns: 252 },
      betaWeighted: { dollars: cents(70_150), shares: null, percentGain: cents(701.5) },
    }),
  })
  await render(<RiskScreen />, { at: '/risk' })
  const figures = await screen.findByLabelText('All positions')
  expect(figures).toHaveTextContent('Beta-weighted delta70,150.00 EUR')
  expect(screen.queryByRole('columnheader', { name: 'At' })).not.toBeInTheDocument()
})

test('the bars choose a move for the mouse, and say what they show for a reader', async () => {
  const { user } = await renderRisk()
  expect(await screen.findByText(/^Gain at moves of SPY from/)).toHaveTextContent(
    'from -10%, -$6,100.00, to +10%, +$4,400.00',
  )
  await user.click(screen.getByTitle('SPY +10%: +$4,400.00'))
  expect(screen.getByRole('table', { name: 'What each position gains at SPY +10%' })).toBeInTheDocument()
})

test('figures stay while other settings load, and go while those of other accounts load', async () => {
  let isSlow = false
  const other = sampleAccount({ id: '0a4de1c5-3b8c-4bbd-8a33-0f7d9f1e6a02', number: '1002', isDefault: false })
  answers({
    [findAccounts]: [sampleAccount(), other],
    [findRisk]: () => (isSlow ? new Promise(() => {}) : sampleRisk()),
  })
  const { user } = await render(<RiskScreen />, { at: '/risk' })
  await screen.findByLabelText('All positions')
  isSlow = true
  await user.click(screen.getByRole('button', { name: /^Returns: / }))
  await user.click(await screen.findByRole('menuitemradio', { name: '126 sessions' }))
  await waitFor(() => expect(sentTo(findRisk).at(-1)?.window).toBe(126))
  expect(screen.getByLabelText('All positions')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'All paper' }))
  await waitFor(() => expect(sentTo(findRisk).at(-1)?.accountIds).toEqual([accountId, other.id]))
  expect(screen.queryByLabelText('All positions')).not.toBeInTheDocument()
})
