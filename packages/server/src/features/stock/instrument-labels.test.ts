// Own labels: one for each instrument, only for the user who wrote it, and the grouping of what earned the money.
import { labelLimit } from '@clubfolio/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { classifyLines } from '../fund/attribution/classify-lines.ts'

let app: TestApp
let anna: TestUser
let ben: TestUser
beforeAll(async () => {
  app = await startTestApp()
  anna = await app.signUp([])
  ben = await app.signUp([])
})
afterAll(() => app.stop())

const save = (user: TestUser, symbol: string, label: string) => user.client.stock.saveLabel({ body: { symbol, label } })
const labelsOf = (user: TestUser) => user.client.stock.findLabels()

test('an instrument has one label, whatever its class separator, and an empty one removes it', async () => {
  await save(anna, 'brk.b', 'Core')
  await save(anna, 'ACME', 'Growth')
  await save(anna, 'BRK/B', 'Value')
  expect(await labelsOf(anna)).toEqual([
    { symbol: 'ACME', label: 'Growth' },
    { symbol: 'BRK/B', label: 'Value' },
  ])
  expect(await labelsOf(ben)).toEqual([])
  await save(anna, 'BRK.B', '')
  expect(await labelsOf(anna)).toEqual([{ symbol: 'ACME', label: 'Growth' }])
})

test('an option has the label of its share unless it has one of its own; without one it is Unclassified', async () => {
  const option = 'ACME  260320C00050000'
  const lines = [option, 'ACME', 'BOLT'].map((symbol) => ({
    symbol,
    isShort: false,
    weightDays: 0,
    daysHeld: 0,
    isHeld: true,
  }))
  const grouped = async (user: TestUser) => {
    const classOf = await classifyLines(app.services.db, {
      marketSource: 'live',
      symbols: lines.map(({ symbol }) => symbol),
      labelsOf: user.user.id,
    })
    return lines.map((line) => classOf(line, 'LABEL').name)
  }
  await save(anna, 'ACME', 'Growth')
  expect(await grouped(anna)).toEqual(['Growth', 'Growth', 'Unclassified'])
  await save(anna, option, 'Hedge')
  expect(await grouped(anna)).toEqual(['Hedge', 'Growth', 'Unclassified'])
  expect(await grouped(ben)).toEqual(['Unclassified', 'Unclassified', 'Unclassified'])
})

test('the number of labels has a limit, which a change of one does not meet', async () => {
  await inTransaction(app.services.db, (trx) =>
    sql`insert into instrument_label (owner_id, code_key, symbol, label, updated_at)
      select ${ben.user.id}, 'X' || n, 'X' || n, 'Core', now() from generate_series(1, ${labelLimit}) n`.execute(trx),
  )
  expect(await refusalOf(save(ben, 'ACME', 'Growth'))).toBe('409 labelCount')
  await save(ben, 'X7', 'Growth')
  expect((await labelsOf(ben)).find(({ symbol }) => symbol === 'X7')).toEqual({ symbol: 'X7', label: 'Growth' })
})
