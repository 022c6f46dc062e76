import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { judgeContent } from './file-content.ts'

const table = 'date,open,high,low,close\n2021-04-21,1,2,1,1\n'
const named = `symbol,name\nNSRGY,Nestlé SA ${'x'.repeat(10)}\n`

test.each([
  ['UTF-8', Buffer.from(named), 'utf-8'],
  ['UTF-8 that is cut within a character', Buffer.from(named).subarray(0, 22), 'utf-8'],
  ['Latin-1', Buffer.from(named, 'latin1'), 'windows-1252'],
  ['UTF-16 with a byte order mark', Buffer.from(`\uFEFF${table}`, 'utf16le'), 'utf-16le'],
  ['UTF-16 without one', Buffer.from(table, 'utf16le'), 'utf-16le'],
  ['big-endian UTF-16', Buffer.from(`\uFEFF${table}`, 'utf16le').swap16(), 'utf-16be'],
  ['big-endian UTF-16 without a mark', Buffer.from(table, 'utf16le').swap16(), 'utf-16be'],
  ['a table with one NUL in a later line', Buffer.from(`${table.repeat(20)}2021\0,1,2,1,1\n`), 'utf-8'],
  ['nothing', Buffer.alloc(0), 'utf-8'],
])('%s is text', (_name, bytes, encoding) => {
  expect(judgeContent(bytes)).toEqual({ encoding })
})

test.each([
  ['%PDF-1.7\n', 'a PDF document'],
  ['PAR1\x15\x04', 'a Parquet file'],
  ['\x89PNG\r\n\x1a\n', 'a PNG picture'],
  ['\xd0\xcf\x11\xe0\xa1\xb1', 'an old Excel workbook (xls) or another Office document'],
  ['Rar!\x1a\x07', 'a RAR archive'],
  ['SQLite format 3\0', 'an SQLite database'],
  ['date\0open', 'binary data'],
  [`date,open\n${'\x01\x02\x03\x04'.repeat(100)}`, 'binary data'],
  ['<!DOCTYPE html><html>', 'a web page or an XML document'],
])('%j is named', (content, name) => {
  expect(judgeContent(Buffer.from(content, 'latin1'))).toEqual({ name })
})

test('an archive within an archive is named', () => {
  expect(judgeContent(gzipSync('x'))).toEqual({ name: 'a gzip archive' })
})
