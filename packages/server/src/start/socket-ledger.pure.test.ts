import { expect, test } from 'vitest'
import { createSocketLedger } from './socket-ledger.ts'

test('places of a session count over all processes, and those of a dead process are free again', () => {
  const ledger = createSocketLedger(3)
  const [one, other] = [{}, {}]
  expect([ledger.take(one, 'a'), ledger.take(other, 'a'), ledger.take(other, 'a')]).toEqual([true, true, true])
  expect([ledger.take(one, 'a'), ledger.take(one, 'b')]).toEqual([false, true])
  ledger.leave(one, 'a')
  expect([ledger.take(one, 'a'), ledger.take(one, 'a')]).toEqual([true, false])
  ledger.forget(other)
  expect([ledger.take(one, 'a'), ledger.take(one, 'a'), ledger.take(one, 'a')]).toEqual([true, true, false])
})
