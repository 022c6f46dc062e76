// A report while its next order or page loads, fails, or waits for a connection: header, pager and rows agree.
// Source: docs/rules/trading.md, "Static reports".
import type { ReportData, ReportDetails } from '@clubfolio/contract'
import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answers, refused, sentTo } from '../../testing/answers.ts'
import { render } from '../../testing/render.tsx'
import { sampleColumn } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import { clearedReportSearch, type ReportSearch } from './report-place.ts'
import { ReportView } from './report-view.tsx'
import { SavedFilterMenu } from './saved-filter-menu.tsx'

const page = 'POST /v1/api/static-report/get-static-report-data'
const saved = 'GET /v1/api/static-report/find-saved-filters/{report}'
const details: ReportDetails = {
  id: 'lots',
  name: 'Lots',
  description: '',
  filter: [
    {
      nomenclatorConfigId: 'kind',
      nomenclatorConfigNameKey: 'kind',
      nomenclatorConfigDisplayName: 'Kind',
      nomenclatorConfigDescription: '',
      inputTypeNameKey: 'RADIO',
      nomenclatorConfigConfig: [
        { id: 'ALL', value: 'All' },
        { id: 'SOLD', value: 'Sold' },
      ],
      selectedItem: 'ALL',
    },
  ],
  column: [sampleColumn('code', 'Code'), sampleColumn('side', 'Side')],
  orderBy: { direction: 'ASC', nomenclator: 'code' },
  graph: null,
}
const rowsOf = (...codes: string[]): ReportData => ({
  data: codes.map((code) => ({ code, side: 'LONG' })),
  total: 120,
  totals: null,
  basis: 'As recorded',
  currency: 'USD',
})

/** An answer that a test gives when it is time. */
function later<Reply>() {
  let answer: (reply: Reply) => void = () => undefined
  const promise = new Promise<Reply>((resolve) => {
    answer = resolve
  })
  return { promise, answer: (reply: Reply) => act(() => answer(reply)) }
}

function Screen() {
  const [place, setPlace] = useState<ReportSearch>({ ...clearedReportSearch, report: 'lots' })
  return (
    <ReportView
      screen="Static Report"
      place={place}
      onPlace={(change) => setPlace((before) => ({ ...before, ...change }))}
      onBack={() => undefined}
    />
  )
}

async function open(first: ReportData = rowsOf('AAA', 'BBB')) {
  answers({ 'GET /v1/api/static-report/get-static-report-details-by-id/{id}': details, [page]: first, [saved]: [] })
  const { user } = await render(<Screen />)
  await screen.findByRole('button', { name: 'Show' })
  return user
}
const codes = () =>
  within(screen.getByRole('table', { name: 'Lots' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent)
const header = (name: string) => screen.getByRole('columnheader', { name })
const sortBy = (name: string) => within(header(name)).getByRole('button')
const sorts = () => [header('Code'), header('Side')].map((one) => one.getAttribute('aria-sort'))
const nextPage = () => screen.getByRole('button', { name: 'Next page' })
const orders = () => sentTo(page).map(({ orderBy, direction }) => `${orderBy} ${direction}`)

beforeEach(() => signIn())

describe('a new order', () => {
  test('has its arrow when it has its rows, not before', async () => {
    const user = await open()
    await screen.findByText('AAA')
    const { promise, answer } = later<ReportData>()
    answers({ [page]: () => promise })
    await user.click(sortBy('Side'))
    await waitFor(() => expect(sentTo(page)).toHaveLength(2))
    expect([codes(), sorts()]).toEqual([
      ['AAA', 'BBB'],
      ['ascending', null],
    ])
    answer(rowsOf('CCC'))
    await screen.findByText('CCC')
    expect([codes(), sorts()]).toEqual([['CCC'], [null, 'ascending']])
  })

  test('that fails leaves the rows and the arrow as they were and says so above them', async () => {
    const user = await open()
    await screen.findByText('AAA')
    answers({ [page]: refused('reportPeriod') })
    await user.click(sortBy('Side'))
    expect(await screen.findByText('The report could not be sorted by Side')).toBeVisible()
    expect([codes(), sorts()]).toEqual([
      ['AAA', 'BBB'],
      ['ascending', null],
    ])
    answers({ [page]: rowsOf('CCC') })
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('CCC')
    expect(sorts()).toEqual([null, 'ascending'])
    expect(screen.queryByText('The report could not be sorted by Side')).not.toBeInTheDocument()
  })

  test('that failed is asked again by another click on its header, in the same direction', async () => {
    const user = await open()
    await screen.findByText('AAA')
    answers({ [page]: refused('reportPeriod') })
    await user.click(sortBy('Side'))
    await screen.findByText('The report could not be sorted by Side')
    answers({ [page]: rowsOf('CCC') })
    await user.click(sortBy('Side'))
    await screen.findByText('CCC')
    expect(orders()).toEqual(['code ASC', 'side ASC', 'side ASC'])
  })

  test('is asked once by a double click', async () => {
    const user = await open()
    await screen.findByText('AAA')
    await user.dblClick(sortBy('Side'))
    await waitFor(() => expect(sorts()).toEqual([null, 'ascending']))
    expect(orders()).toEqual(['code ASC', 'side ASC'])
  })
})

test('the pager names the rows in view while the next page loads and when it fails', async () => {
  const user = await open()
  await screen.findByText('AAA')
  const { promise, answer } = later<ReturnType<typeof refused>>()
  answers({ [page]: () => promise })
  await user.click(nextPage())
  await waitFor(() => expect(sentTo(page)).toHaveLength(2))
  expect(screen.getByText(/^1–50 of/)).toBeVisible()
  answer(refused('reportPeriod'))
  expect(await screen.findByText('The page could not be read')).toBeVisible()
  expect(screen.getByText(/^1–50 of/)).toBeVisible()
  answers({ [page]: rowsOf('DDD') })
  await user.click(nextPage())
  await screen.findByText('DDD')
  expect(screen.getByText(/^51–100 of/)).toBeVisible()
})

test('rows of other filters never stay below a failure', async () => {
  const user = await open()
  await screen.findByText('AAA')
  answers({ [page]: refused('reportPeriod') })
  await user.click(screen.getByRole('radio', { name: 'Sold' }))
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByText('The report could not be read')).toBeVisible()
  expect(screen.queryByText('AAA')).not.toBeInTheDocument()
})

describe('without a connection', () => {
  const setLine = (isOnline: boolean) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    act(() => {
      dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
      onlineManager.setOnline(isOnline)
    })
  }
  afterEach(() => {
    setLine(true)
    vi.restoreAllMocks()
  })

  test('a new order says so above the rows, which keep their arrow, and loads with the line', async () => {
    const user = await open()
    await screen.findByText('AAA')
    setLine(false)
    answers({ [page]: rowsOf('CCC') })
    await user.click(sortBy('Side'))
    expect(await screen.findByText(/You are offline, and this was not loaded before\./)).toBeVisible()
    expect([codes(), sorts()]).toEqual([
      ['AAA', 'BBB'],
      ['ascending', null],
    ])
    setLine(true)
    await screen.findByText('CCC')
    expect(sorts()).toEqual([null, 'ascending'])
  })

  test('Show says above the rows that they are not refreshed, and reads them with the line', async () => {
    const user = await open()
    await screen.findByText('AAA')
    setLine(false)
    answers({ [page]: rowsOf('CCC') })
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect(await screen.findByText('The report was not refreshed')).toBeVisible()
    expect(screen.getByText(/You are offline\. It is read when you are online again\. Last good data: /)).toBeVisible()
    expect(codes()).toEqual(['AAA', 'BBB'])
    setLine(true)
    await screen.findByText('CCC')
    expect(screen.queryByText('The report was not refreshed')).not.toBeInTheDocument()
  })
})

