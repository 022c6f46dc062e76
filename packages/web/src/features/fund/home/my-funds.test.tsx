// The home of a member: what it says at one glance, several funds side by side, and what it says without figures.
import type { CapitalStatement, MyParticipation } from '@clubfolio/contract'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, refused } from '../../../testing/answers.ts'
import { render } from '../../../testing/render.tsx'
import {
  accountId,
  cents,
  memberId,
  sampleDayLines,
  sampleHome,
  sampleParticipation,
  sampleVote,
} from '../../../testing/samples.ts'
import { signIn } from '../../../testing/sign-in.ts'
import { fundTerms } from '../fund-terms.ts'
import { MyFundsScreen } from './my-funds-screen.tsx'

const otherId = '2f6f4a55-6c1c-4f0a-8b77-5b3f5d0b7e02'

beforeEach(() => {
  signIn([])
  answers({
    'GET /v1/api/fund/find-my-home/{accountId}/{memberId}': sampleHome(),
    'GET /v1/api/fund/find-my-day-lines/{accountId}/{memberId}': sampleDayLines(),
    'GET /v1/api/fund/find-my-issued-statements/{accountId}/{memberId}': [],
    'GET /v1/api/document/find-mine/{accountId}/{memberId}': [],
    'GET /v1/api/fund/find-my-votes/{accountId}/{memberId}': [],
    'GET /v1/api/fund/find-my-announcements/{accountId}/{memberId}': [],
    'GET /v1/api/fund/find-my-requests/{accountId}/{memberId}': {
      requests: [],
      dues: [],
      bankAccounts: [],
      most: cents(1_050),
    },
  })
})

const renderFunds = (places: readonly MyParticipation[], at = '/my-funds') => {
  answers({ 'GET /v1/api/fund/find-my-participations': [...places] })
  return render(<MyFundsScreen />, { at })
}

test('the fund has its name, and one glance says what the part is worth, what it earned, since when and when', async () => {
  await renderFunds([sampleParticipation()])
  const fund = await screen.findByRole('region', { name: 'Harbour Club' })
  expect(fund).toHaveTextContent('Managed by Jon Vale')
  expect(screen.queryByText(/2207/)).not.toBeInTheDocument()
  const part = within(fund).getByLabelText('My part of Harbour Club')
  expect(part).toHaveTextContent('Value1,050.00 EUR')
  expect(part).toHaveTextContent('Profit/Lost+50.00 EUR')
  expect(part).toHaveTextContent('TWR since 2026-02-10+3.20%')
  expect(part).toHaveTextContent('XIRR a yearn/a')
  expect(part).toHaveTextContent('Net value1,045.00 EUR')
  expect(fund).toHaveTextContent('Figures of the close of 2026-03-03 · in the fund since 2026-02-10')
  const details = within(fund).getByLabelText('Where it comes from')
  for (const words of ['Amount paid in1,000.00 EUR', 'Part of the fund5.00%', 'Units100.0000', 'Accrued fees5.00 EUR'])
    expect(details).toHaveTextContent(words)
  for (const [name, meaning] of [
    ['Accrued fees', fundTerms.accruedFees],
    ['Net value', fundTerms.netValue],
    ['Floating', fundTerms.floating],
    ['Real', fundTerms.real],
  ] as const)
    expect(within(fund).getByRole('button', { name })).toHaveAccessibleDescription(meaning)
  expect(await within(fund).findByRole('row', { name: /2026-02-10 Contribution \+1,000\.00 EUR/ })).toBeVisible()
  expect(within(fund).getByRole('button', { name: 'Pay in or take out' })).toBeEnabled()
})

test('an open vote and what was announced are in the home', async () => {
  answers({
    'GET /v1/api/fund/find-my-votes/{accountId}/{memberId}': [
      { ...sampleVote(), mayVote: true, hasVoted: false, choiceId: null, recordedBy: null },
    ],
    'GET /v1/api/fund/find-my-announcements/{accountId}/{memberId}': [
      { id: otherId, title: 'Annual meeting', text: 'On Friday.', postedAt: 0, by: 'Jon Vale', isRead: false },
    ],
  })
  await renderFunds([sampleParticipation()])
  expect(await screen.findByRole('article', { name: 'Shall we buy the boat?' })).toBeVisible()
  expect(await screen.findByRole('button', { name: /^Annual meeting/ })).toBeVisible()
})

