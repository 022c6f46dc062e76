import { describe, expect, it } from 'vitest'
import { readStatement, readStatementRows } from './read-statement.ts'
import { sourceOf } from './statement-source.ts'

const head = 'Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount'
const table = `${head}\n01/02/2024,Buy,ABC,CAFÉ ÉTOILE,1,$5.00,,-$5.00\n`

const utf16 = (text: string, isBigEndian = false): Buffer => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBigEndian ? bytes.swap16() : bytes
}

describe('the encoding of a statement', () => {
  it.each([
    ['UTF-8', Buffer.from(table)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${table}`)],
    ['UTF-16, little end first', utf16(`\ufeff${table}`)],
    ['UTF-16, big end first', utf16(`\ufeff${table}`, true)],
    ['UTF-16 without a byte order mark', utf16(table)],
    ['windows-1252', Buffer.from(table, 'latin1')],
  ])('is recognised: %s', async (_name, content) => {
    const { lines } = await readStatement(content)
    expect(lines.map(({ fate, description }) => [fate, description])).toEqual([['trade', 'Buy: CAFÉ ÉTOILE']])
  })

  it('is decided by the whole file, however far below the first letter with an accent is', async () => {
    const plain = '01/02/2024,Buy,ABC,ABC INC,1,$5.00,,-$5.00\n'.repeat(5_000)
    const content = Buffer.from(`${head}\n${plain}${table.slice(head.length + 1)}`, 'latin1')
    const { encoding } = await readStatementRows(sourceOf(content))
    expect(encoding).toBe('windows-1252')
  })

  it.each([
    ['two encodings in one file', Buffer.concat([Buffer.from(table), Buffer.from(table, 'latin1')])],
    ['half a surrogate pair', utf16(`\ufeff${head}\n\ud83d,x\n`)],
    ['bytes that windows-1252 does not have', Buffer.concat([Buffer.from(table, 'latin1'), Buffer.from([0x81])])],
    ['a NUL far below', Buffer.from(`${table}${'01/02/2024,Buy,ABC,ABC INC,1,$5.00,,-$5.00\n'.repeat(50)}\0`)],
    [
      'a lone byte after a byte order mark of UTF-8',
      Buffer.concat([Buffer.from(`\ufeff${head}`), Buffer.from([0xe9, 0x20])]),
    ],
  ])('is refused: %s', async (_name, content) => {
    await expect(readStatement(content)).rejects.toMatchObject({ fault: 'brokenEncoding' })
  })
})

describe('a file is refused', () => {
  it.each([
    ['without bytes', Buffer.alloc(0), 'emptyFile'],
    ['of white space', Buffer.from(' \n\r\n '), 'emptyFile'],
    ['that is a PDF', Buffer.from('%PDF-1.7 …'), 'notAStatement'],
    ['that is an Excel workbook', Buffer.from('PK\u0003\u0004…'), 'notAStatement'],
    ['that is a web page', Buffer.from('<!DOCTYPE html><html></html>'), 'notAStatement'],
    ['of binary data', Buffer.from(Array.from({ length: 4_000 }, (_, at) => (at * 7) % 32)), 'notAStatement'],
    ['of prose', Buffer.from('Dear members,\nour fund did well.\n'), 'unknownFormat'],
    ['that holds two exports', Buffer.from(table + table), 'joinedFiles'],
    ['with unknown headings', Buffer.from('When,What\n2024-01-01,5\n'), 'unknownFormat'],
    ['that ends within quotation marks', Buffer.from(`${head}\n01/02/2024,Buy,ABC,"ABC INC`), 'cutOff'],
    ['with a row without an end', Buffer.from(`${head}\n01/02/2024,Buy,ABC,"${'x'.repeat(70_000)}\n`), 'tooLong'],
    ['that ends within a character', Buffer.from(table).subarray(0, table.indexOf('É') + 1), 'cutOff'],
    ['of elements nested without end', Buffer.from(`<FlexQueryResponse>${'<a>'.repeat(200)}`), 'brokenMarkup'],
    ['with an element without an end', Buffer.from(`OFXHEADER:100\n<OFX><MEMO>${'x'.repeat(2_000_000)}`), 'tooLong'],
    ['with an attribute without an end', Buffer.from(`<FlexQueryResponse a="${'x'.repeat(2_000_000)}`), 'tooLong'],
  ])('%s', async (_name, content, fault) => {
    await expect(readStatement(content)).rejects.toMatchObject({ name: 'StatementFileError', fault })
  })

  it('with a message that says what to do', async () => {
    await expect(readStatement(Buffer.from('%PDF-1.7'))).rejects.toThrow(
      'This is a PDF document, not a statement file. Export the statement as CSV, XML or OFX.',
    )
  })

  it('does not expand what an XML file declares', async () => {
    const content = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]><FlexQueryResponse><FlexStatement accountId="&a;"/></FlexQueryResponse>`
    await expect(readStatement(Buffer.from(content))).rejects.toMatchObject({ fault: 'brokenMarkup' })
  })
})

describe('rows', () => {
  it('come one by one: the first ones before the file is read to its end', async () => {
    let passes = 0
    let chunks = 0
    const rows = Buffer.from('01/02/2024,Buy,ABC,ABC INC,1,$5.00,,-$5.00\n'.repeat(1_500))
    const reading = await readStatementRows(async function* () {
      passes++
      chunks = 0
      yield Buffer.from(`${head}\n`)
      for (let at = 0; at < 200; at++) {
        chunks++
        yield rows
      }
    })
    const firstLine = await reading.lines[Symbol.asyncIterator]().next()
    expect(firstLine.value).toMatchObject({ line: 2, fate: 'trade' })
    expect(chunks).toBeLessThan(20)
    expect(passes).toBeLessThan(8)
  })

  it('keep their line and their text as written, over line breaks in quotation marks and blank lines', async () => {
    const content = `${head}\r\n\r\n01/02/2024,Buy,ABC,"ABC\r\nINC",1,$5.00,,-$5.00\r\n\r\n01/03/2024,Buy,ABC,"${'A'.repeat(900)}",1,$5.00,,-$5.00\r\n`
    const { lines } = await readStatement(Buffer.from(content))
    expect(lines.map(({ line }) => line)).toEqual([3, 6])
    expect(lines[0]!.text).toBe('01/02/2024,Buy,ABC,"ABC\r\nINC",1,$5.00,,-$5.00')
    expect(lines[1]!.text).toHaveLength(500)
  })

  it('are read the same in chunks of any size', async () => {
    const content = Buffer.from(`\ufeff${table}${table.slice(head.length + 1).repeat(2)}`)
    const whole = await readStatement(content)
    for (const size of [1, 2, 3, 7]) {
      const reading = await readStatementRows(async function* () {
        for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
      })
      const lines = []
      for await (const line of reading.lines) lines.push(line)
      expect(lines).toEqual(whole.lines)
    }
  })
})