describe('the menu Actions', () => {
  const possible = async (user: Awaited<ReturnType<typeof open>>) => {
    await user.click(screen.getByRole('button', { name: 'Actions' }))
    const items = await screen.findAllByRole('menuitem')
    return items.filter((item) => !item.hasAttribute('disabled')).map(({ textContent }) => textContent)
  }

  test('saves and schedules a report without rows, and says why it does nothing else', async () => {
    const user = await open({ ...rowsOf(), total: 0 })
    await screen.findByText('No rows')
    expect(await possible(user)).toEqual(['Save', 'Schedule'])
    expect(screen.getAllByText('The report has no rows to print or send. It can be saved and scheduled.')).toHaveLength(
      1,
    )
    await user.click(screen.getByRole('menuitem', { name: 'Schedule' }))
    expect(await screen.findByRole('dialog', { name: /^Schedule/ })).toBeVisible()
  })

  test('downloads a file once by a double click', async () => {
    const pdf = 'POST /v1/api/static-report/generate-pdf'
    const user = await open()
    await screen.findByText('AAA')
    answers({ [pdf]: () => new Promise(() => undefined) })
    await user.click(screen.getByRole('button', { name: 'Actions' }))
    const item = await screen.findByRole('menuitem', { name: 'PDF' })
    act(() => {
      item.click()
      item.click()
    })
    await waitFor(() => expect(sentTo(pdf)).toHaveLength(1))
    expect(screen.getByRole('button', { name: 'Actions' })).toHaveAttribute('data-loading')
  })

  test('does nothing until every filter has a choice, and Show says what is missing', async () => {
    const filter = details.filter.map((one) => ({ ...one, selectedItem: null }))
    answers({
      'GET /v1/api/static-report/get-static-report-details-by-id/{id}': { ...details, filter },
      [saved]: [],
    })
    const { user } = await render(<Screen />)
    expect(await screen.findByText('The report is shown once every filter has a choice.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Please, select filters')
    expect(await possible(user)).toEqual([])
    expect(screen.getAllByText('There is no data yet: choose filters and show the report')).toHaveLength(1)
    expect(sentTo(page)).toEqual([])
  })
})

test('the menu of saved filters says that it loads, or why it could not, not that nothing is saved', async () => {
  const { promise, answer } = later<ReturnType<typeof refused>>()
  answers({ [saved]: () => promise })
  const { user } = await render(<SavedFilterMenu report="lots" onOpen={() => undefined} />)
  await user.click(await screen.findByRole('button', { name: 'Saved filters' }))
  expect(await screen.findByText('Loading…')).toBeVisible()
  expect(screen.queryByText('Nothing saved yet')).not.toBeInTheDocument()
  answer(refused('notFound'))
  expect(await screen.findByText(/^They could not be loaded\. This was not found/)).toBeVisible()
  expect(screen.queryByText('Nothing saved yet')).not.toBeInTheDocument()
})

test('amounts of a report are written in the currency that it names, with their total', async () => {
  answers({
    'GET /v1/api/static-report/get-static-report-details-by-id/{id}': {
      ...details,
      column: [sampleColumn('code', 'Code'), { ...sampleColumn('net', 'Net Amount'), type: 'DOLLAR' }],
    },
    [page]: { ...rowsOf(), data: [{ code: 'AAA', net: -1234.5 }], totals: { net: -1234.5 }, total: 1, currency: 'EUR' },
    [saved]: [],
  })
  signIn(['VR'])
  await render(<Screen />)
  expect(await screen.findAllByText('-1,234.50 EUR')).toHaveLength(2)
  expect(screen.queryByText(/\$/)).not.toBeInTheDocument()
})
