// The calls of accounts from files, and what each change makes stale. An import or its undo changes nearly everything
// that is shown of an account: values, positions, transactions, reports, the fund.
import type { AccountStatement, BodyOf, ColumnMeanings, OpeningContent, ParamsOf } from '@clubfolio/contract'
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { showToast } from '../../ui/toast.tsx'
import { isUnderWay } from './statement-words.ts'

const pollMs = 1_000

export const statementKeys = {
  list: (accountId: string) => ['account', 'statements', accountId] as const,
  one: (accountId: string, statementId: string) => ['account', 'statement', accountId, statementId] as const,
  lines: (accountId: string, statementId: string) => ['account', 'statement-lines', accountId, statementId] as const,
}

const inPlace = { ownProgress: true } as const

/** Prices and companies do not depend on what an account holds. */
const reloadAll = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey: [group] }) => group !== 'market' && group !== 'stock' })

export function useCreateFileAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<'fileAccount', 'create'>) => api.fileAccount.create({ body }, { inForm: true }),
    onSuccess: ({ message }) => {
      showToast({ tone: 'success', title: 'Success', message })
      return client.invalidateQueries({ queryKey: ['account'] })
    },
    meta: inPlace,
  })
}

/** The statements of an account; asked again each second while one of them is read or imported. */
export function useStatements(accountId: string) {
  const client = useQueryClient()
  return useQuery({
    queryKey: statementKeys.list(accountId),
    queryFn: ({ signal, queryKey }) =>
      api.fileAccount.findStatements(
        { params: { accountId } },
        { signal, background: client.getQueryData(queryKey) !== undefined, ownMessage: true },
      ),
    refetchInterval: ({ state }) => (state.data?.statements.some(isUnderWay) ? pollMs : false),
  })
}

/** One statement; asked again each second while it is read or imported. */
export function useStatementFile(accountId: string, statementId: string) {
  const client = useQueryClient()
  return useQuery({
    queryKey: statementKeys.one(accountId, statementId),
    queryFn: async ({ signal, queryKey }) => {
      const before = client.getQueryData<{ readonly statement: AccountStatement }>(queryKey)?.statement
      const found = await api.fileAccount.findStatement(
        { params: { accountId, statementId } },
        { signal, background: before !== undefined, ownMessage: true },
      )
      if (before?.state === 'IMPORTING' && found.statement.state === 'IMPORTED') {
        showToast({ tone: 'success', title: 'Imported', message: `${found.statement.fileName} counts from now on.` })
        void client.invalidateQueries({
          predicate: ({ queryKey: key }) =>
            key[0] !== 'market' && key[0] !== 'stock' && !(key[1] === 'statement' && key[3] === statementId),
        })
      } else if (before && isUnderWay(before) && !isUnderWay(found.statement)) {
        void client.invalidateQueries({ queryKey: statementKeys.list(accountId) })
        void client.invalidateQueries({ queryKey: statementKeys.lines(accountId, statementId) })
      }
      return found
    },
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.statement) ? pollMs : false),
  })
}

export type ShownLines = ParamsOf<'fileAccount', 'findStatementLines'>['show']

export interface LinePage {
  readonly accountId: string
  readonly statementId: string
  readonly show: ShownLines
  /** Words that the line contains; '' for all. */
  readonly search: string
  readonly start: number
  readonly count: number
}

export function useStatementLines({ accountId, statementId, show, search, start, count }: LinePage) {
  return useQuery({
    queryKey: [...statementKeys.lines(accountId, statementId), show, search, start, count],
    queryFn: ({ signal }) =>
      api.fileAccount.findStatementLines(
        { params: { accountId, statementId, show, start, count }, query: search === '' ? {} : { search } },
        { signal, ownMessage: true },
      ),
    placeholderData: (before) => before,
  })
}

/** Explains the columns; the server reads the file again. */
export function useMapStatement(accountId: string, statementId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mapping: ColumnMeanings) =>
      api.fileAccount.mapStatement({ body: { accountId, statementId, mapping } }, { inForm: true }),
    onSuccess: () => reloadStatement(client, accountId, statementId),
    meta: inPlace,
  })
}

/** Starts the import; `useStatementFile` follows it. */
export function useImportStatement(accountId: string, statementId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (opening: OpeningContent | undefined) =>
      api.fileAccount.importStatement(
        { body: { accountId, statementId, ...(opening === undefined ? {} : { opening }) } },
        { inForm: true },
      ),
    onSettled: () => reloadStatement(client, accountId, statementId),
    meta: inPlace,
  })
}

/** Undoes an imported statement, or discards one that is not imported; quietly where another one takes its place. */
export function useUndo(accountId: string, { isQuiet = false }: { readonly isQuiet?: boolean } = {}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (statementId: string) =>
      api.fileAccount.undoStatement({ body: { accountId, statementId } }, { ownMessage: isQuiet }),
    onSuccess: ({ message }) => {
      if (!isQuiet) showToast({ tone: 'success', title: 'Success', message })
    },
    onSettled: () => reloadAll(client),
    meta: inPlace,
  })
}

/** The caller shows why a table cannot be read. */
export function useUploadRates(accountId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => api.fileAccount.uploadRates({ params: { accountId }, file }, { ownMessage: true }),
    onSuccess: () => reloadAll(client),
    meta: inPlace,
  })
}

const reloadStatement = (client: QueryClient, accountId: string, statementId: string): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: statementKeys.list(accountId) }),
    client.invalidateQueries({ queryKey: statementKeys.one(accountId, statementId) }),
  ])
