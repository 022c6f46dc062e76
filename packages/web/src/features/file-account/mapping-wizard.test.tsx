// The meaning of the columns of an unknown table: what is proposed, what is chosen, and what the first rows become.
import type { ColumnMeanings, MappingSample } from '@clubfolio/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answers, noResponse, refused, sentTo, type Answers } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { signIn } from '../../testing/sign-in.ts'
import { accountId, sampleStatement, statementId } from '../../testing/statement-samples.ts'
import { keepFile } from './kept-files.ts'
import { MappingWizard } from './mapping-wizard.tsx'

const mapStatement = 'POST /v1/api/account/map-statement'
const findStatements = 'GET /v1/api/account/find-statements/{accountId}'
const uploadStatement = 'POST /v1/api/account/upload-statement/{accountId}/{name}'
const onShow = vi.fn<(id: string) => void>()

const proposal: ColumnMeanings = {
  columns: { date: 0, action: 1, symbol: 2, quantity: 3, price: 4, amount: 5 },
  dateOrder: 'fromFile',
  numbers: 'comma',
  actions: { kauf: 'buy', verkauf: 'sell' },
  signs: 'byAction',
  isAmountAfterFees: true,
  currency: 'EUR',
}
const sample: MappingSample = {
  head: ['Datum', 'Vorgang', 'Kürzel', 'Anzahl', 'Kurs', 'Betrag', ''],
  rows: [
    ['15.03.2024', 'Kauf', 'SAP', '10', '125,50', '1.255,00', ''],
    ['16.03.2024', 'Sparplan', 'SAP', '1', '126,00', '126,00', ''],
    ['17.03.2024', 'Verkauf', 'SAP', '4', '130,00', '520,00', ''],
  ],
  words: [null, ['kauf', 'sparplan', 'verkauf'], null, null, null, null, null],
  proposal,
  faults: [],
  isRemembered: false,
}

beforeEach(() => {
  signIn()
  onShow.mockClear()
})

async function renderWizard(change: Partial<MappingSample> = {}, answer: Answers = {}) {
  answers({ [findStatements]: noResponse, ...answer })
  return render(
    <MappingWizard
      accountId={accountId}
      statement={sampleStatement({ state: 'NEEDS_MAPPING' })}
      sample={{ ...sample, ...change }}
      onShow={onShow}
      onLeave={() => undefined}
    />,
  )
}

