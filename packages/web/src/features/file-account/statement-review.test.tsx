// One statement in each of its states. Nothing is taken in before Import is pressed.
import type { AccountStatement, StatementPreview } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answers, noResponse, refused, sentTo, type Answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import {
  accountId,
  sampleFileAccount,
  sampleStatement,
  sampleStatementPreview,
  sampleStatementRow,
  statementId,
} from '../../testing/statement-samples.ts'
import { keepFile } from './kept-files.ts'
import { StatementReview } from './statement-review.tsx'

const findStatement = 'GET /v1/api/account/find-statement/{accountId}/{statementId}'
const findStatements = 'GET /v1/api/account/find-statements/{accountId}'
const findLines = 'GET /v1/api/account/find-statement-lines/{accountId}/{statementId}/{show}/{start}/{count}'
const importStatement = 'POST /v1/api/account/import-statement'
const undoStatement = 'POST /v1/api/account/undo-statement'
const uploadStatement = 'POST /v1/api/account/upload-statement/{accountId}/{name}'

const onShow = vi.fn<(id: string) => void>()
const onLeave = vi.fn<() => void>()
const onAddRates = vi.fn<() => void>()
let asked: object[] = []

beforeEach(() => {
  signIn()
  asked = []
  vi.clearAllMocks()
})

const unread = sampleStatementRow({
  line: 4,
  text: '2024-02-30,Gift card,<b>SAP</b>,1',
  fate: 'unread',
  outcome: 'UNREAD',
  reason: 'The date "2024-02-30" is not a date.',
  day: null,
  symbol: null,
  name: null,
  quantity: null,
  price: null,
  amount: '0',
  currency: '',
  booked: null,
})

interface Shown {
  readonly statement?: Partial<AccountStatement>
  readonly preview?: Partial<StatementPreview>
  readonly others?: readonly AccountStatement[]
  readonly answer?: Answers
}

async function renderReview({ statement, preview, others = [], answer = {} }: Shown = {}) {
  answers({
    [findStatement]: {
      statement: sampleStatement(statement),
      preview: (statement?.state ?? 'PREPARED') === 'PREPARED' ? sampleStatementPreview(preview) : null,
      mapping: null,
    },
    [findLines]: ({ params, query }) => {
      asked.push({ ...params, ...query })
      return params.show === 'UNREAD' ? { total: 1, result: [unread] } : { total: 1, result: [sampleStatementRow()] }
    },
    ...answer,
  })
  return render(
    <StatementReview
      account={sampleFileAccount()}
      statementId={statementId}
      others={others}
      onShow={onShow}
      onLeave={onLeave}
      onAddRates={onAddRates}
    />,
  )
}

const cells = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('positions and cash are shown as they are and as they will be, with their currency', async () => {
  await renderReview()
  await screen.findByRole('table', { name: 'Lines' })
  expect(cells('Positions after the import')).toEqual(['SAPSAP SE', '0', '12.5'])
  expect(cells('Cash after the import')).toEqual(['EUR', '0.00 EUR', '-1,200.50 EUR'])
  expect(screen.getByText('1 line imported already, 1 line not understood.')).toBeInTheDocument()
})

test('lines that are not understood come first, with the reason and the line as it is written', async () => {
  const { user, address } = await renderReview()
  expect(await screen.findByText('The date "2024-02-30" is not a date.')).toBeInTheDocument()
  expect(screen.getByText('2024-02-30,Gift card,<b>SAP</b>,1')).toBeInTheDocument()
  expect(asked).toMatchObject([{ show: 'UNREAD', start: 0, count: 50 }])
  expect(screen.getByRole('button', { name: 'Not understood 1' })).toHaveAttribute('aria-pressed', 'true')
  await user.click(screen.getByRole('button', { name: 'Trade 3' }))
  // As written, and as booked in the currency of the account.
  expect(await screen.findAllByText('-1,255.00 EUR')).toHaveLength(2)
  expect(asked.at(-1)).toMatchObject({ show: 'trade', start: 0 })
  expect(address()).toContain('show=trade')
  await user.click(screen.getByRole('button', { name: 'All 5' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ show: 'ALL' }))
})

test('lines are searched on the server, among those of the filter', async () => {
  const { user, address } = await renderReview()
  await screen.findByText('The date "2024-02-30" is not a date.')
  await user.type(screen.getByRole('searchbox', { name: 'Search the lines' }), 'gift & co{Enter}')
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ show: 'UNREAD', search: 'gift & co', start: 0 }))
  expect(address()).toContain('search=gift')
})

