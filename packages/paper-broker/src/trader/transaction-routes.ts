// GET accounts/{hash}/transactions and accounts/{hash}/transactions/{id} of the trader API.

import { pathPart } from '../kernel/path-part.ts'
import { readFields } from '../kernel/read-fields.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BrokerParts } from '../broker-parts.ts'
import { advanceAccount } from '../engine/advance-account.ts'
import { callerOf } from '../oauth/bearer-scope.ts'
import { listOf } from '../kernel/query-list.ts'
import { refuseWithMessage } from '../kernel/wire-error.ts'
import { parseInstant } from '../kernel/wire-time.ts'
import { DOLLAR_SYMBOL } from '../ledger/cash-item.ts'
import { findAccountOfConsent } from '../ledger/list-accounts.ts'
import type { MarketState } from '../market/market-state.ts'
import { readTransaction, readTransactions } from './read-transactions.ts'
import type { ReadTransaction, TransactionQuery } from './read-transactions.ts'
import { transactionWire } from './transaction-wire.ts'

const KINDS = [
  'TRADE',
  'RECEIVE_AND_DELIVER',
  'DIVIDEND_OR_INTEREST',
  'ACH_RECEIPT',
  'ACH_DISBURSEMENT',
  'CASH_RECEIPT',
  'CASH_DISBURSEMENT',
  'ELECTRONIC_FUND',
  'WIRE_OUT',
  'WIRE_IN',
  'JOURNAL',
  'MEMORANDUM',
  'MARGIN_CALL',
  'MONEY_MARKET',
  'SMA_ADJUSTMENT',
] as const

const MAX_RANGE_MS = 366 * 24 * 60 * 60_000

/** Parses the query, or returns a sentence that describes the error. */
function readQuery(query: Record<string, unknown>): TransactionQuery | string {
  const instantOf = (name: string): number | null => {
    const value = query[name]
    return typeof value === 'string' ? parseInstant(value) : null
  }
  const from = instantOf('startDate')
  const to = instantOf('endDate')
  if (from === null || to === null) return 'startDate and endDate are needed in the form yyyy-MM-ddTHH:mm:ss.SSSZ'
  if (to < from) return 'endDate is earlier than startDate'
  if (to - from > MAX_RANGE_MS) return 'The range between startDate and endDate is more than a year'
  const kinds = listOf(query['types'])
  const unknown = kinds.find((kind) => !KINDS.some((known) => known === kind))
  if (kinds.length === 0) return `types is needed; it is one of ${KINDS.join(', ')}`
  if (unknown !== undefined) return `${unknown} is no transaction type; it is one of ${KINDS.join(', ')}`
  const symbol = query['symbol']
  return {
    from: new Date(from),
    to: new Date(to),
    kinds,
    symbol: typeof symbol === 'string' && symbol !== '' ? symbol.toUpperCase() : null,
  }
}

/** Looks up the names of every instrument that some transactions move. */
async function namesIn(transactions: readonly ReadTransaction[], state: MarketState): Promise<Map<string, string>> {
  const symbols = new Set(transactions.flatMap(({ items }) => items.map(({ symbol }) => symbol)))
  const names = new Map<string, string>()
  for (const symbol of symbols) {
    const instrument = symbol === DOLLAR_SYMBOL ? null : await state.market.find(symbol, state.marketMs)
    if (instrument !== null) names.set(symbol, instrument.description)
  }
  return names
}

const ACTIVITY_NUMBER = /^\d{1,18}$/

export function transactionRoutes(scope: FastifyInstance, parts: BrokerParts): void {
  const list = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const hash = pathPart(request, 'hash')
    const account = await findAccountOfConsent(parts.database, callerOf(request).consentId, hash)
    if (account === null) return refuseWithMessage(reply, 404, 'Invalid account number')
    const query = readQuery(readFields(request.query))
    if (typeof query === 'string') return refuseWithMessage(reply, 400, 'Invalid request', [query])
    const state = await parts.desk.of(account)
    await advanceAccount(parts.database, account, state, parts.settings)
    const found = await readTransactions(parts.database, account.accountId, query)
    const names = await namesIn(found, state)
    return found.map((transaction) => transactionWire(transaction, account.accountNumber, names))
  }

  const one = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const hash = pathPart(request, 'hash')
    const id = pathPart(request, 'id')
    const account = await findAccountOfConsent(parts.database, callerOf(request).consentId, hash)
    if (account === null) return refuseWithMessage(reply, 404, 'Invalid account number')
    const found = ACTIVITY_NUMBER.test(id) ? await readTransaction(parts.database, account.accountId, BigInt(id)) : null
    if (found === null) return refuseWithMessage(reply, 404, 'No such transaction')
    return transactionWire(found, account.accountNumber, await namesIn([found], await parts.desk.of(account)))
  }

  scope.get('/accounts/:hash/transactions', list)
  scope.get('/accounts/:hash/transactions/:id', one)
}
