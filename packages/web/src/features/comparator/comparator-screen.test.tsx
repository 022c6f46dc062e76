import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { graphModal } from '../../kernel/graph-modal.ts'
import { answerCall, answers, noResponse, refused } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { sampleAccount, sampleMarket } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { ComparatorScreen } from './comparator-screen.tsx'
import { WalletComparisonPanel } from './wallet-comparison-panel.tsx'

interface Line {
  readonly id: string
  readonly colorPlace: number
}
const drawn = vi.hoisted((): { lines: readonly Line[] } => ({ lines: [] }))
// The drawing needs a browser; here only which lines it gets, and in which colours, matters.
vi.mock('@clubfolio/charts/history', () => ({
  ComparisonChart: ({ series }: { readonly series: readonly Line[] }) => {
    drawn.lines = series
    return <p>{series.map(({ id, colorPlace }) => `${id} ${colorPlace}`).join(', ')}</p>
  },
}))

const day = Date.parse('2026-03-03')
const line = [
  [day - 86_400_000, 0],
  [day, 1.5],
] as [number, number][]

beforeEach(() => {
  signIn()
  answers({
    'GET /v1/api/market/find-state': sampleMarket({
      formingDay: null,
      isOpen: false,
      marketTime: Date.parse('2026-03-04T01:00:00Z'),
    }),
    'GET /v1/api/account/view-my-account/{userId}': [],
    'POST /v1/api/stock/find-instrument-historic-in-percentage': line,
    'GET /v1/api/account/find-money-moved/{accountId}': [],
    'GET /v1/api/account/get-wallet-historic-by-account-percentage/{accountId}/{fromDate}/{toDate}/{timing}': line,
    'GET /v1/api/stock/searchByKeyword/{keyword}': ({ params: { keyword } }) => [
      { id: keyword, code: keyword.toUpperCase(), name: 'A company', assetType: 'EQUITY' },
    ],
  })
  // The wallet's own chart does not matter here.
  globalThis.fetch = (input, init) =>
    /get-wallet-historic-by-account\/|find-consolidated-percentage/.test(
      input instanceof Request ? input.url : input.toString(),
    )
      ? new Promise(() => undefined)
      : answerCall(input, init)
})

const compare = (query: string) => render(<ComparatorScreen />, { at: `/instrument-comparator${query}` })
const withAccount = () => answers({ 'GET /v1/api/account/view-my-account/{userId}': [sampleAccount()] })
const tags = () => screen.getAllByRole('button', { name: /^Graph of/ }).map(({ textContent }) => textContent)

async function addCompany(user: Awaited<ReturnType<typeof compare>>['user'], code: string) {
  await user.type(screen.getByRole('combobox', { name: 'Add a company' }), `${code}{Enter}`)
}

test("an instrument's tag opens its graph, monthly, and its cross removes it", async () => {
  const { user, address } = await compare('?codes=QQQ,SPY')
  await user.click(screen.getByRole('button', { name: 'Graph of QQQ' }))
  expect(graphModal.get()).toEqual({ code: 'QQQ', timing: 'MONTH' })
  await user.click(screen.getByRole('button', { name: 'Remove QQQ' }))
  expect(address()).toContain('codes=SPY')
})