test('Import takes the statement in, and its progress follows until it counts', async () => {
  const { user } = await renderReview({ answer: { [importStatement]: sampleStatement({ state: 'IMPORTING' }) } })
  const press = await screen.findByRole('button', { name: 'Import 3 lines' })
  expect(sentTo(importStatement)).toEqual([])
  answers({
    [findStatement]: { statement: sampleStatement({ state: 'IMPORTING', percent: 40 }), preview: null, mapping: null },
    [findStatements]: noResponse,
  })
  await user.dblClick(press)
  const progress = await screen.findByRole('progressbar', { name: 'Importing orders-2024.csv' })
  expect(progress).toHaveAttribute('aria-valuenow', '40')
  expect(sentTo(importStatement)).toEqual([{ accountId, statementId }])
  answers({
    [findStatement]: {
      statement: sampleStatement({ state: 'IMPORTED', importedAt: Date.parse('2026-03-04T15:30:00Z') }),
      preview: null,
      mapping: null,
    },
  })
  expect(await screen.findByText('orders-2024.csv counts from now on.')).toBeInTheDocument()
  expect(screen.getByText('Imported 2026-03-04 10:30 ET. Its lines count in every figure.')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Positions' })).toHaveAttribute('href', '/operation')
})

test('a proposed content before the first line is checked, corrected and sent with the import', async () => {
  const proposedOpening = {
    day: '2024-01-01',
    cash: '500.25',
    positions: [{ symbol: 'SAP', quantity: '5', price: null }],
  }
  const { user } = await renderReview({
    preview: { proposedOpening },
    answer: { [importStatement]: sampleStatement({ state: 'IMPORTING' }), [findStatements]: noResponse },
  })
  const cash = await screen.findByRole('textbox', { name: 'Cash in EUR' })
  expect(cash).toHaveValue('500.25')
  const position = within(screen.getByRole('group', { name: 'Position 1' }))
  await user.type(position.getByRole('textbox', { name: 'Cost per unit (optional)' }), '98.7')
  await user.click(screen.getByRole('button', { name: 'Add position' }))
  const second = within(screen.getByRole('group', { name: 'Position 2' }))
  expect(second.getByRole('textbox', { name: 'Symbol' })).toBeInvalid()
  const press = screen.getByRole('button', { name: 'Import 3 lines' })
  expect(press).toHaveAccessibleDescription('What the account held before the first line needs attention')
  await user.click(screen.getByRole('button', { name: 'Remove position 2' }))
  await user.click(press)
  await waitFor(() =>
    expect(sentTo(importStatement)).toEqual([
      {
        accountId,
        statementId,
        opening: { ...proposedOpening, positions: [{ symbol: 'SAP', quantity: '5', price: '98.7' }] },
      },
    ]),
  )
})

test('an opening that is switched off is not sent', async () => {
  const { user } = await renderReview({
    preview: { proposedOpening: { day: '2024-01-01', cash: '500.25', positions: [] } },
    answer: { [importStatement]: sampleStatement({ state: 'IMPORTING' }), [findStatements]: noResponse },
  })
  await user.click(await screen.findByRole('checkbox', { name: /^The account held something/ }))
  await user.click(screen.getByRole('button', { name: 'Import 3 lines' }))
  await waitFor(() => expect(sentTo(importStatement)).toEqual([{ accountId, statementId }]))
})

test('notes say what to look at: warnings, overlaps, similar lines, rates, prices, an earlier beginning', async () => {
  const earlier = sampleStatement({
    id: statementId.replace('3f', '4f'),
    fileName: '2023.csv',
    state: 'IMPORTED',
    lastDay: '2024-03-01',
  })
  const { user } = await renderReview({
    others: [earlier],
    statement: { outcomes: [{ outcome: 'SIMILAR', lines: 2 }] },
    preview: {
      warnings: ['The file names account 12, others name 34.'],
      overlaps: [{ statementId: earlier.id, fileName: '2023.csv', lines: 7 }],
      missingRates: [{ currency: 'USD', firstDay: '2024-02-01', lastDay: '2024-02-09', lines: 4 }],
      withoutPrices: ['XYZ', 'ABC'],
      differences: [{ symbol: 'SAP', currency: null, day: '2024-12-30', ours: '12.5', theirs: '13' }],
    },
  })
  expect(await screen.findByText('The file names account 12, others name 34.')).toBeInTheDocument()
  expect(screen.getByText(/^2 lines are like one of another statement/)).toBeInTheDocument()
  expect(screen.getByText(/^The active market has no prices of XYZ, ABC\./)).toBeInTheDocument()
  expect(screen.getByText(/begins on 2024-01-02, before the end of 2023\.csv\./)).toBeInTheDocument()
  expect(screen.getByText('has 7 of the same lines.', { exact: false })).toBeInTheDocument()
  expect(cells('Differences from the file')).toEqual(['SAP', '2024-12-30', '13', '12.5'])
  await user.click(screen.getByRole('button', { name: 'Import rates' }))
  expect(onAddRates).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: '2023.csv' }))
  expect(onShow).toHaveBeenCalledWith(earlier.id)
})