const becomes = () =>
  within(screen.getByRole('table', { name: 'What the first rows become' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
        .join(' | '),
    )
const submit = () => screen.getByRole('button', { name: 'Save and read the file' })

test('the first rows show what they become, and the headings what they mean', async () => {
  await renderWizard()
  expect(becomes()).toEqual([
    '1 | 2024-03-15 | Trade | SAP | 10 | 125.50 EUR | -1,255.00 EUR',
    '2 | -- | Not understoodThe action "Sparplan" has no meaning in the mapping. | -- | -- | -- | --',
    '3 | 2024-03-17 | Trade | SAP | -4 | 130.00 EUR | 520.00 EUR',
  ])
  expect(screen.getByText('2 of 3 rows are understood.')).toBeInTheDocument()
  const raw = within(screen.getByRole('table', { name: 'The first rows of the file' }))
  expect(raw.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Datum → Date',
    'Vorgang → Action',
    'Kürzel → Symbol',
    'Anzahl → Quantity',
    'Kurs → Price',
    'Betrag → Amount',
    'Column 7',
  ])
})

test('a word gets a meaning, the rows follow, and everything is sent', async () => {
  const { user } = await renderWizard({}, { [mapStatement]: sampleStatement({ state: 'READING' }) })
  expect(screen.getByText(/^1 of 3 words are not explained/)).toBeInTheDocument()
  await user.click(screen.getByRole('combobox', { name: 'What sparplan does' }))
  await user.click(await screen.findByRole('option', { name: 'Purchase' }))
  expect(screen.getByText('3 of 3 rows are understood.')).toBeInTheDocument()
  await user.click(submit())
  await waitFor(() =>
    expect(sentTo(mapStatement)).toEqual([
      {
        accountId,
        statementId,
        mapping: { ...proposal, actions: { ...proposal.actions, sparplan: 'buy' } },
      },
    ]),
  )
})

test('an open choice of columns or of meanings is announced as open, with its list', async () => {
  const { user } = await renderWizard()
  for (const name of ['Date', 'What sparplan does']) {
    const choice = screen.getByRole('combobox', { name })
    expect(choice).toHaveAttribute('aria-expanded', 'false')
    await user.click(choice)
    expect(choice).toHaveAttribute('aria-expanded', 'true')
    expect(document.querySelector(`[id="${choice.getAttribute('aria-controls')}"]`)).toHaveRole('listbox')
    await user.keyboard('{Escape}')
  }
})

test('a missing meaning is named and blocks the import until it is chosen', async () => {
  const { date: _date, ...columns } = proposal.columns
  const { user } = await renderWizard({ proposal: { ...proposal, columns } })
  const missing = within(screen.getByRole('list', { name: 'What is missing' }))
  expect(missing.getByText('Choose the column of the date.')).toBeInTheDocument()
  expect(submit()).toBeDisabled()
  await user.click(screen.getByRole('combobox', { name: 'Date' }))
  await user.click(await screen.findByRole('option', { name: 'Datum' }))
  expect(screen.queryByRole('list', { name: 'What is missing' })).not.toBeInTheDocument()
  expect(submit()).toBeEnabled()
})

test('the sign of decimals and the currency change what the rows become', async () => {
  const { user } = await renderWizard()
  await user.click(screen.getByRole('combobox', { name: 'Numbers' }))
  await user.click(await screen.findByRole('option', { name: '1,234.50' }))
  expect(becomes()[0]).toContain('The price "125,50" is not a number.')
  await user.click(screen.getByRole('combobox', { name: 'Numbers' }))
  await user.click(await screen.findByRole('option', { name: '1.234,50' }))
  const currency = screen.getByRole('textbox', { name: 'Currency of the file' })
  await user.clear(currency)
  await user.type(currency, 'chf')
  expect(becomes()[0]).toContain('-1,255.00 CHF')
})

test('dates that read both ways in the first rows say so', async () => {
  await renderWizard({ rows: [['04.05.2024', 'Kauf', 'SAP', '10', '125,50', '1.255,00', '']] })
  expect(screen.getByText(/Their dates read with the month and with the day first/)).toBeInTheDocument()
})

test('a remembered mapping says that it is one', async () => {
  await renderWizard({ isRemembered: true })
  expect(screen.getByText('Filled in from what you saved for a file with the same headings.')).toBeInTheDocument()
})

test('a refused mapping says what is missing, beside the columns', async () => {
  const { user } = await renderWizard({}, { [mapStatement]: refused('mappingIncomplete', { faults: 'No dates.' }) })
  await user.click(submit())
  expect(
    await within(await screen.findByRole('list', { name: 'What is missing' })).findByText(
      'Some columns are not mapped: No dates.',
    ),
  ).toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('a file that the server no longer has is sent again by itself', async () => {
  keepFile(statementId, new File(['Datum'], 'orders-2024.csv'))
  const next = statementId.replace('3f', '9f')
  const { user } = await renderWizard(
    {},
    {
      [mapStatement]: refused('statementFileGone'),
      [uploadStatement]: sampleStatement({ id: next, state: 'READING' }),
    },
  )
  await user.click(submit())
  await waitFor(() => expect(onShow).toHaveBeenCalledWith(next))
})

test('after a reload a file that the server no longer has is asked for', async () => {
  const next = statementId.replace('3f', '9f')
  const { user } = await renderWizard(
    {},
    {
      [mapStatement]: refused('statementFileGone'),
      [uploadStatement]: sampleStatement({ id: next, state: 'READING' }),
    },
  )
  await user.click(submit())
  expect(
    await screen.findByText(/^What the columns mean is saved, but the file is no longer on the server/),
  ).toBeInTheDocument()
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File(['D'], 'orders-2024.csv'))
  await waitFor(() => expect(onShow).toHaveBeenCalledWith(next))
})

test('headings and cells of a hostile file are text', async () => {
  const evil = '<img src=x onerror=alert(1)>'
  await renderWizard({ head: [evil, ...sample.head.slice(1)], rows: [[evil, 'Kauf', evil, '1', '1', '1', '']] })
  expect(screen.getAllByText(evil, { exact: false }).length).toBeGreaterThan(0)
  expect(document.querySelector('img')).toBeNull()
})
