// Random statement files as brokerages write them, for the readers' tests and the server's: real headings, rows with
// numbers that fit each other or not.
import * as fc from 'fast-check'

const symbol = fc.constantFrom('ABC', 'XYZ', 'QQQ')
const name = fc.constantFrom('ABC INC', 'Société Générale', 'A, B & "C" Co', 'Überlingen AG')
const day = fc.integer({ min: 1, max: 28 }).map((value) => String(value).padStart(2, '0'))
const shares = fc.integer({ min: 1, max: 9_999 })
const cents = fc.integer({ min: 1, max: 999_999 }).map((value) => (value / 100).toFixed(2))

const quoted = (text: string): string => (/[",\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const row = (...cells: readonly (string | number)[]): string => cells.map((cell) => quoted(String(cell))).join(',')

export interface RandomStatement {
  readonly head: string
  readonly rows: readonly string[]
  readonly foot: string
}

const schwabRow = fc.oneof(
  fc
    .tuple(day, fc.constantFrom('Buy', 'Sell', 'Reinvest Shares'), symbol, name, shares, cents, cents)
    .map(([at, action, code, words, size, price, amount]) =>
      row(
        `01/${at}/2024`,
        action,
        code,
        words,
        size,
        `$${price}`,
        '',
        action === 'Sell' ? `$${amount}` : `-$${amount}`,
      ),
    ),
  fc
    .tuple(
      day,
      fc.constantFrom('Cash Dividend', 'MoneyLink Transfer', 'Credit Interest', 'Nonsense'),
      symbol,
      name,
      cents,
    )
    .map(([at, action, code, words, amount]) => row(`01/${at}/2024`, action, code, words, '', '', '', `$${amount}`)),
)

const trading212Row = fc
  .tuple(
    day,
    fc.constantFrom('Market buy', 'Market sell', 'Deposit', 'Transfer out'),
    symbol,
    name,
    shares,
    cents,
    fc.uuid(),
  )
  .map(([at, action, code, words, size, price, id]) =>
    row(action, `2024-01-${at} 10:00:00`, 'US0000000001', code, words, size, price, 'USD', '1.1', price, 'EUR', id),
  )

const revolutRow = fc
  .tuple(day, fc.constantFrom('BUY - MARKET', 'SELL - MARKET', 'DIVIDEND', 'CASH TOP-UP'), symbol, shares, cents)
  .map(([at, action, code, size, price]) =>
    row(`2024-01-${at}T10:00:00.000Z`, code, action, size, `$${price}`, `$${price}`, 'USD', '1.1000'),
  )

const flexRow = fc
  .tuple(day, fc.constantFrom('BUY', 'SELL'), symbol, shares, cents, fc.uuid())
  .map(
    ([at, side, code, size, price, id]) =>
      `<Trade accountId="U1" currency="USD" assetCategory="STK" symbol="${code}" tradeDate="202401${at}" buySell="${side}" quantity="${size}" tradePrice="${price}" ibCommission="-1" transactionID="${id}"/>`,
  )

const ofxRow = fc
  .tuple(day, fc.constantFrom('CREDIT', 'DEBIT', 'INT'), cents, fc.uuid())
  .map(
    ([at, type, amount, id]) =>
      `<INVBANKTRAN><STMTTRN><TRNTYPE>${type}<DTPOSTED>202401${at}<TRNAMT>${amount}<FITID>${id}<NAME>Société</STMTTRN></INVBANKTRAN>`,
  )

const activityRow = fc
  .tuple(day, fc.constantFrom('Buy', 'Sell'), symbol, shares, cents, cents)
  .map(([at, side, code, size, price, net]) =>
    row('Transaction History', 'Data', `2024-01-${at}`, 'U1', 'ABC INC', side, code, size, price, net, '-1.00', net),
  )

const tables = [
  { head: 'Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount\n', rows: schwabRow, foot: '' },
  {
    head: 'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total),ID\n',
    rows: trading212Row,
    foot: '',
  },
  { head: 'Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency,FX Rate\n', rows: revolutRow, foot: '' },
]
const sections = [
  {
    head: 'Statement,Header,Field Name,Field Value\nSummary,Data,Base Currency,USD\nTransaction History,Header,Date,Account,Description,Transaction Type,Symbol,Quantity,Price,Gross Amount ,Commission,Net Amount\n',
    rows: activityRow,
    foot: '',
  },
]
const markups = [
  {
    head: '<FlexQueryResponse>\n<FlexStatements>\n<FlexStatement accountId="U1" fromDate="20240101">\n<Trades>\n',
    rows: flexRow,
    foot: '</Trades></FlexStatement></FlexStatements></FlexQueryResponse>\n',
  },
  {
    head: 'OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><INVSTMTRS><DTASOF>20240131<CURDEF>EUR<INVACCTFROM><ACCTID>1</INVACCTFROM><INVTRANLIST>\n',
    rows: ofxRow,
    foot: '</INVTRANLIST></INVSTMTRS></OFX>\n',
  },
]

const sampleOf = (
  kinds: readonly { head: string; rows: fc.Arbitrary<string>; foot: string }[],
): fc.Arbitrary<RandomStatement> =>
  fc.oneof(
    ...kinds.map(({ head, rows, foot }) =>
      fc.array(rows, { minLength: 1, maxLength: 12 }).map((all): RandomStatement => ({ head, rows: all, foot })),
    ),
  )
/** A statement of any format. */
export const anySample = sampleOf([...tables, ...sections, ...markups])
/** A statement whose rows can change places. */
export const tableSample = sampleOf(tables)

/** Returns the file's text. */
export const textOf = ({ head, rows, foot }: RandomStatement): string =>
  `${head}${rows.map((one) => `${one}\n`).join('')}${foot}`

const unknownRow = fc
  .tuple(day, fc.constantFrom('Buy', 'Sell', 'Deposit', 'Dividend', 'Riddle'), symbol, shares, cents, cents)
  .map(([at, kind, code, size, price, total]) => row(`2024-01-${at}`, kind, code, size, price, total, 'USD'))

/** A table of no known brokerage, whose columns need a mapping. */
export const unknownSample = sampleOf([
  { head: 'Value date,Kind of booking,Ticker,Shares,Unit price,Total,Currency\n', rows: unknownRow, foot: '' },
])