test('a statement of which every line was imported before has nothing to import', async () => {
  await renderReview({
    others: [sampleStatement({ state: 'IMPORTED', id: statementId.replace('3f', '4f') })],
    statement: { outcomes: [{ outcome: 'KNOWN', lines: 5 }], fates: [{ fate: 'trade', lines: 5 }] },
  })
  expect(await screen.findByRole('button', { name: 'Import 0 lines' })).toHaveAccessibleDescription(
    'No line of this statement would count',
  )
})

test('an import that is refused says why above the statement', async () => {
  const { user } = await renderReview({
    answer: {
      [importStatement]: refused('statementNotReady', { reason: 'another import of this account is running.' }),
      [findStatements]: noResponse,
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Import 3 lines' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This statement cannot be imported now: another import of this account is running.',
  )
})

test('an import that failed on the server says that nothing was taken in, in its own words', async () => {
  await renderReview({ statement: { reason: 'The import failed, and nothing of it counts.' } })
  expect(await screen.findByRole('alert')).toHaveTextContent('The import failed, and nothing of it counts.')
})

test('a prepared statement is discarded after a question, and the list comes back', async () => {
  const { user } = await renderReview({
    answer: { [undoStatement]: { message: 'Discarded' }, [findStatements]: noResponse },
  })
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(onLeave).toHaveBeenCalledOnce())
  expect(sentTo(undoStatement)).toEqual([{ accountId, statementId }])
})

test('dates that read both ways are asked, and the same file is sent again with the answer', async () => {
  const sent: object[] = []
  keepFile(statementId, new File(['Date'], 'orders-2024.csv'))
  const next = statementId.replace('3f', '9f')
  const { user } = await renderReview({
    statement: {
      state: 'REFUSED',
      needsDateOrder: true,
      reason: 'Every date reads with the month and with the day first.',
    },
    answer: {
      [uploadStatement]: ({ query, params }) => {
        sent.push({ ...query, name: params.name })
        return sampleStatement({ id: next, state: 'READING', percent: 0 })
      },
      [undoStatement]: { message: 'Discarded' },
    },
  })
  expect(await screen.findByText('How are the dates written?')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Day first: 4/5 is May 4' }))
  await waitFor(() => expect(onShow).toHaveBeenCalledWith(next))
  expect(sent).toEqual([{ dates: 'dmy', name: 'orders-2024.csv' }])
  await waitFor(() => expect(sentTo(undoStatement)).toEqual([{ accountId, statementId }]))
  expect(screen.queryByText('Discarded')).not.toBeInTheDocument()
})

test('after a reload the file has to be chosen again to say how its dates are written', async () => {
  const { user } = await renderReview({
    statement: { state: 'REFUSED', needsDateOrder: true, reason: 'Every date reads both ways.' },
    answer: {
      [uploadStatement]: sampleStatement({ id: statementId.replace('3f', '9f') }),
      [undoStatement]: noResponse,
      'POST /v1/api/request/settle': { fate: 'NOT_DONE', reason: null, reply: null },
    },
  })
  expect(await screen.findByText(/^Choose orders-2024\.csv again/)).toBeInTheDocument()
  const [, dayFirst] = document.querySelectorAll<HTMLInputElement>('input[type=file]')
  await user.upload(dayFirst!, new File(['Date'], 'orders-2024.csv'))
  await waitFor(() => expect(onShow).toHaveBeenCalledOnce())
})

test('a file that cannot be read says why and can be discarded', async () => {
  await renderReview({ statement: { state: 'REFUSED', reason: 'The file seems to be a PDF document.' } })
  expect(await screen.findByText('The file seems to be a PDF document.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Discard' })).toBeInTheDocument()
})

test('reading shows its progress', async () => {
  await renderReview({ statement: { state: 'READING', percent: 12.7 } })
  expect(await screen.findByRole('progressbar', { name: 'Reading orders-2024.csv' })).toHaveAttribute(
    'aria-valuenow',
    '12',
  )
})

test('a statement that was not imported in time says that it has to be uploaded again', async () => {
  await renderReview({ statement: { state: 'EXPIRED' } })
  expect(await screen.findByText('This statement has expired')).toBeInTheDocument()
})

test('a statement that cannot be loaded offers to retry', async () => {
  await renderReview({ answer: { [findStatement]: noResponse } })
  expect(await screen.findByText('The statement could not be loaded')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument()
})
