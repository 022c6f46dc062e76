// Which columns the operations have, in which order, and what their totals say.
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { cents, sampleAccount, sampleOperation, sampleRisk } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { operationColumns, totalsNote } from './operation-columns.tsx'
import { OperationScreen } from './operation-screen.tsx'

const specified = [
  'Code',
  'Type',
  'Qty',
  'Avg Price',
  'Investment',
  'Last Price',
  'Float Cap.',
  'Real Cap.',
  'P/L Open',
  'P/L %',
  'P/L Day',
  'Protection',
  'Stop Price',
  'Stop Qty',
  'Risk %',
  'Risk Qty',
]
const headersOf = (isPhone: boolean) =>
  operationColumns({ summary: undefined, isPhone, onRepair: () => undefined }).map(({ header }) => header)

test('the columns of the specification come in its order, with profit of the day and protection before stops', () => {
  expect(headersOf(false)).toEqual(specified)
})

test('on a phone code, quantity, profit and stop come first', () => {
  const headers = headersOf(true)
  expect(headers.slice(0, 5)).toEqual(['Code', 'Qty', 'P/L Open', 'Stop Price', 'P/L Day'])
  expect(headers.toSorted()).toEqual(specified.toSorted())
})

test('the note names every percentage', () => {
  const percentages = headersOf(false).filter((header) => header.endsWith('%'))
  expect(percentages).not.toHaveLength(0)
  for (const header of percentages) expect(totalsNote).toContain(header)
})

const gain = sampleOperation({
  code: 'GAIN',
  isLive: false,
  investment: cents(1_000),
  plOpen: cents(100),
  plPercent: 10,
  plDay: cents(40),
  riskQty: cents(50),
  riskPercent: 0.5,
})
const loss = sampleOperation({
  code: 'LOSS',
  isLive: false,
  investment: cents(9_000),
  plOpen: cents(-450),
  plPercent: -5,
  plDay: null,
  riskQty: cents(150),
  riskPercent: 1.5,
})

async function renderOperations(currency = 'USD') {
  signIn()
  answers({
    'GET /v1/api/account/view-my-account/{userId}': [sampleAccount({ currency })],
    'GET /v1/api/operation/find-open-operation-by-account/{accountNumber}': [gain, loss],
    'GET /v1/api/position-action/find-position-actions/{accountNumber}': [],
    'GET /v1/api/operation/find-protection-by-account/{accountNumber}': {
      realValue: cents(10_000),
      readAt: null,
      orphanedStops: [],
      rejectedStops: [],
      filledParts: [],
    },
    'POST /v1/api/risk/find-portfolio-risk': sampleRisk({ currency }),
  })
  await render(<OperationScreen />)
  await screen.findByText(/of real value/)
  const table = screen.getByRole('table', { name: 'Operations' })
  const headers = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent?.trim())
  const cellOf = (row: string, header: string) =>
    within(within(table).getByRole('row', { name: new RegExp(row) })).getAllByRole('cell')[
      headers.findIndex((text) => text?.startsWith(header))
    ]
  return { cellOf }
}

test('the total has its own P/L %, and its profit of the day says what it leaves out', async () => {
  const { cellOf } = await renderOperations()
  expect(cellOf('^Total', 'P/L %')).toHaveTextContent('-3.50%')
  expect(cellOf('^Total', 'P/L Day')).toHaveTextContent('+$40.00without 1 of 2 positions')
  expect(cellOf('LOSS', 'P/L Day')).toHaveTextContent('--')
})

test('the total risk and the average of the rows have different names', async () => {
  const { cellOf } = await renderOperations()
  const figures = screen.getByLabelText('All operations')
  expect(figures).toHaveTextContent('Total risk at stops$200.00 2.00% of real value')
  expect(cellOf('^Total', 'Risk %')).toHaveTextContent('avg 1.00%')
  expect(figures).toHaveTextContent('P/L day+$40.00 without 1 of 2 positions')
})

test('net exposure and beta-weighted delta lead to the risk', async () => {
  await renderOperations()
  expect(await screen.findByRole('link', { name: '50.00%' })).toHaveAttribute('href', '/risk')
  expect(screen.getByRole('link', { name: '+140.3 SPY' })).toHaveAttribute('href', '/risk')
})

test('an account in another currency than dollars says it at every amount and price', async () => {
  const { cellOf } = await renderOperations('EUR')
  expect(screen.getByLabelText('All operations')).toHaveTextContent('Investment10,000.00 EUR')
  expect(cellOf('GAIN', 'Investment')).toHaveTextContent('1,000.00 EUR')
  expect(cellOf('LOSS', 'P/L Open')).toHaveTextContent('-450.00 EUR')
  expect(cellOf('^Total', 'Risk Qty')).toHaveTextContent('200.00 EUR')
  expect(document.body).not.toHaveTextContent('$')
})

test('a read-only account offers no repair, and says why', async () => {
  signIn()
  answers({
    'GET /v1/api/account/view-my-account/{userId}': [sampleAccount({ isReadOnly: true })],
    'GET /v1/api/position-action/find-position-actions/{accountNumber}': [],
    'GET /v1/api/operation/find-open-operation-by-account/{accountNumber}': [
      { ...gain, protection: 'NONE', lacksStop: true, stopLossQty: 0, repair: { cancelOrderIds: ['7'], place: null } },
    ],
    'GET /v1/api/operation/find-protection-by-account/{accountNumber}': {
      realValue: cents(10_000),
      readAt: null,
      orphanedStops: [],
      rejectedStops: [],
      filledParts: [],
    },
    'POST /v1/api/risk/find-portfolio-risk': sampleRisk(),
  })
  await render(<OperationScreen />)
  const repairs = await screen.findByRole('button', { name: 'Show repairs' })
  expect(repairs).toHaveAttribute('aria-disabled', 'true')
  expect(repairs).toHaveAccessibleDescription('The account is read only')
  expect(screen.queryByRole('button', { name: 'Repair the protection of GAIN' })).not.toBeInTheDocument()
})
