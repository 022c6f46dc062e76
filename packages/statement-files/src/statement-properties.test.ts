// Random statement files: cut, shuffled, doubled, in other encodings, with bytes changed. Each is refused by name or read
// as it should be.
import { propertyRuns, propertySeed } from '@clubfolio/domain/testing/property-runs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countOrdinals, lineFingerprint } from './line-fingerprint.ts'
import { readStatement } from './read-statement.ts'
import { StatementFileError } from './statement-file-error.ts'
import { lineFates, type StatementLine } from './statement-line.ts'

const runs = { numRuns: propertyRuns(60, 2_000), seed: propertySeed() }

const symbol = fc.constantFrom('ABC', 'XYZ', 'QQQ')
const name = fc.constantFrom('ABC INC', 'Société Générale', 'A, B & "C" Co', 'Überlingen AG')
const day = fc.integer({ min: 1, max: 28 }).map((value) => String(value).padStart(2, '0'))
const shares = fc.integer({ min: 1, max: 9_999 })
const cents = fc.integer({ min: 1, max: 999_999 }).map((value) => (value / 100).toFixed(2))

const quoted = (text: string): string => (/[",\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const row = (...cells: readonly (string | number)[]): string => cells.map((cell) => quoted(String(cell))).join(',')

interface Sample {
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

const sampleOf = (kinds: readonly { head: string; rows: fc.Arbitrary<string>; foot: string }[]): fc.Arbitrary<Sample> =>
  fc.oneof(
    ...kinds.map(({ head, rows, foot }) =>
      fc.array(rows, { minLength: 1, maxLength: 12 }).map((all): Sample => ({ head, rows: all, foot })),
    ),
  )
const anySample = sampleOf([...tables, ...sections, ...markups])
const tableSample = sampleOf(tables)

const textOf = ({ head, rows, foot }: Sample): string => `${head}${rows.map((one) => `${one}\n`).join('')}${foot}`
const read = async (content: Uint8Array) => (await readStatement(content)).lines

/** Returns the lines, or the refusal; any other error fails the test. */
async function readOrRefusal(content: Uint8Array): Promise<readonly StatementLine[] | StatementFileError> {
  try {
    return await read(content)
  } catch (error) {
    if (error instanceof StatementFileError) return error
    throw error
  }
}

const fingerprintsOf = (lines: readonly StatementLine[]): string[] => {
  const ordinals = countOrdinals()
  return lines.filter(isBooked).map((line) => lineFingerprint(line, ordinals(line)))
}

const isBooked = ({ fate }: StatementLine): boolean => fate !== 'ignored' && fate !== 'unread'

/** Returns what is half of a line: a booking without its day, an amount that is no exact decimal, no reason. */
function halvesOf(line: StatementLine): readonly unknown[] {
  if (!lineFates.includes(line.fate)) return [line]
  if (!isBooked(line)) return line.reason?.endsWith('.') === true ? [] : [line]
  const values = [line.quantity, line.price, line.amount, line.fee, line.tax, line.rate, line.balance]
  const isExact = values.every((value) => value === null || /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/.test(value))
  return isExact && line.currency !== '' && /^\d{4}-\d{2}-\d{2}$/.test(line.day ?? '') ? [] : [line]
}

describe('a random statement file', () => {
  it('is read as a whole, every row with its fate', () =>
    fc.assert(
      fc.asyncProperty(anySample, async (sample) => {
        const lines = await read(Buffer.from(textOf(sample)))
        const headLines = sample.head.split('\n').length - 1
        expect(lines.filter(({ line }) => line > headLines)).toHaveLength(sample.rows.length)
        expect(lines.flatMap(halvesOf)).toEqual([])
      }),
      runs,
    ))

  it('that is cut anywhere is refused, or says nothing that the whole file does not say', () =>
    fc.assert(
      fc.asyncProperty(anySample, fc.double({ min: 0, max: 1, noNaN: true }), async (sample, share) => {
        const content = Buffer.from(textOf(sample))
        const whole = (await read(content)).filter(isBooked)
        const lines = await readOrRefusal(content.subarray(0, Math.floor(content.length * share)))
        if (lines instanceof StatementFileError) return
        const booked = lines.filter(isBooked)
        expect(booked).toEqual(whole.slice(0, booked.length))
      }),
      { ...runs, numRuns: runs.numRuns * 5 },
    ))

  it('has the same bookings in another order of rows', () =>
    fc.assert(
      fc.asyncProperty(
        tableSample.chain((sample) =>
          fc
            .shuffledSubarray([...sample.rows], { minLength: sample.rows.length })
            .map((rows) => [sample, { ...sample, rows }] as const),
        ),
        async ([sample, shuffled]) => {
          const [one, other] = [await read(Buffer.from(textOf(sample))), await read(Buffer.from(textOf(shuffled)))]
          expect(fingerprintsOf(other).toSorted()).toEqual(fingerprintsOf(one).toSorted())
        },
      ),
      runs,
    ))

  it('that holds itself twice is refused', () =>
    fc.assert(
      fc.asyncProperty(anySample, async (sample) => {
        const text = textOf(sample)
        const answer = await readOrRefusal(Buffer.from(text + text))
        expect(answer).toBeInstanceOf(StatementFileError)
      }),
      runs,
    ))

  it('is the same in any encoding that can write it, and refused in a wrong one', () =>
    fc.assert(
      fc.asyncProperty(anySample, async (sample) => {
        const text = textOf(sample)
        const whole = await read(Buffer.from(text))
        expect(await read(Buffer.from(`\ufeff${text}`))).toEqual(whole)
        expect(await read(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual(whole)
        expect(await read(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())).toEqual(whole)
        expect(await read(Buffer.from(text, 'latin1'))).toEqual(whole)
        const odd = Buffer.from(`\ufeff${text}`, 'utf16le')
        expect(await readOrRefusal(odd.subarray(0, odd.length - 1))).toBeInstanceOf(StatementFileError)
      }),
      runs,
    ))

  it('with changed bytes is refused or read, and no line is half understood', () =>
    fc.assert(
      fc.asyncProperty(
        anySample,
        fc.array(fc.tuple(fc.nat(), fc.oneof(fc.nat(255), fc.constantFrom(34, 44, 10, 60, 62, 48, 45, 46)))),
        async (sample, changes) => {
          const content = Buffer.from(textOf(sample))
          for (const [at, byte] of changes) content[at % content.length] = byte
          const answer = await readOrRefusal(content)
          expect(answer instanceof StatementFileError ? [] : answer.flatMap(halvesOf)).toEqual([])
        },
      ),
      { ...runs, numRuns: runs.numRuns * 5 },
    ))

  it('overlaps with another statement without a gap or a double, where both hold whole days', () =>
    fc.assert(
      fc.asyncProperty(
        tableSample,
        fc.integer({ min: 1, max: 28 }),
        fc.integer({ min: 1, max: 28 }),
        async (sample, a, b) => {
          const [from, to] = [Math.min(a, b), Math.max(a, b)]
          const lines = await read(Buffer.from(textOf(sample)))
          const dayOf = (line: StatementLine): number => Number(line.day?.slice(8) ?? 0)
          const early = lines.filter((line) => dayOf(line) <= to)
          const late = lines.filter((line) => dayOf(line) >= from).toReversed()
          const union = new Set([...fingerprintsOf(early), ...fingerprintsOf(late)])
          expect([...union].toSorted()).toEqual(fingerprintsOf(lines).toSorted())
        },
      ),
      runs,
    ))
})
