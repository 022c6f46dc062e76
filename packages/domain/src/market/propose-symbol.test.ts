import { expect, test } from 'vitest'
import { proposeSymbol } from './propose-symbol.ts'

const listed = new Set(['AAPL', 'MSFT', 'BRK.B', 'CAT', 'ALL', 'MAR', 'D', 'DA', 'B', 'A'])
const directory = { isKnown: (key: string) => listed.has(key), hasDirectory: true }
const nothing = { isKnown: () => false, hasDirectory: false }

test.each([
  ['yahoofinance-AAPL-20040819-20180120.csv', 'AAPL'],
  ['DA-AAPL.csv', 'AAPL'],
  ['daily_AAPL_2020.csv', 'AAPL'],
  ['AAPL.csv', 'AAPL'],
  ['aapl.us.txt', 'AAPL'],
  ['BRK-B.csv', 'BRK-B'],
  ['brk-b.us.txt', 'BRK-B'],
  ['BRK_B_daily.csv.gz', 'BRK.B'],
  ['prices/2020/AAPL (1).csv', 'AAPL'],
  ['AAPL_D.csv', 'AAPL'],
  ['AAPL-Jan-Mar-2020.csv', 'AAPL'],
  ['kaggle_some_AAPL_v2.csv', 'AAPL'],
  // A word that is a listing too is the symbol only where the name has nothing else.
  ['ALL.csv', 'ALL'],
  ['mar.csv', 'MAR'],
])('%s is of %s, a known listing', (name, symbol) => {
  expect(proposeSymbol(name, directory)).toEqual({ symbol, candidates: [] })
})

test.each([
  ['AAPL-MSFT.csv', ['AAPL', 'MSFT']],
  ['AAPL-ZZZZ.csv', ['AAPL', 'ZZZZ']],
  ['pictures-of-my-cat.csv', ['CAT']],
  ['daily_ALL.csv', ['ALL']],
  ['ZZZZ-2020.csv', ['ZZZZ']],
  ['sp500-index-1950-2015.csv.gz', ['SP500']],
  ['prices.csv', []],
  ['export 2020-01-01.csv', []],
  ['', []],
])('%s is uncertain among known listings', (name, candidates) => {
  expect(proposeSymbol(name, directory)).toEqual({ symbol: null, candidates })
})

test.each([
  ['GOOG-yahoo-2004-2018.csv.gz', 'GOOG'],
  ['SPY-1min-2020-12-15_18.csv.gz', 'SPY'],
  ['sp500-index-1950-2015.csv.gz', 'SP500'],
  ['ccc-history.tsv.gz', 'CCC'],
  ['BRK-B.csv', 'BRK-B'],
  ['^GSPC.csv', '^GSPC'],
  ['DA-AAPL.csv', 'AAPL'],
])('before a directory is known, %s is of %s, the one part that looks like a symbol', (name, symbol) => {
  expect(proposeSymbol(name, nothing)).toEqual({ symbol, candidates: [] })
})

test.each([
  ['apple.csv', []],
  ['AAPL-MSFT.csv', ['AAPL', 'MSFT']],
  ['AAPL-shares-of-ours.csv', ['AAPL', 'OURS']],
  ['data1.csv', []],
])('before a directory is known, %s is uncertain', (name, candidates) => {
  expect(proposeSymbol(name, nothing)).toEqual({ symbol: null, candidates })
})
