// Writing in threads: the same bytes as in this thread, several at once, terminated when no longer wanted.
import { readdirSync, readFileSync } from 'node:fs'
import type { CapitalStatement } from '@clubfolio/contract'
import { afterAll, expect, test } from 'vitest'
import { cents } from '../../testing/factories.ts'
import { createTestRenderer } from '../../testing/test-renderer.ts'
import { writeStatementPdf } from '../fund/statement/write-statement-pdf.ts'
import type { ReportTable } from '../report/report-table.ts'
import { RendererStopped } from '../../kernel/renderer-stopped.ts'
import { backgroundPriority } from './yield-to-callers.ts'

const renderer = createTestRenderer()
afterAll(() => renderer.stop())

const nowMs = Date.parse('2026-03-04T15:00:00Z')
const issuer = { manager: 'Maria Keller', clubs: ['Riverside Club'] }
const tableOf = (count: number): ReportTable => ({
  name: 'Orders',
  issuer,
  period: '2026-03-04',
  filters: [],
  rowCount: count,
  basis: 'Read now',
  currency: 'USD',
  readAt: nowMs,
  columns: [
    { field: 'name', header: 'Name', type: 'TEXT', canBeSort: true },
    { field: 'amount', header: 'Amount', type: 'DOLLAR', canBeSort: true },
  ],
  rows: Array.from({ length: count }, (_row, index) => [`Row ${index}`, `${index}.50`]),
})

function balanceOf(amount: string, figuresOf: string | null): CapitalStatement['opening'] {
  return { value: cents(amount), units: '300.0000', unitValue: '1.0000000000', percent: 12.5, figuresOf }
}
function returns(): CapitalStatement['period'] {
  const fundTimeWeighted = { percent: null, from: '2026-02-02', to: '2026-03-04' }
  return { timeWeighted: null, fundTimeWeighted, internalRate: { percent: null, because: 'too-short' }, benchmarks: [] }
}

test('every kind of file comes back whole, several at once', async () => {
  const files = await Promise.all(
    (['pdf', 'xlsx', 'csv', 'pdf', 'csv'] as const).map((format) =>
      renderer.render({ format, table: tableOf(300), nowMs }),
    ),
  )
  expect(files.map((file) => file.subarray(0, 4).toString('latin1'))).toEqual([
    '%PDF',
    'PK\u0003\u0004',
    '\u00ef\u00bb\u00bfN',
    '%PDF',
    '\u00ef\u00bb\u00bfN',
  ])
  expect(files[0]!.equals(files[3]!)).toBe(true)
  expect(files[2]!.toString('utf8').split('\r\n')).toHaveLength(302)
})

const statement: CapitalStatement = {
  accountId: '00000000-0000-7000-8000-000000000001',
  memberId: '00000000-0000-7000-8000-000000000002',
  holder: 'Ann Keller',
  accountNumber: '•••• 1234',
  isPaper: false,
  currency: 'USD',
  from: '2026-02-02',
  to: '2026-03-04',
  openingDay: '2026-02-02',
  opening: balanceOf('0.00', null),
  closing: balanceOf('300.00', 'close of 2026-03-03'),
  lines: [
    { day: '2026-02-02', what: 'Contribution', amount: cents('300.00'), units: '300.0000', unitValue: '1.0000000000' },
  ],
  realised: cents('0.00'),
  unrealisedChange: cents('0.00'),
  expenses: cents('0.00'),
  accrued: null,
  period: returns(),
  sinceStart: returns(),
  earned: {
    closes: 0,
    missing: 0,
    lines: [],
    total: { price: cents('0'), income: cents('0'), fees: cents('0'), profit: cents('0'), contribution: null },
    corrections: [],
  },
}

test('a statement is written while long reports are, and they do not hold it up', async () => {
  const long = new AbortController()
  let haveEnded = 0
  const reports = Array.from({ length: 2 }, () =>
    renderer
      .render({ format: 'pdf', table: tableOf(50_000), nowMs, signal: long.signal })
      .catch(() => undefined)
      .finally(() => haveEnded++),
  )
  const printed = await renderer.renderStatement({ statement, issuer }, nowMs)
  expect(haveEnded).toBe(0)
  expect(printed.equals(await writeStatementPdf({ statement, issuer }, new Date(nowMs)))).toBe(true)
  long.abort(new Error('not wanted'))
  await Promise.all(reports)
})

test('progress is reported while the thread writes', async () => {
  const told: number[] = []
  await renderer.render({ format: 'pdf', table: tableOf(1000), nowMs, onProgress: (rows) => told.push(rows) })
  expect(told).toEqual([250, 500, 750, 1000])
})

test.skipIf(process.platform !== 'linux')(
  'a user who waits for an answer comes before a file: its threads have a lower priority, and no others',
  async () => {
    const niceOf = (thread: string) => {
      try {
        return Number(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')[1]!.split(' ')[16])
      } catch {
        // It ended meanwhile.
        return undefined
      }
    }
    const threads = (nice: number) => readdirSync('/proc/self/task').filter((thread) => niceOf(thread) === nice)
    const before = threads(0)
    await renderer.render({ format: 'pdf', table: tableOf(10), nowMs })
    expect(threads(backgroundPriority)).not.toEqual([])
    expect(before.filter((thread) => niceOf(thread) === backgroundPriority)).toEqual([])
  },
)

test('a report that nobody wants any more ends its thread, and the next one is written', async () => {
  const wanted = new AbortController()
  const writing = renderer.render({
    format: 'pdf',
    table: tableOf(50_000),
    nowMs,
    signal: wanted.signal,
    onProgress: () => wanted.abort(new Error('cancelled')),
  })
  await expect(writing).rejects.toThrow('cancelled')
  await expect(
    renderer.render({ format: 'csv', table: tableOf(1), nowMs, signal: AbortSignal.abort(new Error('too late')) }),
  ).rejects.toThrow('too late')
  expect((await renderer.render({ format: 'csv', table: tableOf(1), nowMs })).length).toBeGreaterThan(10)
})

test('a caller who leaves the queue takes no turn with them', async () => {
  const render = (signal?: AbortSignal) =>
    renderer.render({ format: 'csv', table: tableOf(1), nowMs, ...(signal ? { signal } : {}) })
  const gone = new AbortController()
  const atWork = [render(), render()]
  const left = [render(gone.signal), render(gone.signal), render(gone.signal)]
  const last = [render(), render()]
  gone.abort(new Error('hung up'))
  expect((await Promise.allSettled(left)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await Promise.all([...atWork, ...last])).toHaveLength(4)
})

test('what cannot be written fails by itself, and the next one is written', async () => {
  const broken = { ...tableOf(1), rows: [['x', 'no number']] }
  await expect(renderer.render({ format: 'pdf', table: broken, nowMs })).rejects.toThrow(
    'Not a decimal number: no number',
  )
  expect((await renderer.render({ format: 'pdf', table: tableOf(0), nowMs })).subarray(0, 5).toString()).toBe('%PDF-')
})

test('stopping ends what is being written', async () => {
  const own = createTestRenderer()
  const writing = own.render({ format: 'pdf', table: tableOf(50_000), nowMs, onProgress: () => void own.stop() })
  await expect(writing).rejects.toBeInstanceOf(RendererStopped)
  await expect(own.render({ format: 'csv', table: tableOf(1), nowMs })).rejects.toBeInstanceOf(RendererStopped)
})
