// The independent script: adds up the raw rows of a sample file, which it splits by itself. It shares no code with the
// readers, and uses whole numbers of 1e-24 where they use decimals.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { marketDataFolder } from '@clubfolio/domain/testing/market-data'
import type { Sums } from './book-lines.ts'

export type Cells = Readonly<Record<string, string>>

/** What a raw row does, in the words of the test that read it. */
export interface RawBooking {
  readonly day: string
  readonly kind: 'trade' | 'cash' | 'split' | 'merger' | 'delivery'
  readonly security?: string
  readonly quantity?: bigint
  readonly amount?: bigint
  readonly currency?: string
}

export const sampleFile = (name: string): string => join(marketDataFolder, 'brokerage', name)

/** Splits a file at line breaks and delimiters outside quotation marks. */
export function splitFile(name: string, delimiter = ','): string[][] {
  const lines = readFileSync(sampleFile(name), 'utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '')
  return lines.map((line) => {
    const cells = ['']
    let isQuoted = false
    for (const sign of line)
      if (sign === '"') isQuoted = !isQuoted
      else if (sign === delimiter && !isQuoted) cells.push('')
      else cells[cells.length - 1] += sign
    return cells
  })
}

/** The rows below the headings, by heading. */
export function namedRows(name: string, delimiter = ','): Cells[] {
  const [head = [], ...rows] = splitFile(name, delimiter)
  return rows.map((cells) =>
    Object.fromEntries(head.map((heading, at): [string, string] => [heading, cells[at] ?? ''])),
  )
}

const scale = 24

/** `whole('-$1,259.59')` in steps of 1e-24; the last point is the decimal sign. */
export function whole(text: string): bigint {
  const plain = text.replace(/[^\d.-]/g, '')
  const [integer = '', digits = ''] = plain.replace('-', '').split('.')
  const size = BigInt((integer === '' ? '0' : integer) + digits.padEnd(scale, '0').slice(0, scale))
  return plain.startsWith('-') ? -size : size
}

export const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

export function bookCells(bookings: readonly RawBooking[], isNewestFirst: boolean): Sums {
  const ordered = [...bookings]
  if (isNewestFirst) ordered.reverse()
  ordered.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  const quantities: Record<string, bigint> = {}
  const costs: Record<string, bigint> = {}
  const cash: Record<string, bigint> = {}
  const gains: Record<string, bigint> = {}
  for (const { kind, security = '', quantity = 0n, amount = 0n, currency = '' } of ordered) {
    cash[currency] = (cash[currency] ?? 0n) + amount
    const gainKey = `${security} ${currency}`
    if (kind === 'merger') gains[gainKey] = (gains[gainKey] ?? 0n) + amount
    if (quantity === 0n) continue
    const had = quantities[security] ?? 0n
    const cost = costs[security] ?? 0n
    quantities[security] = had + quantity
    if (kind === 'split') continue
    const paid = kind === 'trade' ? -amount : 0n
    const isClosing = had !== 0n && had > 0n !== quantity > 0n
    if (!isClosing) {
      costs[security] = cost + paid
      continue
    }
    const closed = magnitude(had) < magnitude(quantity) ? magnitude(had) : magnitude(quantity)
    const released = (cost * closed) / magnitude(had)
    const share = (paid * closed) / magnitude(quantity)
    if (kind !== 'delivery') gains[gainKey] = (gains[gainKey] ?? 0n) - released - share
    costs[security] = cost - released + paid - share
  }
  return { positions: texts(quantities), cash: texts(cash), gains: texts(gains, 2) }
}

function texts(values: Record<string, bigint>, decimals = scale): Record<string, string> {
  const step = 10n ** BigInt(scale - decimals)
  const rounded = Object.entries(values).map(([key, value]): [string, bigint] => [key, roundTo(value, step)])
  const kept = rounded.filter(([, value]) => value !== 0n)
  return Object.fromEntries(kept.map(([key, value]): [string, string] => [key, textOf(value, decimals)]).sort())
}

function roundTo(value: bigint, step: bigint): bigint {
  const size = (magnitude(value) + step / 2n) / step
  return value < 0n ? -size : size
}

function textOf(value: bigint, decimals: number): string {
  const digits = magnitude(value)
    .toString()
    .padStart(decimals + 1, '0')
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '')
  return value < 0n ? `-${text}` : text
}
