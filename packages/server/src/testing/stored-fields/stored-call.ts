// What the rows of the test of stored fields are made of: a body that gives a call's optional fields, and the place
// where each is read back.
import { randomUUID } from 'node:crypto'
import { fillPath, routeList } from '@clubfolio/contract'
import type { LinkedAccount } from '../factories.ts'
import type { Consent, TestBrokerage } from '../paper-brokerage.ts'
import type { TestUser } from '../test-app.ts'

export type Body = Readonly<Record<string, unknown>>
type Params = Readonly<Record<string, string>>

/** A place in what the sample reads; another value than the sent one, where the call says it in another form. */
export type ReadPlace = string | { readonly at: string; readonly as: unknown } | { readonly because: string }

export interface StoredSample {
  /** Sent over HTTP, in wire form. */
  readonly body: (ground: Ground) => Body | Promise<Body>
  /** Reads back over HTTP, after the call was sent and answered `reply`. */
  readonly read?: (ground: Ground, reply: Body, sent: Body) => Promise<unknown>
  /** The optional fields that the body gives, each with its place in what is read, or why it is not read back. */
  readonly fields: Readonly<Record<string, ReadPlace>>
  /** For an update: what is read after null is sent for each field that null clears. */
  readonly cleared?: Body
}

/** The samples of a call; together they give all of its optional fields. */
export type StoredCalls = Readonly<Record<string, readonly StoredSample[]>>

/** What samples send and read with, and what they may name. */
export interface Ground {
  readonly app: TestBrokerage
  readonly manager: TestUser
  /** An account with closes, linked on 2026-02-25 with 10,000 dollars. */
  readonly account: LinkedAccount
  /** A linked account of the paper brokerage. */
  readonly paper: LinkedAccount
  readonly consent: Consent
  /** An own member, and the id of their saved bank account. */
  readonly memberId: string
  readonly bankAccountId: string
  /** Another user. */
  readonly otherUserId: string
  readonly groupId: string
  /** An instrument of the active market. */
  readonly code: string
  call(
    name: string,
    input?: { readonly body?: unknown; readonly params?: Params; readonly token?: string },
  ): Promise<Reply>
}

/** An answer, in wire form. */
export type Reply = Body & readonly Body[]

/** Calls as the manager, or with another token, with a new Idempotency-Key each time. */
export const callerOf =
  (url: string, ownToken: string): Ground['call'] =>
  async (name, { body, params = {}, token = ownToken } = {}) => {
    const { route } = routeList.find((named) => `${named.group}.${named.name}` === name)!
    const answer = await fetch(`${url}${fillPath(route.path, params)}`, {
      method: route.method,
      headers: { token, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      ...(route.method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${text}`)
    return JSON.parse(text) as Reply
  }

/** Returns the row with the id. */
export const rowOf = (rows: readonly Body[], id: unknown): Body | undefined => rows.find((row) => row['id'] === id)
