// The screen of an account's statement files: its list, what it lacks, undo, and accounts that have none.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answers, noResponse, refused, sentTo, type Answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { sampleAccount } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import {
  accountId,
  sampleFileAccount,
  sampleFileAccountState,
  sampleStatement,
  sampleStatementPreview,
  statementId,
} from '../../testing/statement-samples.ts'
import { StatementFilesScreen } from './statement-files-screen.tsx'

const listAccounts = 'GET /v1/api/account/view-my-account/{userId}'
const findStatements = 'GET /v1/api/account/find-statements/{accountId}'
const findStatement = 'GET /v1/api/account/find-statement/{accountId}/{statementId}'
const findLines = 'GET /v1/api/account/find-statement-lines/{accountId}/{statementId}/{show}/{start}/{count}'
const undoStatement = 'POST /v1/api/account/undo-statement'

beforeEach(() => signIn())

async function renderScreen(answer: Answers, at = `/account/statement-files?account=${accountId}`) {
  answers({ [listAccounts]: [sampleFileAccount()], [findStatements]: sampleFileAccountState(), ...answer })
  return render(<StatementFilesScreen />, { at })
}

const imported = sampleStatement({
  state: 'IMPORTED',
  expiresAt: null,
  importedAt: Date.parse('2026-03-04T15:30:00Z'),
})

test('an account without statements says where they come from', async () => {
  await renderScreen({})
  expect(await screen.findByText('No statements yet')).toBeInTheDocument()
  expect(screen.getByText(/^Download the history of the account at your broker/)).toBeInTheDocument()
  expect(screen.getByText('Depot at Aurora · Aurora Bank · EUR')).toBeInTheDocument()
})

test('each statement shows its state and offers its next step', async () => {
  await renderScreen({
    [findStatements]: sampleFileAccountState({
      statements: [
        sampleStatement({ fileName: 'new.csv' }),
        sampleStatement({ id: statementId.replace('3f', '4f'), fileName: 'odd.csv', state: 'NEEDS_MAPPING' }),
        { ...imported, id: statementId.replace('3f', '5f'), fileName: 'done.csv' },
        {
          ...imported,
          id: statementId.replace('3f', '6f'),
          fileName: 'gone.csv',
          state: 'UNDONE',
          undoneBy: 'Mara Voss',
          undoneAt: 0,
        },
        sampleStatement({
          id: statementId.replace('3f', '7f'),
          fileName: 'bad.pdf',
          state: 'REFUSED',
          reason: 'It is a PDF.',
        }),
      ],
    }),
  })
  const row = async (name: string) => within((await screen.findByText(name)).closest('tr')!)
  expect((await row('new.csv')).getByText('Ready to import')).toBeInTheDocument()
  expect((await row('new.csv')).getByRole('button', { name: 'Review: new.csv' })).toBeInTheDocument()
  expect((await row('odd.csv')).getByRole('button', { name: 'Explain columns: odd.csv' })).toBeInTheDocument()
  expect((await row('done.csv')).getByText('2026-03-04 10:30 ET')).toBeInTheDocument()
  expect((await row('done.csv')).getByRole('button', { name: 'Undo: done.csv' })).toBeInTheDocument()
  expect((await row('gone.csv')).getByText(/by Mara Voss$/)).toBeInTheDocument()
  expect((await row('gone.csv')).queryByRole('button', { name: /^(Undo|Discard)/ })).not.toBeInTheDocument()
  expect((await row('bad.pdf')).getByText('It is a PDF.')).toBeInTheDocument()
  expect((await row('bad.pdf')).getByRole('button', { name: 'Discard: bad.pdf' })).toBeInTheDocument()
})