test('several funds are side by side with their sum, and another one is shown by choosing it', async () => {
  const other = sampleParticipation({
    accountId: otherId,
    fund: 'Hill Club',
    value: cents(200),
    profitLostAmount: cents(-10),
  })
  const { user, address } = await renderFunds([sampleParticipation(), other])
  expect(await screen.findByLabelText('All funds')).toHaveTextContent('All 2 funds1,250.00 EURProfit/Lost+40.00 EUR')
  const cards = within(screen.getByRole('list', { name: 'My funds' }))
  expect(cards.getByRole('button', { name: /^Harbour Club/ })).toHaveAttribute('aria-pressed', 'true')
  await user.click(cards.getByRole('button', { name: /^Hill Club/ }))
  expect(await screen.findByRole('region', { name: 'Hill Club' })).toHaveTextContent('Value200.00 EUR')
  expect(screen.queryByRole('region', { name: 'Harbour Club' })).not.toBeInTheDocument()
  expect(address()).toBe(`/my-funds?fund=${otherId}&member=${memberId}`)
})

test.each([
  ['of another currency', { currency: 'USD' }],
  ['of practice money', { isPaper: true }],
])('a fund %s is not added to the others', async (_kind, fields) => {
  await renderFunds([sampleParticipation(), sampleParticipation({ accountId: otherId, fund: 'Hill Club', ...fields })])
  expect(await screen.findByRole('list', { name: 'My funds' })).toBeVisible()
  expect(screen.queryByLabelText('All funds')).not.toBeInTheDocument()
})

const nothing = {
  since: null,
  amount: cents(0),
  value: cents(0),
  profitLostAmount: cents(0),
  units: '0.0000',
  accrued: null,
  timeWeighted: null,
}

