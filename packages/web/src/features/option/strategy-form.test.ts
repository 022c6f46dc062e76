import { describe, expect, it } from 'vitest'
import { loadedChain, strategyContract } from './chain.ts'
import { strategyChain } from './strategy-figures.ts'
import {
  choiceOfPick,
  daysOfForm,
  emptyForm,
  legsOfForm,
  movedChoice,
  nextExpiration,
  rollForm,
  startChoice,
  type StrategyForm,
  withLeg,
  withOwnLegs,
} from './strategy-form.ts'
import { sampleChain, sampleContract, sampleDays } from './testing/sample-chain.ts'

const chain = strategyChain(loadedChain([sampleChain()])!)
const [day, later] = sampleDays
const pick = (right: 'CALL' | 'PUT', strike: number, side: 'BUY' | 'SELL') => ({
  contract: strategyContract(sampleContract(right, strike, day)),
  side,
})
const words = (form: Partial<StrategyForm>) =>
  legsOfForm({ ...emptyForm, ...form }, chain).legs?.map(({ contract, quantity }) =>
    contract === null ? `${quantity} shares` : `${quantity} ${contract.right} ${contract.strike}`,
  )

describe('a click on a price', () => {
  const picked = (
    ...[strategy, at]: Parameters<typeof choiceOfPick> extends [infer S, infer P, ...unknown[]] ? [S, P] : never
  ) => words({ choice: choiceOfPick(strategy, at, chain, sampleDays) })

  it('on the bid of a put sells the vertical below it, on the ask buys it', () => {
    expect(picked('VERTICAL', pick('PUT', 440, 'SELL'))).toEqual(['-1 PUT 440', '1 PUT 435'])
    expect(picked('VERTICAL', pick('PUT', 440, 'BUY'))).toEqual(['1 PUT 440', '-1 PUT 435'])
    expect(picked('VERTICAL', pick('CALL', 455, 'SELL'))).toEqual(['-1 CALL 455', '1 CALL 460'])
  })

  it('makes the contract an inner leg of a strangle or an iron condor, with a call as far from the money', () => {
    expect(picked('STRANGLE', pick('PUT', 440, 'SELL'))).toEqual(['-1 PUT 440', '-1 CALL 460'])
    expect(picked('IRON_CONDOR', pick('CALL', 460, 'SELL'))).toEqual([
      '1 PUT 435',
      '-1 PUT 440',
      '-1 CALL 460',
      '1 CALL 465',
    ])
  })

  it('keeps the call of a strangle above its put', () => {
    expect(picked('STRANGLE', pick('PUT', 465, 'BUY'))).toEqual(['1 PUT 465', '1 CALL 470'])
  })

  it('takes the next expiration for the later leg of a calendar', () => {
    const choice = choiceOfPick('CALENDAR', pick('CALL', 450, 'BUY'), chain, sampleDays)
    expect([choice.expiration, choice.laterExpiration]).toEqual([day, later])
    expect(daysOfForm({ ...emptyForm, choice })).toEqual([day, later])
  })
})

it('a strategy starts around the money, written options out of it', () => {
  const started = (...[strategy]: Parameters<typeof startChoice>) =>
    words({ choice: startChoice(strategy, day, chain, sampleDays) })
  expect(started('STRADDLE', day, chain, sampleDays)).toEqual(['1 PUT 450', '1 CALL 450'])
  expect(started('COVERED_CALL', day, chain, sampleDays)).toEqual(['100 shares', '-1 CALL 460'])
  expect(started('SECURED_PUT', day, chain, sampleDays)).toEqual(['-1 PUT 440'])
  expect(started('IRON_CONDOR', day, chain, sampleDays)).toEqual([
    '1 PUT 435',
    '-1 PUT 440',
    '-1 CALL 460',
    '1 CALL 465',
  ])
  expect(startChoice('VERTICAL', '2026-05-15', chain, sampleDays)).toBeUndefined()
})

it('own legs add up by contract and vanish at zero', () => {
  const code = sampleContract('CALL', 450, day).symbol
  expect(withLeg([], { code, quantity: 1 })).toEqual([{ code, quantity: 1 }])
  expect(withLeg([{ code, quantity: 1 }], { code, quantity: 1 })).toEqual([{ code, quantity: 2 }])
  expect(withLeg([{ code, quantity: 1 }], { code, quantity: -1 })).toEqual([])
})

it('own legs have no quotes while their expiration is loading, and shares have those of the chain', () => {
  const legs = legsOfForm(
    withOwnLegs({ ...emptyForm, net: '1.20' }, [
      { code: 'SPY   260918C00450000', quantity: 1 },
      { code: 'SPY', quantity: 100 },
    ]),
    chain,
  ).legs
  expect(legs).toMatchObject([
    { bid: null, ask: null, volatility: null, multiplier: 100, contract: { strike: 450 } },
    { bid: '450', ask: '450', multiplier: 1, contract: null },
  ])
})

it('moves all strikes along the chain until its end', () => {
  const choice = choiceOfPick('STRANGLE', pick('PUT', 440, 'SELL'), chain, sampleDays)
  expect(words({ choice: movedChoice(choice, chain, 1) })).toEqual(['-1 PUT 445', '-1 CALL 465'])
  expect(movedChoice(choice, chain, 3)).toBeUndefined()
})

it('a roll closes what is held and opens as much of the next expiration on the same side', () => {
  const { symbol } = sampleContract('PUT', 440, day)
  expect(rollForm({ code: symbol, quantity: -2 }, sampleDays)).toMatchObject({
    own: [
      { code: symbol, quantity: 1 },
      { code: sampleContract('PUT', 440, later).symbol, quantity: -1 },
    ],
    units: '2',
  })
  expect(rollForm({ code: 'SPY', quantity: 100 }, sampleDays)).toBeUndefined()
  expect(nextExpiration(sampleDays, later)).toBe(later)
})
