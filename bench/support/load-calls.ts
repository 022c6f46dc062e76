// A realistic mix of what a club's people request: mostly the dashboard and its surroundings, some charts, the
// manager's positions and fund, first pages of reports, and a few percent that write. Each kind is measured separately.
import { randomUUID } from 'node:crypto'
import { yearsBefore, type LoadUser, type ManagedFund, type SeededClub } from './seeded-club.ts'

export interface LoadCall {
  readonly kind: string
  readonly user: LoadUser
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  /** Sent as Idempotency-Key by calls with an effect. */
  readonly key?: string
}

type Random = () => number
type Asked = Pick<LoadCall, 'path' | 'body' | 'key'>

interface Kind {
  readonly name: string
  /** Share in percent of all calls. */
  readonly share: number
  /** Only for managers. */
  readonly isManaging?: boolean
  readonly ask: (user: LoadUser, random: Random, club: SeededClub) => Asked
}

const pick = <Item>(items: readonly Item[], random: Random): Item => items[Math.floor(random() * items.length)]!
const timings = ['DAILY', 'WEEK', 'MONTH', 'YEAR'] as const
const fundOf = (user: LoadUser): ManagedFund => user.fund!

const kinds: readonly Kind[] = [
  { name: 'market state', share: 6, ask: () => ({ path: '/v1/api/market/find-state' }) },
  {
    name: 'dashboard: winners and losers',
    share: 14,
    ask: (_user, random) => ({
      path: `/v1/api/stock/get-top-${pick(['winners', 'losers'], random)}/10/${pick(timings, random)}`,
    }),
  },
  {
    name: 'dashboard: new highs and lows',
    share: 10,
    ask: (_user, random) => ({
      path: `/v1/api/stock/get-new-${pick(['high', 'low'], random)}/10/${pick(timings, random)}`,
    }),
  },
  {
    name: 'dashboard: new listings',
    share: 3,
    ask: (_user, _random, { marketDay }) => ({
      path: '/v1/api/stock/get-new-ipo/',
      body: { assetType: 'All Type', limit: 10, timing: Number(marketDay.slice(0, 4)) },
    }),
  },
  {
    name: 'company search',
    share: 4,
    ask: (_user, random, { codes }) => ({
      path: `/v1/api/stock/searchByKeyword/${encodeURIComponent(pick([...codes.filter((code) => code.length >= 3), 'MAR', 'ENERGY', 'HOLDINGS'], random))}`,
    }),
  },
  {
    name: 'bars: a year',
    share: 6,
    ask: (_user, random, { codes, marketDay }) => ({
      path: '/v1/api/stock/by-range',
      body: { symbol: pick(codes, random), start: yearsBefore(marketDay, 1), end: marketDay, timing: '_D' },
    }),
  },
  {
    name: 'bars: ten years',
    share: 2,
    ask: (_user, random, { codes, marketDay }) => ({
      path: '/v1/api/stock/by-range',
      body: { symbol: pick(codes, random), start: yearsBefore(marketDay, 10), end: marketDay, timing: '_D' },
    }),
  },
  {
    name: 'company figures',
    share: 3,
    ask: (_user, random, { codes }) => ({ path: '/v1/api/stock/fundamental', body: { symbol: pick(codes, random) } }),
  },
  {
    name: 'quotes of a screen',
    share: 8,
    ask: (_user, random, { codes }) => ({
      path: '/v1/api/quote/find',
      body: { codes: Array.from({ length: 20 }, () => pick(codes, random)) },
    }),
  },
  { name: 'notifications', share: 6, ask: () => ({ path: '/v1/api/notification/find-recent' }) },
  { name: 'alerts', share: 5, ask: () => ({ path: '/v1/api/alert/find-current' }) },
  { name: 'watchlists', share: 4, ask: () => ({ path: '/v1/api/watchlist/find-all' }) },
  { name: 'my participations', share: 3, ask: () => ({ path: '/v1/api/fund/find-my-participations' }) },
  {
    name: 'accounts',
    share: 3,
    isManaging: true,
    ask: (user) => ({ path: `/v1/api/account/view-my-account/${user.id}` }),
  },
  {
    name: 'positions',
    share: 5,
    isManaging: true,
    ask: (user) => ({ path: `/v1/api/operation/find-open-operation-by-account/${fundOf(user).accountNumber}` }),
  },
  {
    name: 'wallet history',
    share: 3,
    isManaging: true,
    ask: (user, _random, { marketDay }) => ({
      path: `/v1/api/account/get-wallet-historic-by-account/${fundOf(user).accountId}/${yearsBefore(marketDay, 1)}/${marketDay}/1D`,
    }),
  },
  {
    name: 'fund overview',
    share: 4,
    isManaging: true,
    ask: (user) => ({ path: `/v1/api/member/fund-overview/${fundOf(user).accountId}` }),
  },
  {
    name: 'participations',
    share: 4,
    isManaging: true,
    ask: (user) => ({ path: `/v1/api/member/search-participation-by-account/${fundOf(user).accountId}` }),
  },
  {
    name: 'first page of transactions',
    share: 2,
    isManaging: true,
    ask: (user) => ({
      path: '/v1/api/transaction/find-page',
      body: {
        accountNumber: fundOf(user).accountNumber,
        start: 0,
        count: 30,
        orderBy: 'transactionDate',
        direction: 'DESC',
      },
    }),
  },
  {
    name: 'first page of a report',
    share: 2,
    isManaging: true,
    ask: (user, random, club) => ({
      path: '/v1/api/static-report/get-static-report-data',
      body: { ...reportOf(user, random, club), limit: 50, offset: 0 },
    }),
  },
  {
    name: 'write: contribution',
    share: 1,
    isManaging: true,
    ask: (user, random, { marketDay }) => ({
      path: '/v1/api/member/create-contribution',
      key: randomUUID(),
      body: {
        accountId: fundOf(user).accountId,
        memberId: pick(fundOf(user).memberIds, random),
        amount: 10 + Math.floor(random() * 500),
        date: marketDay,
        description: 'Paid in under load',
      },
    }),
  },
  {
    name: 'write: note',
    share: 1,
    ask: (user, random) => ({
      path: '/v1/api/watchlist/save-note',
      body: { id: user.watchlistId, code: pick(user.watched, random), note: `Seen at ${random().toFixed(6)}` },
    }),
  },
  {
    name: 'write: watchlist',
    share: 1,
    ask: (user, random) => ({
      path: '/v1/api/watchlist/reorder',
      body: { id: user.watchlistId, codes: [pick(user.watched, random)] },
    }),
  },
]

