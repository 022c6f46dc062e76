import type { WalletPosition } from '@clubfolio/contract'
import type { Cents } from '@clubfolio/domain'
import { expect, it } from 'vitest'
import { formatMoney } from '../../ui/format/money.ts'
import { walletSlices } from './wallet-slices.ts'

const cents = (value: number) => BigInt(value) as Cents
const totals = { floatValue: cents(1_000_000), buyingPower: cents(1_200_000) }
const position = (instrumentCode: string, quantity: number, lastPrice: number, plOpen = 0): WalletPosition => ({
  instrumentCode,
  instrumentName: instrumentCode,
  quantity,
  lastPrice,
  averagePrice: lastPrice,
  profit: cents(0),
  plOpen: cents(plOpen),
  ...totals,
})

it('gives each position its percent of the value, shorts by their size with a mark, and buying power beyond 100', () => {
  const slices = walletSlices([position('AAA', 30, 100, 500), position('BBB', -10, 50)], totals, formatMoney)
  expect(
    slices.map(({ name, value, percent, mark, isBuyingPower }) => [name, value, percent, mark, isBuyingPower]),
  ).toEqual([
    ['AAA', 3000, 30, undefined, undefined],
    ['BBB', 500, 5, 'short', undefined],
    ['Buying power', 12000, 120, undefined, true],
  ])
  expect(slices[0]!.details.at(-1)).toEqual({ label: 'Open P/L', text: '+$5.00', tone: 'up' })
  expect(slices[1]!.details.at(-1)).toEqual({ label: 'Open P/L', text: '$0.00', tone: 'up' })
})

it('makes one slice of an instrument that several accounts hold, and none of what cancels out', () => {
  const slices = walletSlices(
    [position('AAA', 10, 100, 100), position('AAA', 5, 100, -300), position('BBB', 4, 10), position('BBB', -4, 10)],
    totals,
    formatMoney,
  )
  expect(slices.map(({ name, value }) => [name, value])).toEqual([
    ['AAA', 1500],
    ['Buying power', 12000],
  ])
})

it('says zero percent of an account that is worth nothing', () => {
  expect(walletSlices([], { floatValue: cents(0), buyingPower: cents(0) }, formatMoney)).toMatchObject([
    { percent: 0, value: 0 },
  ])
})

it('writes prices and buying power in the currency of the accounts', () => {
  const slices = walletSlices([position('AAA', 30, 100, 500)], totals, (value, format) =>
    formatMoney(value, { currency: 'EUR', ...format }),
  )
  const texts = slices.flatMap(({ details }) => details.map(({ text }) => text))
  expect(texts.filter((text) => text.endsWith(' EUR'))).toHaveLength(3)
  expect(texts.join(' ')).not.toContain('$')
})
