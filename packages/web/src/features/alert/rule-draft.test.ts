import type { AlertRule } from '@clubfolio/contract'
import { expect, it } from 'vitest'
import { requestOf, ruleDraftOf, faultsOf, newRuleDraft, type RuleDraft } from './rule-draft.ts'

const draft = (changes: Partial<RuleDraft>): RuleDraft => ({ ...newRuleDraft, ...changes })

it('is open until it says what about and how much', () => {
  expect(Object.keys(faultsOf(newRuleDraft))).toEqual(['code', 'price'])
  expect(faultsOf(draft({ code: 'ACME', price: '1.23456' }))).toEqual({
    price: 'Enter a price with at most 4 decimals.',
  })
  expect(faultsOf(draft({ code: 'ACME', price: '0' }))).toEqual({ price: 'Enter a price above zero.' })
  expect(faultsOf(draft({ kind: 'DRAWDOWN', accountId: 'a', percent: '101' }))).toEqual({
    percent: 'Enter a percent above 0 and at most 100.',
  })
  expect(faultsOf(draft({ kind: 'ACCESS', accountId: 'a', days: '9' }))).toEqual({ days: 'Enter 1 to 7 days.' })
  expect(requestOf(draft({ code: 'ACME' }))).toBeUndefined()
})

it('keeps fields of other kinds out of the rule', () => {
  expect(requestOf(draft({ kind: 'EXTREME', code: 'ACME', accountId: 'a', price: '5', note: ' look ' }))).toEqual({
    terms: { kind: 'EXTREME', side: 'HIGH' },
    code: 'ACME',
    accountId: null,
    note: 'look',
    isRepeating: false,
    expiresOn: null,
    drawingId: null,
  })
  expect(requestOf(draft({ kind: 'MOVE', code: 'ACME', percent: '5', price: '7' }))?.terms).toEqual({
    kind: 'MOVE',
    direction: 'EITHER',
    percent: '5',
    against: 'PREVIOUS_CLOSE',
    price: null,
  })
})

it('comes back from a rule as it was', () => {
  for (const terms of [
    { kind: 'PRICE', direction: 'BELOW', price: '12.5' },
    { kind: 'MOVE', direction: 'UP', percent: '5', against: 'PRICE', price: '10' },
    { kind: 'LEVEL', side: 'SUPPORT', price: '9' },
    { kind: 'LEVEL', side: 'SUPPORT', price: null },
    { kind: 'EXTREME', side: 'LOW' },
  ] as const) {
    const rule = {
      terms,
      code: 'ACME',
      accountId: null,
      note: 'n',
      isRepeating: true,
      expiresOn: '2026-04-01',
      drawingId: null,
    } as AlertRule
    expect(requestOf(ruleDraftOf(rule))).toEqual({
      terms,
      code: 'ACME',
      accountId: null,
      note: 'n',
      isRepeating: true,
      expiresOn: '2026-04-01',
      drawingId: null,
    })
  }
})

it('follows its drawing while it is about the place of it, from whichever side', () => {
  const terms = { kind: 'PRICE', direction: 'BELOW', price: '12.5' } as const
  const drawn = draft({ code: 'ACME', priceSide: 'BELOW', price: '12.50', drawn: { id: 'l', terms } })
  expect(requestOf(drawn)?.drawingId).toBe('l')
  expect(requestOf({ ...drawn, priceSide: 'ABOVE' })?.drawingId).toBe('l')
  expect(requestOf({ ...drawn, price: '12.51' })?.drawingId).toBeNull()
})