/** Returns a year of transactions as a report request. */
export function reportOf(
  user: LoadUser,
  random: Random,
  { marketDay }: SeededClub,
  years = 1,
): { readonly report: string; readonly filter: readonly unknown[] } {
  const period = { nomenclatorConfigNameKey: 'period', selectedItem: [yearsBefore(marketDay, years), marketDay] }
  const account = { nomenclatorConfigNameKey: 'account', selectedItem: fundOf(user).accountId }
  return random() < 0.5 || years > 1
    ? { report: 'transactions', filter: [account, period, { nomenclatorConfigNameKey: 'kind', selectedItem: 'ALL' }] }
    : { report: 'open-positions', filter: [account] }
}

export interface LoadMix {
  /** Returns the next call: a kind by its share, and a user who may make it. */
  next(): LoadCall
}

export function createMix(club: SeededClub, users: readonly LoadUser[], random: Random): LoadMix {
  const managers = users.filter(({ fund }) => fund)
  const total = kinds.reduce((sum, { share }) => sum + share, 0)
  return {
    next() {
      let place = random() * total
      const kind = kinds.find(({ share }) => (place -= share) < 0) ?? kinds[0]!
      const user = pick(kind.isManaging ? managers : users, random)
      const asked = kind.ask(user, random, club)
      return { kind: kind.name, user, method: asked.body === undefined ? 'GET' : 'POST', ...asked }
    },
  }
}
