import { expect, test } from 'vitest'
import { recogniseFile } from './file-kind.ts'

const kindOf = (header: string, row = '') => {
  const found = recogniseFile(header, row)
  return found && [found.kind, found.kind === 'daily' ? (found.isAdjusted ? 'adjusted' : 'as traded') : found.delimiter]
}

test.each([
  [
    'symbol,date,open,high,low,close,adj_close,volume,dividend,split',
    'A,2016-04-21,1,1,1,1,1,1,0,1',
    ['daily', 'as traded'],
  ],
  ['Date,Open,High,Low,Close,Adj Close,Volume', '2004-08-19,1,1,1,1,1,1', ['daily', 'adjusted']],
  [
    'timestamp,open,high,low,close,adjusted_close,volume,dividend_amount,split_coefficient',
    '2021-04-21,1,1,1,1,1,1,0,1',
    ['daily', 'as traded'],
  ],
  ['Date,Open,High,Low,Close,Volume', '2021-04-21,1,1,1,1,1', ['daily', 'adjusted']],
  [
    '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>',
    'AAPL.US,D,20210421,000000,1,1,1,1,1,0',
    ['daily', 'adjusted'],
  ],
  ['date,open,high,low,close,volume,adj_close', '2015-12-31,1,1,1,1,1,1', ['daily', 'as traded']],
  ['date\topen\thigh\tlow\tclose\tvolume', '1460727000000\t1\t1\t1\t1\t1', ['minute', '\t']],
  ['date,open,high,low,close,volume', '2020-12-15 09:30,1,1,1,1,1', ['minute', ',']],
  ['symbol,date,price_factor,split_factor,reference_close', 'SPY,1998-01-02,0.6,1,1', ['split-steps', ',']],
  ['symbol,name,exchange,assetType,ipoDate,delistingDate,status', '', ['listing', ',']],
  [
    'ACT Symbol,Company Name,Security Name,Exchange,CQS Symbol,ETF,Round Lot Size,Test Issue,NASDAQ Symbol',
    '',
    ['listing', ','],
  ],
  ['Symbol,Name,Sector', '', ['listing', ',']],
])('%s is recognised', (header, row, expected) => {
  expect(kindOf(header, row)).toEqual(expected)
})

test('columns without prices or names are not recognised', () => {
  expect(recogniseFile('Action,Quantity,Amount', undefined)).toBeUndefined()
  expect(recogniseFile('symbol,date,open,high,low', undefined)).toBeUndefined()
})

test('a directory adds instruments, a list of constituents only describes them', () => {
  expect(recogniseFile('symbol,name,exchange,assetType,ipoDate,delistingDate,status', '')).toMatchObject({
    isDirectory: true,
  })
  expect(recogniseFile('Symbol,Name,Sector', '')).toMatchObject({ isDirectory: false })
})
