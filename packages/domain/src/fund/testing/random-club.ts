// Two accounts of one owner with the same members, for property tests. Each has a separate fund, both go through the
// same sessions, and money crosses between them: a member's money as a retribution on one side and a contribution on
// the other, the owner's as cash alone.
import * as fc from 'fast-check'
import type { Cents } from '../../kind.ts'
import { holderFigures } from '../holder-figure.ts'
import type { HolderId } from '../record.ts'
import { replayFund, type FundReplay } from '../replay-fund.ts'
import { holders, type Command, type HistoryPlayer } from './history-player.ts'
import { command, historySeeds, startPlayer, type HistorySeed } from './random-history.ts'

export type ClubCommand =
  | { readonly kind: 'in-one'; readonly account: 0 | 1; readonly command: Command }
  | {
      readonly kind: 'cross'
      readonly from: 0 | 1
      readonly who: number
      readonly size: number
      readonly isOwners: boolean
    }

export interface ClubSeed {
  readonly accounts: readonly [HistorySeed, HistorySeed]
  readonly commands: readonly ClubCommand[]
}

/** Money moved from one account to the other, with both funds immediately before and after. */
export interface Crossing {
  readonly holderId: HolderId
  readonly isOwners: boolean
  readonly before: readonly [FundReplay, FundReplay]
  /**
   * Immediately before, with the giver's lines of period ends that a retribution books first: their units are worth
   * more or less now than the fee at that period's unit value.
   */
  readonly charged: readonly [FundReplay, FundReplay]
  readonly after: readonly [FundReplay, FundReplay]
}

export interface Club {
  readonly players: readonly [HistoryPlayer, HistoryPlayer]
  readonly crossings: readonly Crossing[]
}

const account = fc.constantFrom(0 as const, 1 as const)
const clubCommand: fc.Arbitrary<ClubCommand> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('in-one' as const), account, command }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('cross' as const),
      from: account,
      who: fc.nat(3),
      size: fc.nat(1_000_000),
      isOwners: fc.boolean(),
    }),
  },
)

/** Seeds of clubs with up to `length` commands in total. */
export function clubSeeds(length: number): fc.Arbitrary<ClubSeed> {
  return fc.record({
    accounts: fc.tuple(historySeeds(0), historySeeds(0)),
    commands: fc.array(clubCommand, { maxLength: length, size: 'max' }),
  })
}

/** Plays a seed to the last close of both accounts. */
export function playClub(seed: ClubSeed): Club {
  const players = [startPlayer(seed.accounts[0]), startPlayer(seed.accounts[1])] as const
  const crossings: Crossing[] = []
  for (const one of seed.commands) {
    if (one.kind === 'cross') {
      const crossing = cross(players, one)
      if (crossing) crossings.push(crossing)
    } else if (one.command.operation === 'close') {
      // A session ends in both accounts.
      for (const index of [0, 1] as const)
        players[index].close({ ...one.command, luck: index === one.account ? one.command.luck : -one.command.luck })
    } else players[one.account].play(one.command)
  }
  for (const player of players) player.endDay()
  return { players, crossings }
}

const replaysOf = (players: Club['players']): readonly [FundReplay, FundReplay] => [
  replayFund(players[0].records),
  replayFund(players[1].records),
]

function cross(
  players: Club['players'],
  { from, who, size, isOwners }: Extract<ClubCommand, { kind: 'cross' }>,
): Crossing | undefined {
  const [giver, taker] = [players[from], players[from === 0 ? 1 : 0]]
  const before = replaysOf(players)
  const holderId = isOwners ? 'unallocated' : (holders[who] ?? 'a')
  const value = holderFigures(before[from]).find((row) => row.holderId === holderId)?.valueCents ?? 0n
  const amountCents = (value > 0n && BigInt(size) >= value ? value : BigInt(size + 1)) as Cents
  let charged = before
  if (!isOwners) {
    const out = giver.entry('retribution', holderId, giver.today, amountCents)
    const judgement = giver.judge({ kind: 'add-entry', reason: '', entry: out })
    if (!judgement.isAllowed) return undefined
    charged = from === 0 ? [judgement.before, before[1]] : [before[0], judgement.before]
    if (
      !taker.attempt({
        kind: 'add-entry',
        reason: '',
        entry: taker.entry('contribution', holderId, taker.today, amountCents),
      })
    ) {
      giver.attempt({ kind: 'reverse', recordId: out.id })
      return undefined
    }
  }
  const after = replaysOf(players)
  giver.bookMovement(-amountCents as Cents)
  taker.bookMovement(amountCents)
  return { holderId, isOwners, before, charged, after }
}
