// Random histories of a fund for property tests: a list of small commands, so that failures shrink.
import * as fc from 'fast-check'
import type { Cents } from '../../kind.ts'
import { marketDay } from '../../calendar/market-day.ts'
import { openFund } from '../record.ts'
import { HistoryPlayer, holders, operations, type Command, type History } from './history-player.ts'

export interface HistorySeed {
  readonly dealing: 'before-the-day' | 'of-the-day'
  readonly openingCents: number
  readonly openProfitCents: number
  readonly shares: readonly number[]
  readonly commands: readonly Command[]
}

export const command: fc.Arbitrary<Command> = fc.record({
  operation: fc.constantFrom(...operations),
  who: fc.nat(4),
  other: fc.nat(4),
  size: fc.nat(1_000_000),
  luck: fc.integer({ min: -100, max: 100 }),
})

/** Seeds of histories with up to `length` commands. */
export function historySeeds(length: number): fc.Arbitrary<HistorySeed> {
  return fc.record({
    dealing: fc.constantFrom('before-the-day' as const, 'of-the-day' as const),
    openingCents: fc.oneof(fc.constant(0), fc.nat(10_000_000)),
    openProfitCents: fc.integer({ min: -50_000, max: 50_000 }),
    shares: fc.array(fc.nat(40), { maxLength: 2 }),
    commands: fc.array(command, { maxLength: length, size: 'max' }),
  })
}

const movingOperations = [
  'close',
  'close',
  'move-account',
  'arrive',
  'arrive',
  'cancel-move',
  'pay-in',
  'take-out',
  'cash',
  'match',
  'correct-close',
  'back-date',
] as const

const feeOperations = [
  'end-month',
  'end-month',
  'end-month',
  'close',
  'pay-in',
  'pay-in',
  'take-out',
  'leave',
  'give',
  'give-units',
  'management-fee',
  'performance-fee',
  'charge',
  'charge',
  'charge',
  'waive',
  'reverse-charge',
  'ask',
  'ask',
  'approve',
  'approve',
  'distribute',
  'distribute',
  'back-date',
  'toggle',
  'delete',
  'cash',
  'match',
  'unmatch',
  'expense',
  'paid-expense',
  'buy',
  'sell',
  'correct-close',
  'close-period',
] as const

/** Seeds of histories in which fees begin, change and are charged, and members come and go. */
export function feeSeeds(length: number): fc.Arbitrary<HistorySeed> {
  const charging = fc
    .tuple(command, fc.constantFrom(...feeOperations))
    .map(([one, operation]) => ({ ...one, operation }))
  const first = fc.tuple(command, command).map(([management, performance]): Command[] => [
    { ...management, operation: 'management-fee' },
    { ...performance, operation: 'performance-fee' },
  ])
  return historySeeds(0).chain((seed) =>
    fc
      .tuple(first, fc.array(charging, { maxLength: length, size: 'max' }))
      .map(([policies, commands]) => ({ ...seed, commands: [...policies, ...commands] })),
  )
}

/** Seeds of histories in which the fund moves between accounts again and again. */
export function movingSeeds(length: number): fc.Arbitrary<HistorySeed> {
  const moving = fc
    .tuple(command, fc.constantFrom(...movingOperations))
    .map(([one, operation]) => ({ ...one, operation }))
  return historySeeds(0).chain((seed) =>
    fc.array(moving, { maxLength: length, size: 'max' }).map((commands) => ({ ...seed, commands })),
  )
}

const openingDay = marketDay('2026-01-05')

/** Plays a seed to its last close. */
export function playHistory(seed: HistorySeed): History {
  const player = startPlayer(seed)
  for (const one of seed.commands) player.play(one)
  player.close({ operation: 'close', who: 0, other: 0, size: 1, luck: 3 })
  return player.history()
}

/** The opened fund of a seed, before its commands. */
export function startPlayer(seed: HistorySeed): HistoryPlayer {
  const opening = {
    day: openingDay,
    valueCents: BigInt(seed.openingCents) as Cents,
    openProfitCents: BigInt(seed.openProfitCents) as Cents,
  }
  return new HistoryPlayer({
    ...openFund(opening, seed.dealing),
    openingShares: seed.shares.map((percent, index) => ({
      holderId: holders[index] ?? 'a',
      shareCents: ((opening.valueCents * BigInt(percent)) / 100n) as Cents,
      paidInCents: BigInt(percent * 1000) as Cents,
    })),
  })
}
