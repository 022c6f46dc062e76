import { describe, expect, it } from 'vitest'
import { AccountAnswer } from './read-account.ts'

const POSITION = {
  shortQuantity: 100,
  longQuantity: 0,
  averagePrice: 40,
  marketValue: -3_800,
  shortOpenProfitLoss: 200,
  instrument: { assetType: 'EQUITY', symbol: 'BOLT', cusip: '000333444', netChange: -2 },
}

const account = (position: object, initial: object): unknown => ({
  securitiesAccount: {
    type: 'MARGIN',
    accountNumber: '12345678',
    positions: [{ ...POSITION, ...position }],
    initialBalances: { accountValue: 99_800, ...initial },
    currentBalances: { liquidationValue: 99_800, buyingPower: 195_000, cashBalance: 99_600 },
    projectedBalances: initial,
  },
})

// Recorded answers and the public text differ in these fields: docs/wire-conformance.md.
describe('an account', () => {
  it.each([
    ['of recorded answers', { settledShortQuantity: -100 }, { isInCall: false }],
    ['of the public text', { settledShortQuantity: 100 }, { isInCall: 0, unsettledCash: 0 }],
    ['with neither', {}, {}],
  ])('is read in the form %s', (_, position, initial) => {
    expect(AccountAnswer.parse(account(position, initial))).toMatchObject({
      number: '12345678',
      valueCents: 9_980_000n,
      buyingPowerCents: 19_500_000n,
      positions: [{ symbol: 'BOLT', quantity: '-100', openProfitCents: 20_000n }],
    })
  })
})
