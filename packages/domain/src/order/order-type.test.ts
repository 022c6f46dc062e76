// Each type of the ticket: its parts, where its stop and limit are, and its words.
import { Decimal } from 'decimal.js'
import { describe, expect, test } from 'vitest'
import { ticketOrderTypes, priceParts, type OrderPrice, type TicketOrderType } from './order-price.ts'
import { describeOrderPrice, hasPricePart, orderPriceOf, orderTypeRules, pricesNow } from './order-type.ts'

const trail = { offset: '2', unit: 'PERCENT' } as const
const everything = { stopPrice: '51', limitPrice: '51.5', trail }
const nothing = { stopPrice: null, limitPrice: null, trail: null }

interface Row {
  readonly price: OrderPrice
  readonly words: string
  readonly now: readonly [stop: string | undefined, limit: string | undefined]
  readonly waitsFor: 'stop' | 'limit' | null
  readonly duration: 'DAY' | 'GOOD_TILL_CANCEL'
  readonly hasDuration: boolean
  readonly label: string
  readonly labels: Readonly<Record<string, string>>
}

const rows: Readonly<Record<TicketOrderType, Row>> = {
  STOP: {
    price: { type: 'STOP', stopPrice: '51' },
    words: 'at a stop of $51.00',
    now: ['51', undefined],
    waitsFor: 'stop',
    duration: 'GOOD_TILL_CANCEL',
    hasDuration: true,
    label: 'Stop',
    labels: { stopPrice: 'Price' },
  },
  LIMIT: {
    price: { type: 'LIMIT', limitPrice: '51.5' },
    words: 'at $51.50 or better',
    now: [undefined, '51.5'],
    waitsFor: 'limit',
    duration: 'DAY',
    hasDuration: true,
    label: 'Limit',
    labels: { limitPrice: 'Price' },
  },
  MARKET: {
    price: { type: 'MARKET' },
    words: 'at the market',
    now: [undefined, undefined],
    waitsFor: null,
    duration: 'DAY',
    hasDuration: false,
    label: 'Market',
    labels: {},
  },
  STOP_LIMIT: {
    price: { type: 'STOP_LIMIT', stopPrice: '51', limitPrice: '51.5' },
    words: 'at a stop of $51.00 (limit $51.50)',
    now: ['51', '51.5'],
    waitsFor: 'stop',
    duration: 'GOOD_TILL_CANCEL',
    hasDuration: true,
    label: 'Stop limit',
    labels: { stopPrice: 'Stop Price', limitPrice: 'Limit Price' },
  },
  TRAILING_STOP: {
    price: { type: 'TRAILING_STOP', trail },
    words: 'at a stop that trails the price by 2.00%',
    now: ['51', undefined],
    waitsFor: 'stop',
    duration: 'GOOD_TILL_CANCEL',
    hasDuration: true,
    label: 'Trailing stop',
    labels: { trail: 'Trail' },
  },
  EXERCISE: {
    price: { type: 'EXERCISE' },
    words: 'by exercise at the close',
    now: [undefined, undefined],
    waitsFor: null,
    duration: 'DAY',
    hasDuration: false,
    label: 'Exercise',
    labels: {},
  },
}

describe.each(ticketOrderTypes)('%s', (type) => {
  const row = rows[type]

  test('takes its parts and no others, and is nothing without one of them', () => {
    expect(orderPriceOf(type, everything)).toEqual(row.price)
    const own = priceParts.filter((part) => part in row.price)
    expect(priceParts.filter((part) => hasPricePart(type, part))).toEqual(own)
    for (const part of own) expect(orderPriceOf(type, { ...everything, [part]: null })).toBeNull()
    expect(orderPriceOf(type, nothing)).toEqual(own.length === 0 ? row.price : null)
  })

  test('has its stop and limit where its parts put them', () => {
    const { stop, limit } = pricesNow(row.price, { isBuy: true, last: new Decimal(50) })
    expect([stop?.toFixed(), limit?.toFixed()]).toEqual(row.now)
  })

  test('has its words, its wait and its duration', () => {
    expect(describeOrderPrice(row.price)).toBe(row.words)
    const { waitsFor, defaultDuration, hasDuration, label, labels } = orderTypeRules[type]
    expect({ waitsFor, duration: defaultDuration, hasDuration, label, labels }).toEqual({
      waitsFor: row.waitsFor,
      duration: row.duration,
      hasDuration: row.hasDuration,
      label: row.label,
      labels: row.labels,
    })
  })
})
