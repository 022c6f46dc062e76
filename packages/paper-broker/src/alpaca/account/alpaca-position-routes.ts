// The positions of the Alpaca wire: read, and closed by market orders.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readAccount } from '../../account/read-account.ts'
import type { BrokerParts } from '../../broker-parts.ts'
import { pathPart } from '../../kernel/path-part.ts'
import { readFields } from '../../kernel/read-fields.ts'
import type { AccountSummary } from '../../ledger/list-accounts.ts'
import { absolute, parseExact } from '../../money/decimal.ts'
import { alpacaCallerOf, requireScope } from '../access/require-credential.ts'
import { ALPACA_CODES, AlpacaRefusal } from '../kernel/alpaca-error.ts'
import { bookSymbol, wireSymbol } from '../kernel/alpaca-symbol.ts'
import type { AskedOrder } from '../order/alpaca-order-body.ts'
import { cancelAll, exercise, placeAsked } from '../order/alpaca-order-routes.ts'
import { quantityField } from '../order/amount-field.ts'
import type { PositionFacts } from './alpaca-position-wire.ts'
import { alpacaPositionWire } from './alpaca-position-wire.ts'
import { readFreePositions } from './read-free-positions.ts'

const PERCENT_SCALE = 9
const HUNDRED = 100n * 10n ** BigInt(PERCENT_SCALE)

function closingOrder(symbol: string, quantity: bigint, isLong: boolean): AskedOrder {
  return {
    kind: 'SIMPLE',
    terms: { type: 'market', time: 'day', limit: null, stop: null, trail: null, isExtended: false },
    leg: {
      symbol,
      side: isLong ? 'sell' : 'buy',
      intent: isLong ? 'sell_to_close' : 'buy_to_close',
      quantity,
    },
    clientOrderId: null,
  }
}

/** Returns how much of a position to close: all of it, a quantity, or a percentage cut to whole shares. */
function quantityToClose(query: Readonly<Record<string, unknown>>, held: bigint): bigint {
  const { qty, percentage } = query
  if (typeof qty === 'string' && typeof percentage === 'string')
    throw new AlpacaRefusal('invalid', 'Give either qty or percentage.')
  if (typeof qty === 'string') return quantityField('qty', qty)
  if (typeof percentage !== 'string') return held
  const share = parseExact(percentage, PERCENT_SCALE)
  if (share === null || share <= 0n || share > HUNDRED)
    throw new AlpacaRefusal('invalid', 'percentage is above 0 and at most 100.')
  const quantity = (held * share) / HUNDRED
  if (quantity === 0n) throw new AlpacaRefusal('unprocessable', 'The percentage is less than one whole share.')
  return quantity
}

export function alpacaPositionRoutes(scope: FastifyInstance, parts: BrokerParts): void {
  const factsOf = async (account: AccountSummary, symbol: string | null): Promise<PositionFacts[]> => {
    const picture = await readAccount(parts, account)
    const wanted = picture.positions.filter((position) => symbol === null || position.symbol === symbol)
    return readFreePositions(parts.database, picture, wanted)
  }
  const oneOf = async (request: FastifyRequest): Promise<PositionFacts> => {
    const symbol = bookSymbol(pathPart(request, 'symbol'))
    const [found] = await factsOf(alpacaCallerOf(request).account, symbol)
    if (found === undefined) throw new AlpacaRefusal('notFound', `There is no position in ${wireSymbol(symbol)}.`)
    return found
  }
  const close = async (account: AccountSummary, { position }: PositionFacts, quantity: bigint): Promise<object> =>
    placeAsked(parts, account, closingOrder(position.symbol, quantity, position.quantity > 0n))

  scope.get('/positions', async (request) =>
    (await factsOf(alpacaCallerOf(request).account, null)).map(alpacaPositionWire),
  )

  scope.get('/positions/:symbol', async (request) => alpacaPositionWire(await oneOf(request)))

  scope.delete('/positions/:symbol', async (request) => {
    requireScope(request, 'trading')
    const facts = await oneOf(request)
    const quantity = quantityToClose(readFields(request.query), absolute(facts.position.quantity))
    return close(alpacaCallerOf(request).account, facts, quantity)
  })

  scope.post('/positions/:symbol/exercise', async (request, reply) => {
    requireScope(request, 'trading')
    const symbol = bookSymbol(pathPart(request, 'symbol'))
    await exercise(parts, alpacaCallerOf(request).account, symbol)
    return reply.code(200).send()
  })

  scope.delete('/positions', async (request, reply) => {
    requireScope(request, 'trading')
    const { account } = alpacaCallerOf(request)
    if (readFields(request.query)['cancel_orders'] === 'true') await cancelAll(parts, account)
    const results: object[] = []
    for (const facts of await factsOf(account, null)) {
      const symbol = wireSymbol(facts.position.symbol)
      try {
        results.push({ symbol, status: 200, body: await close(account, facts, absolute(facts.position.quantity)) })
      } catch (error) {
        if (!(error instanceof AlpacaRefusal)) throw error
        // The public text has a body for the orders that were placed only.
        results.push({ symbol, status: ALPACA_CODES[error.kind].status })
      }
    }
    return reply.code(207).send(results)
  })
}
