// The brokerage interface in the application's own terms: money in whole cents, quantities and prices as exact decimal
// text, instants in epoch milliseconds. Configuration decides which brokerage is behind it.
import type {
  ActionWire,
  Cents,
  EntryDraft,
  EpochMs,
  ExtendedSession,
  MarketDay,
  OrderDraft,
  OrderSession,
  OrderStatus,
} from '@clubfolio/domain'
import type {
  BrokerWord,
  OrderDuration,
  OrderInstruction,
  OrderStrategy,
  ReportedOrderType,
  TransactionKind,
} from './broker-words.ts'
import type {
  BrokerDailyBar,
  BrokerExpiration,
  BrokerOptionChain,
  BrokerPriceRange,
  BrokerQuote,
} from './market-answers.ts'
import type { SharedWork } from '../../kernel/shared-lookup.ts'

/** Why the brokerage could not be used. The message never contains what was sent or received. */
export type BrokerFailureKind =
  /** It understood and refused: wrong code, unknown account, not allowed. */
  | 'REFUSED'
  /** It lists nothing under that code of a share. */
  | 'UNKNOWN_SYMBOL'
  /** The owner's authorisation has expired; they have to renew it. */
  | 'LAPSED'
  /** No answer in time, too busy, or broken. */
  | 'UNAVAILABLE'
  /** An invalid response. */
  | 'NONSENSE'
  /** The account belongs to a brokerage that this installation is no longer configured for. */
  | 'UNCONFIGURED'

export class BrokerFailure extends Error {
  readonly kind: BrokerFailureKind
  /** The broker's own number for the request, for questions to its support. */
  readonly correlationId: string | undefined
  /** Of the answer, if there was one. */
  readonly status: number | undefined
  constructor(kind: BrokerFailureKind, reason: string, correlationId?: string, status?: number) {
    super(reason)
    this.name = 'BrokerFailure'
    this.kind = kind
    this.correlationId = correlationId
    this.status = status
  }
}

/**
 * The tokens of an authorisation: an access token, and the token that renews it until the authorisation ends. Where
 * access lasts until it is revoked, the access token does not expire and nothing renews it.
 */
export interface BrokerTokens {
  readonly accessToken: string
  /** Null when it does not expire. */
  readonly accessExpiresMs: EpochMs | null
  /** Null where access tokens are not renewed: one that the brokerage rejects has lapsed. */
  readonly refreshToken: string | null
  /** How long the authorisation lasts; refreshing does not extend it. Null when it lasts until the owner revokes it. */
  readonly lifeMs: number | null
}

/** Keys that the owner creates on the brokerage's own pages and enters here: an id and its secret. */
export interface KeyPair {
  readonly keyId: string
  readonly secret: string
}

/** Brokerages that can also be linked without a consent page. */
export interface KeyPairLinking {
  /** Returns the access that a pair gives. Sends nothing: the first reading shows whether the brokerage accepts it. */
  tokensOf(pair: KeyPair): BrokerTokens
}

/** The access of one broker login, kept fresh by its owner; the adapter requests a token on every call. */
export interface BrokerAccess {
  /** Identifies the login for per-login limits; not a secret. */
  readonly key: string
  accessToken(): Promise<string>
  /** Returns a token other than `rejected`, which the brokerage did not accept. Throws LAPSED when there is none. */
  tokenAfter(rejected: string): Promise<string>
}

export interface BrokerAccountName {
  readonly number: string
  /** The broker's identifier for the account in URLs. */
  readonly hashValue: string
}

export interface BrokerPosition {
  readonly symbol: string
  readonly assetType: string
  readonly description: string | null
  /** Shares per contract; 1 for shares. */
  readonly multiplier: number
  /** Negative for a short position. */
  readonly quantity: string
  readonly averagePrice: string
  /** Negative for a short position. */
  readonly marketValueCents: Cents
  readonly openProfitCents: Cents
}

export interface BrokerAccount {
  readonly number: string
  readonly type: 'MARGIN' | 'CASH'
  /** Cash + market value of positions. */
  readonly valueCents: Cents
  readonly buyingPowerCents: Cents
  /** All cash, including proceeds of short sales: value - market value of positions. */
  readonly cashCents: Cents
  /** The cash that the broker's own fields add up to, where it reports them. */
  readonly reportedCashCents: Cents | null
  readonly openProfitCents: Cents
  readonly positions: readonly BrokerPosition[]
}

