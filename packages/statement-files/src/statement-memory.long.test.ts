// Memory does not grow with a file: eight times the rows, generated while they are read, need no more than twice the
// heap.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { readStatementRows } from './read-statement.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: unknown = runInNewContext('gc')

const day = (n: number): string => String((n % 28) + 1).padStart(2, '0')
const rowsAtOnce = 500

const formats = {
  schwab: {
    head: '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"\n',
    row: (n: number) => `"01/${day(n)}/2024","Buy","ABC","ABC INC ${n}","10","$5.00","","-$50.00"\n`,
    foot: '',
  },
  ofx: {
    head: 'OFXHEADER:100\n\n<OFX><INVSTMTRS><DTASOF>20240131<CURDEF>USD<INVACCTFROM><ACCTID>1</INVACCTFROM><INVTRANLIST>\n',
    row: (n: number) =>
      `<INVBANKTRAN><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>202401${day(n)}<TRNAMT>5.00<FITID>${n}<NAME>Deposit</STMTTRN></INVBANKTRAN>\n`,
    foot: '</INVTRANLIST></INVSTMTRS></OFX>\n',
  },
}

/** Returns the most bytes of the heap that are still in use after a collection while a file is read. */
async function peakOf({ head, row, foot }: (typeof formats)[keyof typeof formats], rows: number): Promise<number> {
  const reading = await readStatementRows(async function* () {
    yield Buffer.from(head)
    for (let at = 0; at < rows; at += rowsAtOnce)
      yield Buffer.from(Array.from({ length: rowsAtOnce }, (_row, n) => row(at + n)).join(''))
    yield Buffer.from(foot)
  })
  let [count, peak] = [0, 0]
  for await (const line of reading.lines) {
    if (line.fate !== 'trade' && line.fate !== 'deposit') throw new Error(line.reason ?? line.fate)
    if (++count % (rows / 10) !== 0) continue
    if (typeof collectGarbage === 'function') collectGarbage()
    peak = Math.max(peak, process.memoryUsage().heapUsed)
  }
  expect(count).toBe(rows)
  return peak
}

it.each(['schwab', 'ofx'] as const)(
  'a file of %s with 400,000 rows needs the memory of one with 50,000',
  async (format) => {
    const small = await peakOf(formats[format], 50_000)
    const large = await peakOf(formats[format], 400_000)
    expect(large / small).toBeLessThan(2)
  },
)
