import type { Account } from '@clubfolio/contract'
import type { Cents } from '@clubfolio/domain'
import { expect, test } from 'vitest'
import { accountInView, readKept } from './account-in-view.ts'

const account = (id: string, number: string, isDefault: boolean): Account => ({
  id,
  number,
  isDefault,
  broker: 'paper',
  brokerName: 'Paper brokerage',
  isPaper: true,
  isReadOnly: false,
  currency: 'USD',
  type: 'MARGIN',
  isActive: true,
  accessExpirationDate: 0,
  initialBalance: 0n as Cents,
  floatValue: 0n as Cents,
  realValue: 0n as Cents,
  buyingPower: 0n as Cents,
  todayChange: null,
  syncedAt: null,
  syncFailure: null,
  syncFailedAt: null,
  unexplainedCash: null,
  differences: [],
})
const first = account('a', '1001', true)
const second = account('b', '1002', false)
const both = [first, second]

test('a new tab begins with the default account, and without one it waits for a choice', () => {
  expect(accountInView(both, undefined, undefined).account).toBe(first)
  expect(accountInView([second], undefined, undefined)).toEqual({ account: undefined, lost: undefined })
})

test('a choice stays when another account becomes the default one', () => {
  const turned = [
    { ...first, isDefault: false },
    { ...second, isDefault: true },
  ]
  expect(accountInView(turned, undefined, first).account?.id).toBe('a')
})

test('the address goes before the choice', () => {
  expect(accountInView(both, 'b', first).account).toBe(second)
  expect(accountInView(both, '', second).account).toBe(second)
})

test('no other account takes the place of one that is gone', () => {
  expect(accountInView([first], undefined, second)).toEqual({ account: undefined, lost: { number: '1002' } })
  expect(accountInView([first], 'unknown', first)).toEqual({ account: undefined, lost: { number: undefined } })
})

test('nothing is lost while the accounts are loading, nor for who has none', () => {
  expect(accountInView(undefined, 'b', second)).toEqual({ account: undefined, lost: undefined })
  expect(accountInView([], undefined, second)).toEqual({ account: undefined, lost: undefined })
})

test('damaged storage is no choice', () => {
  expect(readKept('{"id":"b","number":"1002"}')).toEqual({ id: 'b', number: '1002' })
  for (const text of [null, 'null', '{}', '{"id":1}', 'x']) expect(readKept(text)).toBeUndefined()
})
