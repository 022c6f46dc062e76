// Tests the escaping of cells that a spreadsheet would evaluate as formulas.
import { expect, it } from 'vitest'
import { csvCell, csvText } from './csv-text.ts'

it.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1234', "'+49 30 1234"],
  ['+12125550100', "'+12125550100"],
  ['+2500.00', "'+2500.00"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  [' =1', "' =1"],
  ['\uFF1D1', "'\uFF1D1"],
  ['-cmd|calc', "'-cmd|calc"],
  ['-12.50', '-12.50'],
  ['2500.00', '2500.00'],
  ['Okafor, Adaeze', '"Okafor, Adaeze"'],
  ['say "hi"', '"say ""hi"""'],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ['two\nlines', '"two\nlines"'],
])('writes %j as %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})

it('writes lines with a byte order mark and CR LF', () => {
  expect(
    csvText([
      ['Member', 'Profit'],
      ['Tanaka, Ren', '-1284.40'],
    ]),
  ).toBe('\uFEFFMember,Profit\r\n"Tanaka, Ren",-1284.40\r\n')
})
