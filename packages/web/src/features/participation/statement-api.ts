// Statements of a holder, and the own participations of a member who may sign in.
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../kernel/api.ts'
import { downloadBlob } from '../../ui/download-blob.ts'
import { participationKey } from './api.ts'

export interface StatementSpan {
  readonly accountId: string
  readonly memberId: string
  readonly from: string
  readonly to: string
}

/** `isOwn` asks as the member himself, who sees his own alone. */
export function useStatement(span: StatementSpan, isOwn: boolean) {
  return useQuery({
    queryKey: [...participationKey, 'statement', span.accountId, span.memberId, span.from, span.to, isOwn],
    queryFn: ({ signal }) => (isOwn ? api.fund.findMyStatement : api.fund.findStatement)({ params: span }, { signal, ownMessage: true }),
    retry: false,
  })
}

export function usePrintStatement(isOwn: boolean) {
  return useMutation({
    mutationFn: async (span: StatementSpan) => {
      const { fileName, content } = await (isOwn ? api.fund.printMyStatement : api.fund.printStatement)({ params: span })
      downloadBlob(new Blob([bytesOf(content)], { type: 'application/pdf' }), fileName)
    },
  })
}

export function useMyParticipations() {
  return useQuery({
    queryKey: [...participationKey, 'mine'],
    queryFn: ({ signal }) => api.fund.findMyParticipations({}, { signal, ownMessage: true }),
  })
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
