import { expect, test } from 'vitest'
import { takeTyped, typedFault } from './recipient-text.ts'

const take = (typed: string, emailList: string[] = []) => takeTyped({ emailList, typed })
const fault = (typed: string, emailList: string[] = []) => typedFault({ emailList, typed })
const [ann, ben, mara] = ['ann@club.example', 'ben@club.example', 'mara@club.example']

test.each([
  ['commas', `${ann},${ben}, ${mara}`],
  ['semicolons', `${ann}; ${ben};${mara};`],
  ['spaces', `${ann} ${ben}   ${mara}`],
  ['new lines', `${ann}\n${ben}\r\n\r\n${mara}\n`],
  ['tabs, as copied from a spreadsheet', `${ann}\t${ben}\t${mara}`],
  ['names', `Ann Bell <${ann}>, Ben <${ben}>; "Voss, Mara" <${mara}>`],
  ['names without separators', `Ann Bell <${ann}> ${ben} Mara <${mara}>`],
  ['names that are addresses', `${ann} <${ann}>, '${ben}' <${ben}>, "${mara}" <${mara}>`],
  ['brackets alone', `<${ann}> <${ben}>,<${mara}>`],
])('addresses are read from a list with %s', (_kind, typed) => {
  expect(take(typed)).toEqual({ emailList: [ann, ben, mara], typed: '' })
  expect(fault(typed)).toBeUndefined()
})

test('an address is in the list once, regardless of case', () => {
  expect(take(`ANN@Club.example, ${ben}, Ben@club.example`, [ann])).toEqual({ emailList: [ann, ben], typed: '' })
})

test('what is no address stays as typed text and is named', () => {
  const typed = `${ann}, nobody; Ben <ben@club>, ${mara}`
  expect(take(typed)).toEqual({ emailList: [ann, mara], typed: 'nobody, ben@club' })
  expect(fault(typed)).toBe('"nobody" and "ben@club" are not e-mail addresses. Correct or remove them.')
  expect(fault('nobody')).toBe('"nobody" is not an e-mail address. Correct or remove it.')
  expect(fault('a b c d e')).toBe('"a", "b", "c" and 2 more are not e-mail addresses. Correct or remove them.')
})

test('eleven addresses are one too many, and the eleventh stays as typed text', () => {
  const eleven = Array.from({ length: 11 }, (_, index) => `p${index}@club.example`)
  expect(take(eleven.join('\n'))).toEqual({ emailList: eleven.slice(0, 10), typed: 'p10@club.example' })
  expect(fault(eleven.join('\n'))).toBe('A report goes to at most 10 addresses at once.')
})

test('nothing typed is nothing to add and nothing wrong', () => {
  for (const typed of ['', '  ', ' , ;\n']) {
    expect(take(typed, [ann])).toEqual({ emailList: [ann], typed: '' })
    expect(fault(typed)).toBeUndefined()
  }
})

test('a quote or a bracket that is never closed loses no address', () => {
  expect(take(`"Ann, ${ben}`)).toEqual({ emailList: [ben], typed: 'Ann' })
  expect(take(`Ben <${ben}, ${mara}`)).toEqual({ emailList: [ben, mara], typed: 'Ben' })
})
