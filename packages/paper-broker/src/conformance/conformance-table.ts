// Which calls of two clients that we did not write work against this brokerage. The tests of both clients hold every
// row; docs/wire-conformance.md shows them.

/**
 * What a call comes to. `client error`: the brokerage answers as the real one does, and the client cannot read that or
 * sends what the public text does not allow. `not served`: the brokerage has no stream.
 */
type Verdict = 'completes' | 'client error' | 'not served'

interface ClientCall {
  readonly name: string
  readonly verdict: Verdict
}

interface WireCall {
  readonly call: string
  readonly schwabClientJs: readonly ClientCall[]
  readonly sudowealth: readonly ClientCall[]
}

const done = (...names: string[]): ClientCall[] => names.map((name) => ({ name, verdict: 'completes' }))
const wrong = (...names: string[]): ClientCall[] => names.map((name) => ({ name, verdict: 'client error' }))
const unserved = (...names: string[]): ClientCall[] => names.map((name) => ({ name, verdict: 'not served' }))

export const WIRE_CALLS: readonly WireCall[] = [
  { call: 'GET oauth/authorize', schwabClientJs: [], sudowealth: done('getAuthorizationUrl') },
  { call: 'POST oauth/token, code', schwabClientJs: [], sudowealth: done('exchangeCode') },
  {
    call: 'POST oauth/token, refresh',
    schwabClientJs: done('checkAccessToken'),
    sudowealth: done('refresh', 'debugAuth'),
  },
  {
    call: 'GET accounts/accountNumbers',
    schwabClientJs: done('accountsNumbers'),
    sudowealth: done('getAccountNumbers'),
  },
  { call: 'GET accounts', schwabClientJs: done('accountsAll'), sudowealth: done('getAccounts') },
  { call: 'GET accounts/{hash}', schwabClientJs: done('accountsDetails'), sudowealth: done('getAccountByNumber') },
  {
    call: 'POST accounts/{hash}/orders',
    schwabClientJs: done('placeOrderByAcct'),
    sudowealth: done('placeOrderForAccount'),
  },
  { call: 'GET orders', schwabClientJs: done('orderAll'), sudowealth: wrong('getOrders') },
  {
    call: 'GET accounts/{hash}/orders',
    schwabClientJs: done('ordersByAccount'),
    sudowealth: wrong('getOrdersByAccount'),
  },
  {
    call: 'GET accounts/{hash}/orders/{id}',
    schwabClientJs: done('orderById'),
    sudowealth: wrong('getOrderByOrderId'),
  },
  {
    call: 'PUT accounts/{hash}/orders/{id}',
    schwabClientJs: done('updateOrderById'),
    sudowealth: done('replaceOrder'),
  },
  { call: 'DELETE accounts/{hash}/orders/{id}', schwabClientJs: done('orderDelete'), sudowealth: done('cancelOrder') },
  {
    call: 'POST accounts/{hash}/previewOrder',
    schwabClientJs: done('orderPreview'),
    sudowealth: done('createEndpoint'),
  },
  {
    call: 'GET accounts/{hash}/transactions',
    schwabClientJs: done('transactByAcct'),
    sudowealth: wrong('getTransactions'),
  },
  {
    call: 'GET accounts/{hash}/transactions/{id}',
    schwabClientJs: done('transactById'),
    sudowealth: wrong('getTransactionById'),
  },
  { call: 'GET userPreference', schwabClientJs: done('prefs'), sudowealth: done('getUserPreference') },
  {
    call: 'GET quotes',
    schwabClientJs: done('quotes'),
    sudowealth: [...done('getQuotes', 'extractSingleQuote'), ...wrong('extractQuoteErrors', 'hasSymbolError')],
  },
  { call: 'GET {symbol}/quotes', schwabClientJs: done('quoteById'), sudowealth: done('getQuoteBySymbolId') },
  { call: 'GET chains', schwabClientJs: done('chains'), sudowealth: done('getOptionChain') },
  {
    call: 'GET expirationchain',
    schwabClientJs: done('expirationChain'),
    sudowealth: done('getOptionExpirationChain'),
  },
  { call: 'GET pricehistory', schwabClientJs: done('priceHistory'), sudowealth: done('getPriceHistory') },
  { call: 'GET movers/{index}', schwabClientJs: done('movers'), sudowealth: wrong('getMovers') },
  { call: 'GET markets', schwabClientJs: done('markets'), sudowealth: done('getMarketHours') },
  { call: 'GET markets/{id}', schwabClientJs: done('marketById'), sudowealth: done('getMarketHoursByMarketId') },
  { call: 'GET instruments', schwabClientJs: done('instrumentsSymbol'), sudowealth: done('getInstruments') },
  {
    call: 'GET instruments/{cusip}',
    schwabClientJs: done('instrumentsCusip'),
    sudowealth: done('getInstrumentByCusip'),
  },
  {
    call: 'the stream',
    schwabClientJs: [
      ...done('streamListen'),
      ...unserved('streamInit', 'streamSchwabLogin', 'streamSchwabLogout', 'streamSchwabRequest', 'streamClose'),
    ],
    sudowealth: [],
  },
]

function cell(calls: readonly ClientCall[]): string {
  if (calls.length === 0) return 'has no such call'
  return calls.map(({ name, verdict }) => `\`${name}\`: ${verdict}`).join('<br>')
}

/** Returns the rows as a Markdown table. */
export function conformanceTable(): string {
  const rows = WIRE_CALLS.map(
    ({ call, schwabClientJs, sudowealth }) => `| ${call} | ${cell(schwabClientJs)} | ${cell(sudowealth)} |`,
  )
  return ['| call | schwab-client-js | @sudowealth/schwab-api |', '|---|---|---|', ...rows].join('\n')
}

/** Returns every call of one client by its verdict. */
export function verdictsOf(client: 'schwabClientJs' | 'sudowealth'): Record<string, Verdict> {
  const calls = WIRE_CALLS.flatMap((row) => row[client])
  return Object.fromEntries(calls.map(({ name, verdict }) => [name, verdict]))
}
