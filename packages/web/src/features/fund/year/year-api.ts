// The year's papers of a fund, for those with a role in it and for a member.
import type { YearPaper } from '@clubfolio/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../kernel/api.ts'
import { downloadBlob } from '../../../ui/download-blob.ts'
import { participationKey } from '../book/api.ts'

export interface YearPlace {
  readonly accountId: string
  /** A year, or `last`. */
  readonly year: string
}

export interface MyYearPlace extends YearPlace {
  readonly memberId: string
}

const yearKey = [...participationKey, 'year']

export function useFundYear(place: YearPlace, isWanted = true) {
  return useQuery({
    queryKey: [...yearKey, place],
    queryFn: ({ signal }) => api.fund.findYear({ params: place }, { signal, ownMessage: true }),
    enabled: isWanted,
    // Another year of the same fund: the choice of years stays while it is loaded.
    placeholderData: (before) => (before?.accountId === place.accountId ? before : undefined),
    retry: false,
  })
}

export function useMyYear(place: MyYearPlace, isWanted = true) {
  return useQuery({
    queryKey: [...yearKey, 'mine', place],
    queryFn: ({ signal }) => api.fund.findMyYear({ params: place }, { signal, ownMessage: true }),
    enabled: isWanted,
    // Another year of the same fund: the choice of years stays while it is loaded.
    placeholderData: (before) => (before?.accountId === place.accountId ? before : undefined),
    retry: false,
  })
}

export function usePrintYear(place: YearPlace) {
  return useMutation({
    mutationFn: async (paper: YearPaper) => savePdf(await api.fund.printYear({ params: { ...place, paper } })),
  })
}

export function usePrintFactSheet(accountId: string) {
  return useMutation({ mutationFn: async () => savePdf(await api.fund.printFactSheet({ params: { accountId } })) })
}

export function usePrintMyYear(place: MyYearPlace) {
  return useMutation({ mutationFn: async () => savePdf(await api.fund.printMyYear({ params: place })) })
}

const packKey = (accountId: string) => [...yearKey, 'packs', accountId]

/** Refetched every two seconds while one is being made. */
export function usePacks(accountId: string) {
  return useQuery({
    queryKey: packKey(accountId),
    queryFn: ({ signal }) => api.fund.findPacks({ params: { accountId } }, { signal, ownMessage: true }),
    refetchInterval: (query) =>
      query.state.data?.some(({ state }) => state === 'WAITING' || state === 'RUNNING') ? 2_000 : false,
  })
}

export function useOrderPack(accountId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (year: string) => api.fund.orderPack({ body: { accountId, year } }),
    onSettled: () => client.invalidateQueries({ queryKey: packKey(accountId) }),
  })
}

export function useCancelPack(accountId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.fund.cancelPack({ body: { accountId, id } }),
    onSettled: () => client.invalidateQueries({ queryKey: packKey(accountId) }),
  })
}

export function useDownloadPack(accountId: string) {
  return useMutation({
    mutationFn: async (packId: string) => {
      const { content, fileName } = await api.fund.downloadPack({ params: { accountId, packId } })
      downloadBlob(content, fileName)
    },
  })
}

interface PdfFile {
  readonly fileName: string
  readonly content: string
}

function savePdf({ fileName, content }: PdfFile): void {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
  downloadBlob(new Blob([bytes], { type: 'application/pdf' }), fileName)
}
