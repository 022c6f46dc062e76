// Command palette sources besides screens and actions: instruments, accounts, members and reports, each for users who
// may read them. Source: docs/rules/interface.md, "Command palette".
import { minKeywordLength, type PermissionKey } from '@clubfolio/contract'
import { sortedMemberName } from '@clubfolio/domain'
import { accountName } from '../features/account/account-label.ts'
import { api } from '../kernel/api.ts'
import { queryClient } from '../kernel/query-client.ts'
import { registerPaletteSource, type PaletteSource } from '../kernel/palette-source.ts'
import { holdsPermission } from '../kernel/session-store.ts'
import { session } from '../kernel/session.ts'
import { addAlert } from '../kernel/alert-adder.ts'
import { addToWatchlist } from '../kernel/watchlist-adder.ts'
import { router } from './router.tsx'

const may = (key: PermissionKey) => holdsPermission(session.user(), key)

/** One call serves both instruments and their actions. */
const findCompanies = (words: string) =>
  queryClient.fetchQuery({
    queryKey: ['stock', 'palette', words.toUpperCase()],
    queryFn: ({ signal }) =>
      api.stock.searchByKeyword({ params: { keyword: words.toUpperCase() } }, { signal, ownMessage: true }),
    staleTime: 60_000,
  })

const instruments: PaletteSource = {
  id: 'instrument',
  title: 'Instruments',
  fromCharacters: minKeywordLength,
  find: async (words) => {
    if (!may('GS')) return []
    const companies = await findCompanies(words)
    return companies.map(({ id, code, name }) => ({
      id: `instrument-${id}`,
      label: code,
      hint: name,
      run: () => void router.navigate({ to: `/chart/${encodeURIComponent(code)}/_D` }),
    }))
  },
}

/** Number of matches that get actions; for another instrument the user types on. */
const offeredActions = 5

const watchlistActions: PaletteSource = {
  id: 'watchlist',
  title: 'Add to watchlist',
  fromCharacters: minKeywordLength,
  find: async (words) => {
    if (!may('GS') || !may('VW')) return []
    const companies = await findCompanies(words)
    return companies.slice(0, offeredActions).map(({ id, code, name }) => ({
      id: `watch-${id}`,
      label: `Add ${code} to a watchlist`,
      hint: name,
      run: () => addToWatchlist(code),
    }))
  },
}

const alertActions: PaletteSource = {
  id: 'alert',
  title: 'Add alert',
  fromCharacters: minKeywordLength,
  find: async (words) => {
    if (!may('GS') || !may('VA')) return []
    const companies = await findCompanies(words)
    return companies.slice(0, offeredActions).map(({ id, code, name }) => ({
      id: `alert-${id}`,
      label: `Add an alert on ${code}`,
      hint: name,
      run: () => addAlert(code),
    }))
  },
}

const accounts: PaletteSource = {
  id: 'account',
  title: 'Accounts',
  fromCharacters: minKeywordLength,
  find: async (words, signal) => {
    const user = session.user()
    if (!user || !may('VMA')) return []
    const all = await api.account.viewMyAccount({ params: { userId: user.id } }, { signal, ownMessage: true })
    return all
      .filter(({ number }) => number.toLowerCase().includes(words.toLowerCase()))
      .map((account) => ({
        id: `account-${account.id}`,
        label: accountName(account),
        hint: account.type,
        run: () => void router.navigate({ to: '/account' }),
      }))
  },
}

const members: PaletteSource = {
  id: 'member',
  title: 'Members',
  fromCharacters: minKeywordLength,
  find: async (words, signal) => {
    const params = { keyword: words.toUpperCase() }
    const found = await api.member.findMemberByKeyword({ params }, { signal, ownMessage: true })
    return found.map((member) => ({
      id: `member-${member.id}`,
      label: sortedMemberName(member),
      ...(member.email ? { hint: member.email } : {}),
      run: () => void router.navigate({ to: '/member' }),
    }))
  },
}

const reports: PaletteSource = {
  id: 'report',
  title: 'Reports',
  fromCharacters: minKeywordLength,
  find: async (words) => {
    if (!may('VR')) return []
    const all = await queryClient.fetchQuery({
      queryKey: ['report', 'list'],
      queryFn: ({ signal }) => api.report.getStaticReport({}, { signal, ownMessage: true }),
      staleTime: 60_000,
    })
    return all
      .filter(({ name }) => `open report ${name}`.toLowerCase().includes(words.toLowerCase()))
      .map(({ id, name, category }) => ({
        id: `report-${id}`,
        label: name,
        hint: category,
        run: () => void router.navigate({ to: '/static-report', search: () => ({ report: id }) }),
      }))
  },
}

/** Call once at startup. */
export function registerPaletteSources(): void {
  for (const source of [instruments, accounts, members, reports, watchlistActions, alertActions])
    registerPaletteSource(source)
}
