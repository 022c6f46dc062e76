// What an adapter's test gives the suite, and the ground that each test of the suite starts on.
import type { OrderSession, OrderStatus } from '@clubfolio/domain'
import type { BrokerAccess, BrokerAccountName, BrokerPort, KeyPair } from '../port.ts'
import type { FaultyLine } from './faulty-line.ts'

export interface ConnectOptions {
  /** How many failures in a row open the circuit breaker, and for how long; by default more than a test makes. */
  readonly breaker?: { readonly failures: number; readonly pauseMs: number }
  /** Time limit of a call. */
  readonly totalMs?: number
}

/** A brokerage with two listed shares, ACME and BOLT, whose prices the suite sets. Its market is open. */
export interface BrokerBench {
  readonly line: FaultyLine
  readonly clock: { nowMs(): number; advance(ms: number): void }
  /** Builds an adapter at the line. */
  connect(options?: ConnectOptions): BrokerPort
  /** Makes a new owner with one margin account of 100,000 dollars, and their consent. Returns the code of it. */
  consent(broker: BrokerPort): Promise<string>
  /** Ends every consent at the brokerage. */
  endConsents(): Promise<void>
  /** Makes a key pair for the account of the latest consent, where the brokerage has them. */
  makeKeyPair?(): Promise<KeyPair>
  setPrice(symbol: string, price: number): void
  /** From now on an execution fills only a part of what is left of an order, or again all of it. */
  fillInParts(isInParts: boolean): void
  /** How the wire writes a status; undefined where it has no word for it. */
  spell(status: OrderStatus): string | undefined
  /** Rewrites an answer of the wire as a brokerage would write it that has new words. */
  readonly strange: {
    /** A working order in this status of the wire. */
    status(body: string, word: string): string
    /** BUY orders with this instruction. */
    instruction(body: string, word: string): string
    /** Trades of this kind. */
    kind(body: string, word: string): string
    /** Fields that the adapter does not know, wherever they can be. */
    fields(body: string): string
  }
  stop(): Promise<void>
}

export interface BrokerTraits {
  /** It opens accounts and moves money. */
  readonly isFunded: boolean
  /** Its access tokens are renewed; otherwise they last until the owner revokes them. */
  readonly isRenewed: boolean
  /** It keeps our references of orders. */
  readonly keepsReferences: boolean
  /** It is also linked by key pairs. */
  readonly hasKeyPairs: boolean
  /** The order type of an entry that can hold a stop. */
  readonly entryType: 'STOP' | 'LIMIT'
  /** It takes two exits of which the fill of one cancels the other: with an entry, and on a held position. */
  readonly hasPairs: boolean
  /** It takes several legs at a net price. */
  readonly hasLegs: boolean
  /** Orders can be good till a day. */
  readonly hasGoodTill: boolean
  /** The hours beside regular ones that an order can be for. */
  readonly extendedSessions: readonly Exclude<OrderSession, 'NORMAL'>[]
}

/** The suite's ground: a linked account, new for every test. */
export interface BrokerGround {
  readonly traits: BrokerTraits
  readonly bench: BrokerBench
  readonly broker: BrokerPort
  readonly access: BrokerAccess
  readonly account: BrokerAccountName
}