test('undo says what goes, asks, and undoes the statement as a whole', async () => {
  const { user } = await renderScreen({
    [findStatements]: sampleFileAccountState({ statements: [imported] }),
    [undoStatement]: { message: 'orders-2024.csv was undone' },
  })
  await user.click(await screen.findByRole('button', { name: 'Undo: orders-2024.csv' }))
  const question = within(await screen.findByRole('dialog'))
  expect(
    question.getByText(
      /^3 lines from 2024-01-02 to 2024-12-30 no longer count \(the file has 3 trades and 1 dividend\)\./,
    ),
  ).toBeInTheDocument()
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(sentTo(undoStatement)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Undo: orders-2024.csv' }))
  await user.click(await screen.findByRole('button', { name: 'Undo import' }))
  expect(await screen.findByText('orders-2024.csv was undone')).toBeInTheDocument()
  expect(sentTo(undoStatement)).toEqual([{ accountId, statementId }])
})

test('an undo that the books forbid says what to do', async () => {
  const { user } = await renderScreen({
    [findStatements]: sampleFileAccountState({ statements: [imported] }),
    [undoStatement]: refused('statementMatched', { count: 2 }),
  })
  await user.click(await screen.findByRole('button', { name: 'Undo: orders-2024.csv' }))
  await user.click(await screen.findByRole('button', { name: 'Undo import' }))
  expect(await screen.findByText(/^The fund has matched 2 of the movements of this statement/)).toBeInTheDocument()
})

test('a prepared statement is discarded without words about what counts', async () => {
  const { user } = await renderScreen({
    [findStatements]: sampleFileAccountState({ statements: [sampleStatement()] }),
  })
  await user.click(await screen.findByRole('button', { name: 'Discard: orders-2024.csv' }))
  expect(await screen.findByText('Nothing was imported. You can upload the file again.')).toBeInTheDocument()
})

test('missing rates and prices, differences, cash and rates are shown with their currency', async () => {
  const { user } = await renderScreen({
    [findStatements]: sampleFileAccountState({
      statements: [imported],
      cash: [
        { currency: 'EUR', amount: '1200.5' },
        { currency: 'USD', amount: '-3' },
      ],
      missingRates: [{ currency: 'USD', firstDay: '2024-02-01', lastDay: '2024-02-09', lines: 4 }],
      rates: [{ currency: 'GBP', firstDay: '2024-01-01', lastDay: '2024-12-31', days: 252 }],
      missingPrices: [{ symbol: 'XYZ', firstDay: '2024-03-01', lastDay: '2024-03-08', sessions: 6 }],
      differences: [{ symbol: null, currency: 'EUR', day: '2024-12-30', ours: '1200.5', theirs: '1300' }],
    }),
  })
  expect(await screen.findByText('4 lines, 2024-02-01 to 2024-02-09', { exact: false })).toBeInTheDocument()
  expect(screen.getByText('6 sessions, 2024-03-01 to 2024-03-08', { exact: false })).toBeInTheDocument()
  expect(screen.getByText('1,200.50 EUR', { selector: 'dd' })).toBeInTheDocument()
  expect(screen.getByText('-$3.00')).toBeInTheDocument()
  expect(screen.getByText('252 days, 2024-01-01 to 2024-12-31')).toBeInTheDocument()
  const differences = within(screen.getByRole('table', { name: 'Differences from the statements' }))
  expect(differences.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    'Cash in EUR',
    '2024-12-30',
    '1,300.00 EUR',
    '1,200.50 EUR',
  ])
  await user.click(screen.getAllByRole('button', { name: 'Import rates' })[0]!)
  expect(await screen.findByRole('dialog', { name: /^Import rates/ })).toBeInTheDocument()
})

test('a statement opens in the address, and the list comes back', async () => {
  const { user, address } = await renderScreen({
    [findStatements]: sampleFileAccountState({ statements: [sampleStatement()] }),
    [findStatement]: { statement: sampleStatement(), preview: sampleStatementPreview(), mapping: null },
    [findLines]: { total: 0, result: [] },
  })
  await user.click(await screen.findByRole('button', { name: 'orders-2024.csv' }))
  expect(await screen.findByRole('heading', { name: 'orders-2024.csv' })).toBeInTheDocument()
  expect(address()).toContain(`statement=${statementId}`)
  await user.click(screen.getByRole('button', { name: 'All statements' }))
  expect(await screen.findByRole('table', { name: 'Statements' })).toBeInTheDocument()
  expect(address()).not.toContain('statement=')
})

test('statements that cannot be loaded offer to retry', async () => {
  const { user } = await renderScreen({ [findStatements]: noResponse })
  expect(await screen.findByText('The statements could not be loaded')).toBeInTheDocument()
  answers({ [findStatements]: sampleFileAccountState() })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('No statements yet')).toBeInTheDocument()
})

test('a connected account has no statement files, and the accounts that have some are offered', async () => {
  const connected = sampleAccount({ id: accountId.replace('0a', '0b'), number: '8841-2207' })
  const { user } = await renderScreen(
    { [listAccounts]: [connected, sampleFileAccount({ isDefault: false })] },
    `/account/statement-files?account=${connected.id}`,
  )
  expect(await screen.findByText(/Account 8841-2207 is connected to its brokerage/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Depot at Aurora' }))
  expect(await screen.findByText('No statements yet')).toBeInTheDocument()
})

test('without an account from files the form for one opens', async () => {
  const { user } = await renderScreen({ [listAccounts]: [] }, '/account/statement-files')
  await user.click(await screen.findByRole('button', { name: 'New account from files' }))
  expect(await screen.findByRole('dialog', { name: 'Account from files' })).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus())
})
