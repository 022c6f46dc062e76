import { marketDay } from '@clubfolio/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AlpacaAccount } from '../../testing/alpaca-account.ts'
import { alpacaAccount } from '../../testing/alpaca-account.ts'
import { startTestBroker } from '../../testing/test-broker.ts'
import type { TestBroker } from '../../testing/test-broker.ts'

interface WireBar {
  readonly t: string
  readonly o: number
  readonly c: number
  readonly v: number
}

let test: TestBroker
let account: AlpacaAccount

beforeAll(async () => {
  test = await startTestBroker()
  account = await alpacaAccount(test, 'bars')
  // The fixed market's bars are in today's shares, as those of every market here.
  test.market.act('ACME', { day: marketDay('2026-02-25'), kind: 'SPLIT', value: '2' })
  test.market.act('ACME', { day: marketDay('2026-02-26'), kind: 'DIVIDEND', value: '5' })
})
afterAll(async () => test.close())

const bars = async (query: string): Promise<WireBar[]> =>
  (await account.expect(200, 'GET', `/data/v2/stocks/ACME/bars?${query}`)).bars
const WEEK = 'timeframe=1Day&start=2026-02-24&end=2026-02-26'
const closes = (list: WireBar[]): number[] => list.map((bar) => bar.c)

describe('bars on the Alpaca wire', () => {
  it('are at their New York midnight, as traded, and adjusted as asked for', async () => {
    expect((await bars(WEEK)).map((bar) => bar.t)).toEqual([
      '2026-02-24T05:00:00Z',
      '2026-02-25T05:00:00Z',
      '2026-02-26T05:00:00Z',
    ])
    expect(closes(await bars(WEEK))).toEqual([100, 50, 50])
    expect((await bars(WEEK)).map((bar) => bar.v)).toEqual([500, 1000, 1000])
    expect(closes(await bars(`${WEEK}&adjustment=split`))).toEqual([50, 50, 50])
    expect(closes(await bars(`${WEEK}&adjustment=dividend`))).toEqual([90, 45, 50])
    expect(closes(await bars(`${WEEK}&adjustment=all`))).toEqual([45, 45, 50])
  })

  it('join to weeks and months from their first day, and minutes to hours from midnight', async () => {
    const weeks = await bars('timeframe=1Week&start=2026-02-16&end=2026-03-01&adjustment=split')
    expect(weeks.map((bar) => [bar.t, bar.v])).toEqual([
      ['2026-02-16T05:00:00Z', 4000],
      ['2026-02-23T05:00:00Z', 5000],
    ])
    const months = await bars('timeframe=1Month&start=2026-01-01&end=2026-03-03&adjustment=split')
    expect(months.map((bar) => bar.t)).toEqual(['2026-01-01T05:00:00Z', '2026-02-01T05:00:00Z', '2026-03-01T05:00:00Z'])
    const hours = await bars('timeframe=1Hour&start=2026-03-04T13:00:00Z&end=2026-03-04T14:59:00Z')
    expect(hours.map((bar) => [bar.t, bar.v])).toEqual([
      ['2026-03-04T13:00:00Z', 600],
      ['2026-03-04T14:00:00Z', 600],
    ])
  })

  it('come in pages in both directions', async () => {
    for (const sort of ['asc', 'desc']) {
      const seen: WireBar[] = []
      let token: string | null = ''
      while (token !== null) {
        const { body } = await account.get(
          `/data/v2/stocks/ACME/bars?timeframe=1Day&start=2026-02-02&end=2026-02-13&limit=4&sort=${sort}&page_token=${token}`,
        )
        seen.push(...body.bars)
        token = body.next_page_token
      }
      expect(seen).toHaveLength(10)
      const days = seen.map((bar) => bar.t)
      expect(days).toEqual(sort === 'asc' ? days.toSorted() : days.toSorted().toReversed())
    }
  })

  it.each([
    'timeframe=Day',
    'timeframe=60Min',
    'timeframe=5Month',
    'timeframe=1Day&start=2026-03-02&end=2026-03-01',
    'timeframe=1Day&page_token=!',
  ])('are refused with 400 for %s', async (query) => {
    const { status, body } = await account.get(`/data/v2/stocks/ACME/bars?${query}`)
    expect([status, body.code]).toEqual([400, 40_010_000])
  })
})
