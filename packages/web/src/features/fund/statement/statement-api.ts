// Statements of a holder, and the participations of the signed-in member.
import type { BodyOf, PrintedFile, StatementSpan } from '@clubfolio/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../kernel/api.ts'
import { useNoteFirstStep } from '../../../kernel/first-steps.ts'
import { downloadBlob } from '../../../ui/download-blob.ts'
import { showToast } from '../../../ui/toast.tsx'
import { participationKey } from '../book/api.ts'
import { mailedStatementsKey } from '../book/books-api.ts'

/** `isOwn` requests it as the member, who sees only their own. */
export function useStatement(span: StatementSpan, isOwn: boolean) {
  return useQuery({
    queryKey: [...participationKey, 'statement', span.accountId, span.memberId, span.from, span.to, isOwn],
    queryFn: ({ signal }) =>
      (isOwn ? api.fund.findMyStatement : api.fund.findStatement)({ params: span }, { signal, ownMessage: true }),
    retry: false,
  })
}

export function usePrintStatement(isOwn: boolean) {
  const noteMade = useNoteFirstStep('statement')
  return useMutation({
    mutationFn: async (span: StatementSpan) => {
      downloadPdf(await (isOwn ? api.fund.printMyStatement : api.fund.printStatement)({ params: span }))
      // The guide is about a statement of a member.
      if (!isOwn && span.memberId !== span.accountId) noteMade()
    },
  })
}

/** Refetched every few seconds while one is still pending. */
export function useMailedStatements(accountId: string) {
  return useQuery({
    queryKey: mailedStatementsKey(accountId),
    queryFn: ({ signal }) => api.fund.findMailedStatements({ params: { accountId } }, { signal, ownMessage: true }),
    refetchInterval: (query) => (query.state.data?.some((one) => one.state === 'waiting') ? 3_000 : false),
  })
}

/** Without members, all whom the period concerns. */
export type Mailing = BodyOf<'fund', 'mailStatements'>

export function useMailStatements() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Mailing) => api.fund.mailStatements({ body }),
    onSuccess: ({ message, queued }) => {
      showToast({ tone: queued > 0 ? 'success' : 'info', title: queued > 0 ? 'Success' : 'Nothing mailed', message })
    },
    onSettled: (_answer, _error, { accountId }) =>
      client.invalidateQueries({ queryKey: mailedStatementsKey(accountId) }),
  })
}

export function usePrintMailedStatement(accountId: string) {
  return useMutation({
    mutationFn: async (statementId: string) => {
      downloadPdf(await api.fund.printMailedStatement({ params: { accountId, statementId } }))
    },
  })
}

type Place = Pick<StatementSpan, 'accountId' | 'memberId'>

const issuedKey = ({ accountId, memberId }: Place) => [...participationKey, 'issued-statements', accountId, memberId]

/** The statements that were made for the member. */
export function useMyIssuedStatements(place: Place) {
  return useQuery({
    queryKey: issuedKey(place),
    queryFn: ({ signal }) =>
      api.fund.findMyIssuedStatements(
        { params: { accountId: place.accountId, memberId: place.memberId } },
        { signal, ownMessage: true },
      ),
  })
}

/** Downloads one of them; the fund sees that it was opened. */
export function useOpenIssuedStatement(place: Place) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (statementId: string) => {
      const { accountId, memberId } = place
      const params = { accountId, memberId, statementId }
      downloadPdf(await api.fund.printMyIssuedStatement({ params }))
    },
    onSettled: () => client.invalidateQueries({ queryKey: issuedKey(place) }),
  })
}

/** The own requests in a fund, what is due, and the own bank accounts. */
export function useMyRequests({ accountId, memberId }: Pick<StatementSpan, 'accountId' | 'memberId'>) {
  return useQuery({
    queryKey: [...participationKey, 'my-requests', accountId, memberId],
    queryFn: ({ signal }) => api.fund.findMyRequests({ params: { accountId, memberId } }, { signal, ownMessage: true }),
  })
}

export function useMyParticipations() {
  return useQuery({
    queryKey: [...participationKey, 'mine'],
    queryFn: ({ signal }) => api.fund.findMyParticipations({}, { signal, ownMessage: true }),
  })
}

/** Saves a printed file under its name. */
function downloadPdf({ fileName, content }: PrintedFile): void {
  downloadBlob(new Blob([bytesOf(content)], { type: 'application/pdf' }), fileName)
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
