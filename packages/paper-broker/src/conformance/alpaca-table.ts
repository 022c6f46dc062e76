// Which calls of Alpaca's own client, @alpacahq/alpaca-trade-api, work against this brokerage. Its test holds every
// row; docs/wire-conformance.md shows them.

/** `not served`: the wire has no such call here, and the client gets a 404. */
type AlpacaVerdict = 'completes' | 'not served'

interface AlpacaCall {
  readonly call: string
  readonly methods: readonly string[]
  readonly verdict: AlpacaVerdict
}

const done = (call: string, ...methods: string[]): AlpacaCall => ({ call, methods, verdict: 'completes' })
const unserved = (call: string, ...methods: string[]): AlpacaCall => ({ call, methods, verdict: 'not served' })

export const ALPACA_CALLS: readonly AlpacaCall[] = [
  done('GET v2/account', 'account.getAccount', 'validateConnection'),
  done('GET v2/account/configurations', 'accountConfigurations.getAccountConfig'),
  done('PATCH v2/account/configurations', 'accountConfigurations.patchAccountConfig'),
  done('GET v2/account/activities', 'accountActivities.getAccountActivities', 'collectActivities'),
  done(
    'GET v2/account/activities/{type}',
    'accountActivities.getAccountActivitiesByActivityType',
    'collectActivitiesByType',
  ),
  done('GET v2/account/portfolio/history', 'portfolioHistory.getAccountPortfolioHistory'),
  done('GET v2/positions', 'positions.getAllOpenPositions'),
  done('GET v2/positions/{symbol}', 'positions.getOpenPosition'),
  done('DELETE v2/positions/{symbol}', 'positions.deleteOpenPosition'),
  done('DELETE v2/positions', 'positions.deleteAllOpenPositions', 'closeAllPositions'),
  done('POST v2/positions/{symbol}/exercise', 'positions.optionExercise'),
  unserved('POST v2/positions/{symbol}/do-not-exercise', 'positions.optionDoNotExercise'),
  done(
    'POST v2/orders',
    'orders.postOrder',
    'orders.market',
    'orders.limit',
    'orders.stop',
    'orders.stopLimit',
    'orders.trailingStop',
    'orders.bracket',
    'orders.oco',
    'orders.oto',
    'orders.submit',
    'submitAndWait',
  ),
  done('GET v2/orders', 'orders.getAllOrders'),
  done('GET v2/orders/{id}', 'orders.getOrderByOrderID'),
  done('GET v2/orders:by_client_order_id', 'orders.getOrderByClientOrderId'),
  done('PATCH v2/orders/{id}', 'orders.patchOrderByOrderId'),
  done('DELETE v2/orders/{id}', 'orders.deleteOrderByOrderID'),
  done('DELETE v2/orders', 'orders.deleteAllOrders'),
  done('GET v2/assets', 'assets.getV2Assets'),
  done('GET v2/assets/{symbol}', 'assets.getV2AssetsSymbolOrAssetId'),
  done('GET v2/options/contracts', 'assets.getOptionsContracts', 'collectOptionsContracts'),
  done('GET v2/options/contracts/{symbol}', 'assets.getOptionContractSymbolOrId'),
  done('GET v2/calendar', 'calendar.legacyCalendar'),
  unserved('GET v3/calendar/{market}', 'calendar.calendar'),
  done('GET v2/clock', 'clock.legacyClock'),
  unserved('GET v3/clock', 'clock.clock'),
  done('GET data/v2/stocks/bars', 'stocks.stockBars', 'getStockBars', 'getStockCandles'),
  done('GET data/v2/stocks/{symbol}/bars', 'stocks.stockBarSingle'),
  done('GET data/v2/stocks/bars/latest', 'stocks.stockLatestBars'),
  done('GET data/v2/stocks/{symbol}/bars/latest', 'stocks.stockLatestBarSingle'),
  done('GET data/v2/stocks/quotes/latest', 'stocks.stockLatestQuotes'),
  done('GET data/v2/stocks/{symbol}/quotes/latest', 'stocks.stockLatestQuoteSingle'),
  done('GET data/v2/stocks/trades/latest', 'stocks.stockLatestTrades', 'getLatestPrice'),
  done('GET data/v2/stocks/{symbol}/trades/latest', 'stocks.stockLatestTradeSingle'),
  done('GET data/v2/stocks/snapshots', 'stocks.stockSnapshots'),
  done('GET data/v2/stocks/{symbol}/snapshot', 'stocks.stockSnapshotSingle'),
  unserved('GET data/v2/stocks/trades', 'stocks.stockTrades', 'stocks.stockTradeSingle'),
  unserved('GET data/v2/stocks/quotes', 'stocks.stockQuotes', 'stocks.stockQuoteSingle'),
  unserved('GET data/v2/stocks/auctions', 'stocks.stockAuctions', 'stocks.stockAuctionSingle'),
  unserved('GET data/v2/stocks/meta', 'stocks.stockMetaConditions', 'stocks.stockMetaExchanges'),
  done('GET data/v1beta1/options/snapshots/{symbol}', 'options.optionChain'),
  done('GET data/v1beta1/options/snapshots', 'options.optionSnapshots'),
  done('GET data/v1beta1/options/quotes/latest', 'options.optionLatestQuotes'),
  done('GET data/v1beta1/options/trades/latest', 'options.optionLatestTrades'),
  unserved('GET data/v1beta1/options/bars and trades', 'options.optionBars', 'options.optionTrades'),
  unserved('GET data/v1beta1/options/meta', 'options.optionMetaConditions', 'options.optionMetaExchanges'),
  done('the account stream', 'stream'),
]

/** Resources of the client that the brokerage does not serve at all. */
export const UNSERVED_RESOURCES: readonly string[] = [
  'trading.corporateActions',
  'trading.cryptoFunding',
  'trading.events',
  'trading.locates',
  'trading.tokenization',
  'trading.watchlists',
  'marketData.corporateActions',
  'marketData.crypto',
  'marketData.cryptoPerpetualFutures',
  'marketData.fixedIncome',
  'marketData.forex',
  'marketData.indices',
  'marketData.logos',
  'marketData.news',
  'marketData.screener',
]

/** Returns the rows as a Markdown table. */
export function alpacaTable(): string {
  const rows = ALPACA_CALLS.map(
    ({ call, methods, verdict }) => `| ${call} | ${methods.map((method) => `\`${method}\``).join(', ')} | ${verdict} |`,
  )
  return ['| call | @alpacahq/alpaca-trade-api | comes to |', '|---|---|---|', ...rows].join('\n')
}
