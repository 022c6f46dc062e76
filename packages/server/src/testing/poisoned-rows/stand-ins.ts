// The external services of the poisoned rows: a brokerage, a mail server and a source of prices that accept everything
// except what is poisoned, on which they throw an unexpected error.
import type { BrokerAccount, BrokerPort } from '../../adapters/broker/port.ts'
import type { DailyHistory, MarketDataPort } from '../../adapters/market-data/port.ts'
import type { MailPort } from '../../adapters/message/port.ts'

export interface StandIns {
  readonly broker: BrokerPort
  readonly prices: MarketDataPort
  readonly mail: MailPort
  /** What is currently poisoned: an account's hash, a reference, a symbol. */
  poisoned: string | undefined
  /** Accounts whose orders were read. */
  readonly ordersRead: string[]
}

export function makeStandIns(base: BrokerPort): StandIns {
  const check = (name: string): void => {
    if (name === standIns.poisoned) throw new TypeError('the poisoned row')
  }
  const balances = (hash: string): BrokerAccount =>
    ({
      number: hash,
      type: 'MARGIN',
      valueCents: 10_000_00n,
      buyingPowerCents: 10_000_00n,
      cashCents: 10_000_00n,
      reportedCashCents: 10_000_00n,
      openProfitCents: 0n,
      positions: [],
    }) as unknown as BrokerAccount
  const standIns: StandIns = {
    poisoned: undefined,
    ordersRead: [],
    broker: {
      ...base,
      name: 'test',
      readAccount: async (_access, hash) => (check(hash), balances(hash)),
      listTransactions: async () => [],
      async listOrders(_access, hash) {
        check(hash)
        standIns.ordersRead.push(hash)
        return []
      },
      quotes: async () => [],
      priceRange: async () => null,
      dailyCloses: async () => [],
      funding: {
        markets: async () => new Map(),
        async transfer(_access, _hash, { reference }) {
          check(reference)
          return `moved ${reference}`
        },
        findTransfer: async () => null,
        openAccount: () => Promise.reject(new Error('no account is opened here')),
      },
    },
    mail: { send: async () => undefined },
    prices: {
      async dailyHistory(symbol, _from, to) {
        check(symbol)
        const history: DailyHistory = {
          name: symbol,
          assetType: 'EQUITY',
          exchange: null,
          firstTradeDay: null,
          adjustedThrough: to,
          splits: [],
          dividends: [],
          bars: [{ day: to, open: 10, high: 11, low: 9, close: 10, volume: 1_000 }],
        }
        return history
      },
    },
  }
  return standIns
}