export interface BrokerTransaction {
  readonly brokerId: string
  readonly occurredMs: EpochMs
  /** The day that the broker assigns; null when it gives none. */
  readonly tradeDate: MarketDay | null
  readonly kind: BrokerWord<TransactionKind>
  readonly description: string
  readonly netAmountCents: Cents
  readonly feeCents: Cents
  readonly orderId: string | null
  /** The security it refers to: the one it moved, or the one that paid the dividend; null for plain cash. */
  readonly about: { readonly symbol: string; readonly assetType: string } | null
  /** Its effect on a position, if any. */
  readonly security: {
    readonly symbol: string
    readonly assetType: string
    readonly multiplier: number
    /** Signed change. */
    readonly quantity: string
    readonly price: string | null
  } | null
}

/** A part of a multi-leg order, traded together with the others. */
export interface BrokerLeg {
  readonly symbol: string
  readonly assetType: string
  readonly instruction: BrokerWord<OrderInstruction>
  readonly quantity: string | null
}

export interface BrokerTrail {
  readonly offset: string
  readonly unit: 'DOLLARS' | 'PERCENT'
}

/** An order as the brokerage reports it, with its child orders. */
export interface BrokerOrder {
  readonly brokerId: string
  readonly strategy: BrokerWord<OrderStrategy>
  /** Null, like all terms, on an OCO wrapper. Multi-leg orders carry the symbol of their first leg. */
  readonly symbol: string | null
  readonly assetType: string | null
  readonly multiplier: number
  readonly legCount: number
  /** All legs of a multi-leg order; empty otherwise. Its prices are net, per share of a contract. */
  readonly legs: readonly BrokerLeg[]
  /** The broker's name for several legs together: VERTICAL, IRON_CONDOR, ... */
  readonly shape: string | null
  readonly instruction: BrokerWord<OrderInstruction> | null
  readonly orderType: BrokerWord<ReportedOrderType> | null
  readonly session: BrokerWord<OrderSession> | null
  readonly duration: BrokerWord<OrderDuration> | null
  /** The last market day of an order that is good till a day. */
  readonly goodTill: MarketDay | null
  readonly quantity: string | null
  readonly filledQuantity: string
  /** Zero once the order is over, filled or not. */
  readonly remainingQuantity: string
  readonly price: string | null
  readonly stopPrice: string | null
  readonly averageFillPrice: string | null
  /** Of the newest execution; null before the first, and where the broker does not report it. */
  readonly lastFillMs: EpochMs | null
  /** How far a trailing stop stays behind the market. */
  readonly trail: BrokerTrail | null
  /** UNKNOWN for a status that has no word of ours; `description` then starts with the broker's. */
  readonly status: OrderStatus
  /** Why it was rejected or cancelled, in the broker's words. */
  readonly description: string | null
  readonly isCancelable: boolean
  readonly enteredMs: EpochMs
  readonly closedMs: EpochMs | null
  readonly children: readonly BrokerOrder[]
}

/** Outcome of sending an order, a replacement or a cancellation to the brokerage. It is never resent automatically. */
export type OrderSending =
  /** Accepted. The id is the broker's for the order, null when its answer named none. */
  | { readonly outcome: 'TAKEN'; readonly brokerId: string | null }
  /** It understood and refused; there is no such order. */
  | { readonly outcome: 'REFUSED'; readonly reason: string }
  /** It certainly never arrived. */
  | { readonly outcome: 'NOT_SENT'; readonly failure: BrokerFailure }
  /** It may or may not have arrived: only the broker's list of orders can tell. */
  | { readonly outcome: 'LOST'; readonly reason: string }

/** An order of ours that is looked for at the brokerage. */
export interface SoughtOrder {
  readonly reference: string
  readonly draft: OrderDraft
}

export interface OrderReplacement {
  readonly brokerId: string
  readonly draft: OrderDraft
  readonly reference: string
}

/** The brokerage's assessment of an order before it is sent. */
export interface BrokerPreview {
  /** Why it would be rejected; empty when it would be accepted. */
  readonly rejects: readonly string[]
  readonly warnings: readonly string[]
  readonly commissionCents: Cents | null
}

