// The requests of a campaign's clients under load, each under its own key: contributions, some of which make their own
// deposit, and orders that never fill. A request that was not acknowledged stays open and is sent again under its key.
import { randomUUID } from 'node:crypto'
import { ApiError } from '@clubfolio/contract'
import { parseCents } from '@clubfolio/domain'
import { setTimeout as delay } from 'node:timers/promises'
import type { Acknowledgement, AcknowledgementLog } from './acknowledged.ts'
import { campaignStart, type Club, type ClubAccount } from './club.ts'

export type Wish =
  | {
      readonly kind: 'entry'
      readonly key: string
      readonly account: ClubAccount
      readonly memberId: string
      readonly amount: string
      readonly movesMoney: boolean
    }
  | { readonly kind: 'order'; readonly key: string; readonly account: ClubAccount; readonly price: string }

export interface Wishes {
  /** Every request ever sent, acknowledged or not. */
  readonly all: readonly Wish[]
  /** Sent and not acknowledged. */
  readonly open: Set<Wish>
  /** Refusals and failures that occurred, by their text. */
  readonly met: Map<string, number>
  entry(movesMoney: boolean): Wish
  order(account: ClubAccount): Wish
  /** Sends once; returns true when it was acknowledged and recorded. */
  send(wish: Wish): Promise<boolean>
  /** Sends repeatedly until it is acknowledged; returns false if that takes longer than a minute. */
  insist(wish: Wish): Promise<boolean>
  /** Sends a request that was acknowledged before, and returns whether the answer is the same. */
  repeatsItsAnswer(wish: Wish, answer: Acknowledgement): Promise<boolean>
}

const symbol = 'SPY'
const insistMs = 60_000
const pauseMs = 250

export function openWishes(club: Club, random: () => number, log: AcknowledgementLog): Wishes {
  const all: Wish[] = []
  const open = new Set<Wish>()
  const met = new Map<string, number>()
  const priceCount = new Map<string, number>()
  const pick = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)]!
  const made = (wish: Wish): Wish => {
    all.push(wish)
    open.add(wish)
    return wish
  }
  const attempt = async (wish: Wish): Promise<string> => {
    const { client } = club
    const call = { idempotencyKey: wish.key }
    if (wish.kind === 'order') {
      const body = {
        ticket: symbol,
        quantity: '1',
        directionality: 'BUY',
        accountNumber: wish.account.number,
        price: wish.price,
        orderType: 'LIMIT',
      } as const
      return (await client.order.putOrder({ body }, call)).orderId
    }
    const body = {
      accountId: wish.account.id,
      memberId: wish.memberId,
      amount: parseCents(wish.amount)!,
      date: campaignStart.slice(0, 10),
      description: wish.key,
      moveMoney: wish.movesMoney,
    }
    return (await client.member.createContribution({ body }, call)).id
  }
  const send = async (wish: Wish): Promise<boolean> => {
    try {
      const id = await attempt(wish)
      log.write({
        kind: wish.kind,
        key: wish.key,
        id,
        accountId: wish.account.id,
        amount: wish.kind === 'entry' ? wish.amount : wish.price,
      })
      open.delete(wish)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const words = `${error.status} ${error.body.refusal ?? (error.status === 0 ? 'no answer' : error.message.slice(0, 60))}`
      met.set(words, (met.get(words) ?? 0) + 1)
      return false
    }
  }
  return {
    all,
    open,
    met,
    entry: (movesMoney) =>
      made({
        kind: 'entry',
        key: randomUUID(),
        account: pick(club.accounts),
        memberId: pick(club.memberIds),
        amount: `${10 + Math.floor(random() * 90)}.${10 + Math.floor(random() * 90)}`,
        movesMoney,
      }),
    order(account) {
      // Far below the market, and no two alike: the price identifies the request an order belongs to.
      const count = (priceCount.get(account.id) ?? 0) + 1
      priceCount.set(account.id, count)
      return made({ kind: 'order', key: randomUUID(), account, price: (1 + count / 100).toFixed(2) })
    },
    send,
    async insist(wish) {
      for (const untilMs = performance.now() + insistMs; performance.now() < untilMs; await delay(pauseMs))
        if (await send(wish)) return true
      return false
    },
    repeatsItsAnswer: async (wish, answer) => (await attempt(wish)) === answer.id,
  }
}