test('an index has one place: a tag while it is compared, else a button that adds it', async () => {
  const { user } = await compare('?codes=SPY')
  expect(screen.queryByRole('button', { name: 'SPY' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'QQQ' }))
  expect(await screen.findByRole('button', { name: 'Graph of QQQ' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'QQQ' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Remove SPY' }))
  expect(await screen.findByRole('button', { name: 'SPY' })).toBeInTheDocument()
})

describe('a line that cannot be drawn', () => {
  test.each([
    ['has no values in the range', [] as [number, number][], 'No values in this range'],
    ['is not loaded', refused('busy'), /./],
    ['meets no connection', noResponse, /./],
  ] as const)('is marked on its tag when it %s, and the others are drawn', async (_how, answer, why) => {
    answers({
      'POST /v1/api/stock/find-instrument-historic-in-percentage': ({ body: { instrumentCode } }) =>
        instrumentCode === 'ACME' ? answer : line,
    })
    await compare('?codes=SPY,ACME')
    expect(await screen.findByRole('img', { name: why }, { timeout: 5_000 })).toBeInTheDocument()
    const tag = screen.getByRole('button', { name: 'Graph of ACME' }).parentElement!
    expect(within(tag).getByRole('img')).toBeInTheDocument()
    expect(screen.getByText(/^ACME: .* The others are shown\.$/)).toBeInTheDocument()
    expect(await screen.findByText('SPY 1')).toBeInTheDocument()
  })

  test('is asked for again by Retry', async () => {
    let isBroken = true
    answers({
      'POST /v1/api/stock/find-instrument-historic-in-percentage': ({ body: { instrumentCode } }) =>
        instrumentCode === 'ACME' && isBroken ? refused('busy') : line,
    })
    const { user } = await compare('?codes=SPY,ACME')
    const retry = await screen.findByRole('button', { name: 'Retry' }, { timeout: 5_000 })
    isBroken = false
    await user.click(retry)
    expect(await screen.findByText('SPY 1, ACME 3')).toBeInTheDocument()
    expect(screen.queryByRole('img')).not.toBeInTheDocument()
  })
})

test('on the dashboard too a benchmark that could not be loaded is named, and Retry asks for it again', async () => {
  let isBroken = true
  answers({
    'POST /v1/api/stock/find-instrument-historic-in-percentage': ({ body: { instrumentCode } }) =>
      instrumentCode === 'QQQ' && isBroken ? refused('busy') : line,
  })
  const { user } = await render(<WalletComparisonPanel account={sampleAccount()} />)
  expect(await screen.findByText(/^QQQ: .* The others are shown\.$/, {}, { timeout: 5_000 })).toBeVisible()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('defaultAccount 0, SPY 1, QQQ 2')).toBeInTheDocument()
  expect(screen.queryByText(/^QQQ: /)).toBeNull()
})

test('lines that begin on different days say on which one they all start', async () => {
  withAccount()
  answers({
    'POST /v1/api/stock/find-instrument-historic-in-percentage': [[day - 9 * 86_400_000, 0], ...line],
  })
  await compare('?codes=SPY')
  expect(
    await screen.findByText(
      'All lines start on 2026-03-02, the first day that all of them have: Account begins there.',
    ),
  ).toBeInTheDocument()
})

test('a line keeps its colour while others are removed and added', async () => {
  const { user } = await compare('?codes=SPY,QQQ,ACME')
  expect(await screen.findByText('SPY 1, QQQ 2, ACME 3')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Remove SPY' }))
  expect(await screen.findByText('QQQ 2, ACME 3')).toBeInTheDocument()
  await addCompany(user, 'zeta')
  expect(await screen.findByText('QQQ 2, ACME 3, ZETA 4')).toBeInTheDocument()
})

describe('a choice too many', () => {
  test('says why it is not added beside the account, and how to make room', async () => {
    withAccount()
    const { user } = await compare('?codes=SPY,QQQ,ACME')
    await screen.findByText('defaultAccount 0, SPY 1, QQQ 2, ACME 3')
    await addCompany(user, 'zeta')
    expect(
      await screen.findByText(
        'ZETA was not added. Three companies can be compared with the account: remove one, or turn Wallet off.',
      ),
    ).toBeInTheDocument()
    expect(tags()).toEqual(['SPY', 'QQQ', 'ACME'])
    await user.click(screen.getByRole('button', { name: 'Remove QQQ' }))
    expect(screen.queryByText(/was not added/)).not.toBeInTheDocument()
  })

  test('says so without the account too', async () => {
    const { user } = await compare('?codes=SPY,QQQ,ACME,ZETA&wallet=off')
    await addCompany(user, 'more')
    expect(
      await screen.findByText('MORE was not added. Four companies can be compared: remove one first.'),
    ).toBeInTheDocument()
  })

  test('of a shared address is named, and appears once there is room', async () => {
    withAccount()
    const { user } = await compare('?codes=SPY,QQQ,ACME,ZETA')
    expect(await screen.findByText(/^ZETA is not shown\. Three companies/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Remove SPY' }))
    expect(await screen.findByRole('button', { name: 'Graph of ZETA' })).toBeInTheDocument()
    expect(tags()).toEqual(['QQQ', 'ACME', 'ZETA'])
  })
})