test('somebody who was invited reads that they can ask to pay in, and finds no figures or statements', async () => {
  await renderFunds([sampleParticipation({ ...nothing, isNew: true })])
  expect(await screen.findByText('Welcome to Harbour Club')).toBeVisible()
  expect(screen.getByText(/Nothing is recorded for you yet\. Ask to pay in below; Jon Vale decides/)).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Pay in or take out' })).toBeEnabled()
  expect(screen.queryByText('Units', { selector: 'dt' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Statement' })).not.toBeInTheDocument()
})

test('a payment that waits for its close is said to wait', async () => {
  await renderFunds([sampleParticipation(nothing)])
  expect(await screen.findByText('Your first payment waits for a close')).toBeVisible()
})

test('a fund without a close since its opening says so', async () => {
  await renderFunds([sampleParticipation({ figuresOf: 'opening on 2026-01-05', since: '2026-01-05' })])
  expect(
    await screen.findByText(/^Figures of the opening on 2026-01-05: the fund has no close since then/),
  ).toBeVisible()
})

test('a member who left reads that these are the final figures, and keeps entries and statements', async () => {
  await renderFunds([sampleParticipation({ until: '2026-03-03', value: cents(0), amount: cents(-50) })])
  const fund = await screen.findByRole('region', { name: 'Harbour Club' })
  expect(fund).toHaveTextContent('Value, final0.00 EUR')
  expect(fund).toHaveTextContent('In the fund from 2026-02-10 to 2026-03-03.')
  expect(within(fund).getByRole('button', { name: 'Statement' })).toBeVisible()
  expect(within(fund).getByRole('table', { name: 'My entries' })).toBeInTheDocument()
})

test('an address that names a fund shows it, and one that names none of theirs shows the first', async () => {
  const other = sampleParticipation({ accountId: otherId, fund: 'Hill Club' })
  await renderFunds([sampleParticipation(), other], `/my-funds?fund=${otherId}`)
  expect(await screen.findByRole('region', { name: 'Hill Club' })).toBeInTheDocument()
})

test('the year of the fund that is shown is one press away', async () => {
  const other = sampleParticipation({ accountId: otherId, fund: 'Hill Club' })
  await renderFunds([sampleParticipation(), other], `/my-funds?fund=${otherId}`)
  const fund = within(await screen.findByRole('region', { name: 'Hill Club' }))
  expect(fund.getByRole('link', { name: 'Year' })).toHaveAttribute(
    'href',
    `/fund-year?fund=${otherId}&member=${memberId}`,
  )
})

test('on a phone an entry is a row of two lines, what it was and its amount first', async () => {
  const wide = window.matchMedia
  window.matchMedia = (query) => Object.assign(wide(query), { matches: query.includes('max-width: 47.99em') })
  try {
    await renderFunds([sampleParticipation()])
    const list = within(await screen.findByRole('list', { name: 'My entries' }))
    expect(list.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'Contribution+1,000.00 EUR2026-02-1098.0392 units at 10.2000 EUR',
    ])
    expect(screen.queryByRole('table', { name: 'My entries' })).not.toBeInTheDocument()
  } finally {
    window.matchMedia = wide
  }
})

test('a fund with money is shown before one that begins and one that was left', async () => {
  await renderFunds([
    sampleParticipation({ accountId: otherId, fund: 'Left Club', until: '2026-03-03', value: cents(0) }),
    sampleParticipation({ ...nothing, accountId: memberId, fund: 'New Club', isNew: true }),
    sampleParticipation(),
  ])
  const cards = within(await screen.findByRole('list', { name: 'My funds' }))
  expect(cards.getAllByRole('button').map((card) => card.textContent?.match(/^\w+ Club/)?.[0])).toEqual([
    'Harbour Club',
    'New Club',
    'Left Club',
  ])
  expect(screen.getByRole('region', { name: 'Harbour Club' })).toBeVisible()
})

test('without two closes there is no empty chart: it is said that the line begins, or it is left out for good', async () => {
  const left = sampleParticipation({ accountId: otherId, fund: 'Left Club', until: '2026-03-03' })
  const { user } = await renderFunds([sampleParticipation(), left])
  expect(await screen.findByText('The line begins with the next close of the fund.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: /^Left Club/ }))
  expect(await screen.findByRole('row', { name: /Contribution/ })).toBeVisible()
  expect(screen.queryByText('Value over time')).not.toBeInTheDocument()
})

test('while votes, announcements and documents load nothing of them is shown, and one that fails says so', async () => {
  let release: (() => void) | undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const afterwards =
    <Answer,>(answer: Answer) =>
    async () => {
      await held
      return answer
    }
  answers({
    'GET /v1/api/fund/find-my-votes/{accountId}/{memberId}': afterwards([]),
    'GET /v1/api/fund/find-my-announcements/{accountId}/{memberId}': afterwards(refused('busy')),
    'GET /v1/api/document/find-mine/{accountId}/{memberId}': afterwards([]),
  })
  await renderFunds([sampleParticipation()])
  await screen.findByRole('row', { name: /Contribution/ })
  for (const name of ['Votes', 'Announcements', 'Documents'])
    expect(screen.queryByRole('region', { name })).not.toBeInTheDocument()
  release?.()
  expect(await screen.findByRole('region', { name: 'Announcements' })).toHaveTextContent('could not be loaded')
  for (const name of ['Votes', 'Documents']) expect(screen.queryByRole('region', { name })).not.toBeInTheDocument()
})

test('somebody who is in no fund reads how they would get into one', async () => {
  await renderFunds([])
  expect(await screen.findByText('You take part in no fund yet')).toBeVisible()
})

test('the statement of a part in euros is in euros, with the returns of the member and of the fund', async () => {
  const share = { units: '100.0000', unitValue: '10.5000' }
  const balance = { ...share, value: cents(1_050), percent: 5, figuresOf: 'close of 2026-03-03' }
  const earned = (profit: number, contribution: number) => ({
    price: cents(profit),
    income: cents(0),
    fees: cents(0),
    profit: cents(profit),
    contribution,
  })
  const returns: CapitalStatement['period'] = {
    timeWeighted: { percent: 3.2, from: '2026-02-10', to: '2026-03-03' },
    fundTimeWeighted: { percent: -1.5, from: '2026-01-05', to: '2026-03-03' },
    internalRate: { percent: null, because: 'too-short' },
    benchmarks: [],
  }
  answers({
    'GET /v1/api/fund/find-my-statement/{accountId}/{memberId}/{from}/{to}': {
      accountId,
      memberId,
      holder: 'Ada Lund',
      accountNumber: '••••2207',
      isPaper: false,
      currency: 'EUR',
      from: '2026-02-01',
      to: '2026-02-28',
      openingDay: '2026-01-05',
      opening: balance,
      closing: balance,
      lines: [{ ...share, day: '2026-02-10', what: 'Contribution', amount: cents(12.5) }],
      realised: cents(0),
      unrealisedChange: cents(-3),
      expenses: cents(0),
      accrued: { management: cents(1.5), performance: cents(3.5), net: cents(1_045) },
      period: returns,
      sinceStart: returns,
      earned: {
        closes: 19,
        missing: 0,
        lines: [
          { kind: 'LINES', name: 'AAA', detail: 'Alpha Industries', ...earned(-4, -0.38) },
          { kind: 'CASH', name: 'Cash', detail: null, ...earned(1, 0.1) },
        ],
        total: earned(-3, -0.28),
        corrections: [
          {
            from: '2026-01-05',
            to: '2026-01-31',
            issuedAt: Date.parse('2026-02-03T15:00:00Z'),
            lines: [{ name: 'AAA', printed: cents(12), now: cents(15) }],
            total: { printed: cents(20), now: cents(23) },
          },
        ],
      },
    },
  })
  const { user } = await renderFunds([sampleParticipation()])
  await user.click(await screen.findByRole('button', { name: 'Statement' }))
  const table = await screen.findByRole('region', { name: 'Statement' })
  expect(table).toHaveTextContent('Contribution+12.50 EUR100.000010.5000 EUR')
  expect(table).toHaveTextContent('Change in unrealised result-3.00 EUR')
  expect(table).toHaveTextContent('Closing balance · close of 2026-03-03')
  expect(table).toHaveTextContent(
    'Accrued management fee-1.50 EURAccrued performance fee-3.50 EURNet value1,045.00 EUR',
  )
  const own = within(table).getByRole('region', { name: 'What earned your money' })
  expect(own).toHaveTextContent('AAAAlpha Industries-4.00 EUR-0.38%-4.00 EUR0.00 EUR0.00 EUR')
  expect(own).toHaveTextContent('Together-3.00 EUR-0.28%-3.00 EUR0.00 EUR0.00 EUR')
  const changes = within(table).getByRole('region', { name: 'Changes to earlier statements' })
  expect(changes).toHaveTextContent('AAA12.00 EUR15.00 EUR+3.00 EUR')
  expect(changes).toHaveTextContent('2026-01-05 to 2026-01-31, issued 2026-02-03')
  expect(within(table).getAllByRole('row', { name: /^Time-weighted, holder/ })[0]).toHaveTextContent(
    '+3.20%2026-02-10 to 2026-03-03',
  )
  expect(within(table).getAllByRole('row', { name: /^Time-weighted, fund/ })[0]).toHaveTextContent(
    '-1.50%2026-01-05 to 2026-03-03',
  )
  expect(document.body).not.toHaveTextContent('$')
})

test('the documents that the fund shares with its members are below its statements', async () => {
  answers({
    'GET /v1/api/document/find-mine/{accountId}/{memberId}': [
      {
        id: otherId,
        title: 'Minutes of spring',
        kind: 'MINUTES',
        meetingDay: '2026-02-20',
        fileName: 'Minutes.pdf',
        byteCount: 240_000,
        uploadedAt: Date.parse('2026-03-02T15:00:00Z'),
        readers: ['MEMBER'],
        uploadedBy: null,
      },
    ],
  })
  await renderFunds([sampleParticipation()])
  const documents = within(await screen.findByRole('list', { name: 'Documents' }))
  expect(documents.getByRole('listitem')).toHaveTextContent(
    'Minutes of springMinutes of 2026-02-20 · 234 KB · 2026-03-02',
  )
  expect(documents.getByRole('button', { name: 'Download Minutes of spring' })).toBeEnabled()
})
