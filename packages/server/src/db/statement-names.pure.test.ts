import { expect, test } from 'vitest'
import { createStatementNames } from './statement-names.ts'

const useOften = (names: ReturnType<typeof createStatementNames>, text: string) =>
  Array.from({ length: 6 }, () => names.nameOf(text)).at(-1)

test('a statement gets a name with its fifth use, and keeps it', () => {
  const names = createStatementNames()
  const each = Array.from({ length: 6 }, () => names.nameOf('select $1::int as one'))
  expect(each.map((name) => name !== undefined)).toEqual([false, false, false, false, true, true])
  expect(each[5]).toBe(each[4])
  expect(useOften(names, 'select $1::int as two')).not.toBe(each[4])
})

test('a renewed statement gets another name', () => {
  const names = createStatementNames()
  const before = useOften(names, 'select * from member')
  names.renew('select * from member')
  expect(names.nameOf('select * from member')).toMatch(new RegExp(`^${before}-1$`))
})

test.each([
  'begin',
  'commit',
  'savepoint one_of_many',
  'set local lock_timeout = 1',
  'select 1; select 2',
  'copy a to stdout',
  'insert into a values ($1) on conflict (id) where kind = $2 do nothing',
])('%s never gets a name', (text) => expect(useOften(createStatementNames(), text)).toBeUndefined())

test('a process names a limited number of statements', () => {
  const names = createStatementNames(2)
  expect(['select 1', 'select 2', 'select 3'].map((text) => useOften(names, text) !== undefined)).toEqual([
    true,
    true,
    false,
  ])
})