/**
 * The markets of a practice brokerage; a replay has its own name. An account lives in the market it was opened in,
 * whichever is active.
 */
export type PracticeMarket = 'simulated' | 'import' | 'yahoo' | 'alpaca' | `replay/${string}`

export interface OpenedAccount extends BrokerAccount {
  readonly hashValue: string
  readonly market: PracticeMarket
}

/** Practice brokerages open accounts from here; real ones do not. */
export interface BrokerFunding {
  /** Returns the market of each account that the access covers, by hash. */
  markets(access: BrokerAccess): Promise<ReadonlyMap<string, PracticeMarket>>
  /** Pays in or out; the reference makes it idempotent. Returns the broker's id of the transaction. */
  transfer(
    access: BrokerAccess,
    hashValue: string,
    transfer: { readonly direction: 'DEPOSIT' | 'WITHDRAWAL'; readonly amountCents: Cents; readonly reference: string },
  ): Promise<string>
  /**
   * Returns the broker's id of the transaction made under a reference, or null when none was; waits for a transfer in
   * progress.
   */
  findTransfer(access: BrokerAccess, hashValue: string, reference: string): Promise<string | null>
  /** The reference makes it idempotent. */
  openAccount(
    access: BrokerAccess,
    opening: { readonly type: 'MARGIN' | 'CASH'; readonly name: string; readonly reference: string },
  ): Promise<BrokerAccountName>
}

/** A connection over which a brokerage reports that an order of a login has changed. */
export interface OrderNewsConnection {
  close(): void
}

export interface OrderNewsListener {
  /** The brokerage listens to the login's orders from now on. */
  readonly onOpen: () => void
  /** An order of the login has changed; what it is now is read as always. */
  readonly onNews: () => void
  /** The connection is over, or never came about. `isLapsed` when the brokerage did not accept the access. */
  readonly onEnd: (end: { readonly isLapsed: boolean }) => void
}

export interface OrderNews {
  /** Connects on behalf of a login. The listener hears of the end exactly once, unless the caller closes first. */
  listen(access: BrokerAccess, listener: OrderNewsListener): OrderNewsConnection
}

/**
 * Work at one brokerage that simultaneous calls of this process share. The brokerage limits a login's requests per
 * minute: sixty orders that each read the account and the quote separately would exhaust that, and the last of them
 * would wait a minute.
 */
export interface SharedBrokerWork {
  readonly accounts: SharedWork<BrokerAccount>
  readonly quotes: SharedWork<readonly BrokerQuote[]>
  readonly orders: SharedWork<readonly BrokerOrder[]>
  /** Openings under way: a copy of the same opening joins it, because a reference always has the same answer. */
  readonly openings: Map<string, Promise<OpenedAccount>>
}

/** What every brokerage is, whether a wire connects it or its statements are imported. */
export interface BrokerIdentity {
  /** Stored with every account: `schwab`, `paper`. */
  readonly name: string
  /** The name that screens show: `Charles Schwab`. */
  readonly title: string
  /** Whether its accounts hold practice money only; screens mark them, and totals keep them apart from real money. */
  readonly isPaper: boolean
  /** Whether it takes no orders: its accounts are read only. */
  readonly isReadOnly: boolean
}

