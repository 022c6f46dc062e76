// Documents of a fund: lists, uploads with their progress, downloads, removal.
import type { BodyOf, RouteQuery, Routes } from '@clubfolio/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../kernel/api.ts'
import { downloadBlob } from '../../../ui/download-blob.ts'
import { showToast } from '../../../ui/toast.tsx'
import { participationKey } from '../book/api.ts'

const documentKey = [...participationKey, 'documents'] as const

export function useDocuments(accountId: string) {
  return useQuery({
    queryKey: [...documentKey, accountId],
    queryFn: ({ signal }) => api.document.findDocuments({ params: { accountId } }, { signal, ownMessage: true }),
  })
}

/** A part in a fund, as a member. */
interface MemberPlace {
  readonly accountId: string
  readonly memberId: string
}

export function useMyDocuments({ accountId, memberId }: MemberPlace) {
  return useQuery({
    queryKey: [...documentKey, accountId, memberId],
    queryFn: ({ signal }) =>
      api.document.findMyDocuments({ params: { accountId, memberId } }, { signal, ownMessage: true }),
  })
}

export interface NewDocument {
  readonly accountId: string
  readonly file: File
  readonly query: RouteQuery<Routes['document']['uploadDocument']>
  readonly signal: AbortSignal
  /** Called with the part of the file that has left: 0 to 1. */
  readonly onSent: (share: number) => void
}

const longestName = 200

export function useUploadDocument() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ accountId, file, query, signal, onSent }: NewDocument) =>
      api.document.uploadDocument(
        // The end of a name tells more than its beginning: it has the type.
        { params: { accountId, name: file.name.slice(-longestName) }, query, file },
        { signal, onSent, inForm: true },
      ),
    onSuccess: ({ title }) => showToast({ tone: 'success', title: 'Uploaded', message: `${title} is kept.` }),
    onSettled: () => client.invalidateQueries({ queryKey: participationKey }),
  })
}

export function useRemoveDocument() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<'document', 'removeDocument'>) => api.document.removeDocument({ body }),
    onSuccess: ({ message }) => showToast({ tone: 'success', title: 'Removed', message }),
    onSettled: () => client.invalidateQueries({ queryKey: participationKey }),
  })
}

/** Downloads a document, for a role or, with the place of a member, for the member. */
export function useDownloadDocument(accountId: string, memberId?: string) {
  return useMutation({
    mutationFn: async (documentId: string) => {
      const file = await (memberId === undefined
        ? api.document.downloadDocument({ params: { accountId, documentId } })
        : api.document.downloadMyDocument({ params: { accountId, memberId, documentId } }))
      downloadBlob(file.content, file.fileName)
    },
  })
}
