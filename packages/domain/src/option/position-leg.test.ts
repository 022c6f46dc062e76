import { Decimal } from 'decimal.js'
import { expect, it } from 'vitest'
import { dollarsOfNet, netQuoteOf } from './position-leg.ts'
import { call, put, shares } from './testing/sample-leg.ts'

it('a natural price takes each leg at its own side of the market, a mid at its mark', () => {
  const legs = [
    { ...put(95, 1), bid: '0.4', ask: '0.44', mark: '0.42' },
    { ...put(100, -1), bid: '1', ask: '1.06', mark: '1.03' },
  ]
  const { natural, mid } = netQuoteOf(legs)
  expect([natural?.toFixed(), mid?.toFixed()]).toEqual(['-0.56', '-0.61'])
})

it('shares count by the hundred, and a mid is rounded to a cent', () => {
  const legs = [
    { ...shares(100), bid: '49.99', ask: '50.01', mark: '50' },
    { ...call(55, -1), bid: '1', ask: '1.05', mark: '1.025' },
  ]
  const { natural, mid } = netQuoteOf(legs)
  expect([natural?.toFixed(), mid?.toFixed()]).toEqual(['49.01', '48.98'])
})

it('a leg that nobody quotes leaves the price unknown', () => {
  expect(netQuoteOf([{ ...put(95, 1), ask: null }, put(100, -1)]).natural).toBeNull()
  expect(netQuoteOf([{ ...put(95, 1), mark: null }, put(100, -1)]).mid).toBeNull()
})

it('a net price is dollars of a hundred shares for each unit', () => {
  expect(dollarsOfNet(new Decimal('0.56'), 2).toFixed()).toBe('112')
})