/** A brokerage that is connected by its wire, with the authorisation of the accounts' owners. */
export interface BrokerPort extends BrokerIdentity {
  /** Whether the owner can consent on a page of the brokerage; otherwise a key pair is the only way of linking. */
  readonly hasConsentPage: boolean
  /** The application's key at the broker; shown in the browser, not a secret. */
  readonly appKey: string
  readonly redirectUrl: string
  /** False when its market has its own clock, which can be replayed or paused. */
  readonly livesByWallClock: boolean
  /** The hours outside the regular session for which it takes orders. */
  readonly sessions: readonly ExtendedSession[]
  /** Made with `createSharedBrokerWork`. */
  readonly shared: SharedBrokerWork
  authoriseUrl(state: string): string
  /** Exchanges a code, without retries: a code works a single time. */
  exchange(code: string): Promise<BrokerTokens>
  refresh(refreshToken: string): Promise<BrokerTokens>
  /** Linking by a key pair, where the brokerage offers it. */
  readonly keyPair?: KeyPairLinking
  listAccounts(access: BrokerAccess): Promise<BrokerAccountName[]>
  /** Returns all accounts of the login with balances and positions. */
  readAccounts(access: BrokerAccess): Promise<BrokerAccount[]>
  readAccount(access: BrokerAccess, hashValue: string): Promise<BrokerAccount>
  /** Oldest first; the span is at most a year. */
  listTransactions(
    access: BrokerAccess,
    hashValue: string,
    fromMs: EpochMs,
    toMs: EpochMs,
  ): Promise<BrokerTransaction[]>
  /** Returns orders entered in the span with their child orders, in no particular order; the span is at most a year. */
  listOrders(access: BrokerAccess, hashValue: string, fromMs: EpochMs, toMs: EpochMs): Promise<BrokerOrder[]>
  readOrder(access: BrokerAccess, hashValue: string, brokerId: string): Promise<BrokerOrder>
  previewOrder(access: BrokerAccess, hashValue: string, draft: OrderDraft): Promise<BrokerPreview>
  /**
   * Whether the brokerage itself holds the exits of this entry until it is filled; false when it takes the entry alone,
   * and the exits once there is a position. Where it is absent, it holds all exits.
   */
  holdsExits?(draft: EntryDraft): boolean
  /** Why it never takes a new order of this shape; null where it may. Where it is absent, only sending tells. */
  describeUnsendable?(draft: OrderDraft): string | null
  /**
   * Sent once and never retried; read the order back before reporting it. `reference` is ours for this order; a
   * brokerage that keeps references takes each one once.
   */
  placeOrder(access: BrokerAccess, hashValue: string, draft: OrderDraft, reference: string): Promise<OrderSending>
  /**
   * What an order can be replaced by in one call. Where it is absent, only quantity, price and duration change, and a
   * stop is cancelled before a market order takes its place.
   */
  readonly replaces?: ActionWire
  /**
   * The exit of an entry is an order of its own and is replaced alone, also while it waits. Where it is absent, the
   * entry is replaced together with its exits.
   */
  readonly replacesExitsAlone?: true
  /**
   * What an order fills while it is being replaced may be taken off its replacement by the brokerage, and the quantity
   * that the replacement reads back with says so. Where it is absent, a replacement is for all it was sent for.
   */
  readonly replacementsCountFills?: true
  /** Why this open order cannot be replaced; null where it can, or where only the answer to a replacement tells. */
  describeFixed?(order: { readonly filledQuantity: string }): string | null
  /** The old order becomes REPLACED and a new one with its own id, and our reference, takes its place. */
  replaceOrder(access: BrokerAccess, hashValue: string, replacement: OrderReplacement): Promise<OrderSending>
  /**
   * Returns the order that was taken under our reference, or null when none was; only where the brokerage keeps
   * references. Elsewhere a lost answer is searched for by the order's terms.
   */
  findOrder?(access: BrokerAccess, hashValue: string, sought: SoughtOrder): Promise<BrokerOrder | null>
  cancelOrder(access: BrokerAccess, hashValue: string, brokerId: string): Promise<OrderSending>
  quotes(access: BrokerAccess, symbols: readonly string[]): Promise<BrokerQuote[]>
  /**
   * Returns every contract that expires between two days; empty if no options are listed for the symbol. Throws
   * UNKNOWN_SYMBOL where the brokerage says that it has no such symbol.
   */
  optionChain(access: BrokerAccess, symbol: string, from: MarketDay, to: MarketDay): Promise<BrokerOptionChain>
  /** Nearest first. Throws UNKNOWN_SYMBOL in the same way. */
  optionExpirations(access: BrokerAccess, symbol: string): Promise<BrokerExpiration[]>
  readonly funding?: BrokerFunding
  /** Returns the highest and lowest trade of the minutes that begin in the span; null when there was none. */
  priceRange(access: BrokerAccess, symbol: string, fromMs: EpochMs, toMs: EpochMs): Promise<BrokerPriceRange | null>
  /** Returns closing prices as traded, oldest first; empty for an unknown symbol. */
  dailyCloses(access: BrokerAccess, symbol: string, from: MarketDay, to: MarketDay): Promise<BrokerDailyBar[]>
  /** News of orders as they happen, where the brokerage sends any; polling goes on beside it. */
  readonly orderNews?: OrderNews
  /** Ends its connections. */
  close(): void
}
