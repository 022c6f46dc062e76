// Statement files on their way to the server, one after the other. They belong to the page and not to a screen: another
// screen may be opened meanwhile.
import { ApiError, type AccountStatement } from '@clubfolio/contract'
import type { DateOrder } from '@clubfolio/domain'
import { api } from '../../kernel/api.ts'
import { queryClient } from '../../kernel/query-client.ts'
import { createUserStore, useStore } from '../../kernel/store.ts'
import { statementKeys } from './api.ts'
import { keepFile } from './kept-files.ts'

export interface Upload {
  readonly id: string
  readonly accountId: string
  readonly file: File
  /** Whether 4/5/2021 is April 5 or May 4, where the user said so. */
  readonly dates: DateOrder | undefined
  readonly state: 'waiting' | 'sending' | 'failed'
  /** How much of it has left: 0 to 1. */
  readonly share: number
  /** Why it failed. */
  readonly reason?: string
  readonly control: AbortController
  /** Called once: with the statement, or with nothing when it was cancelled or failed. */
  readonly settle: (statement: AccountStatement | undefined) => void
}

const uploads = createUserStore<readonly Upload[]>([])
const longestName = 200

export function useUploads(accountId: string): readonly Upload[] {
  return useStore(uploads).filter((upload) => upload.accountId === accountId)
}

/** Sends a file; resolves to its statement, or to undefined when it was cancelled or failed, which its line says. */
export function sendStatement(accountId: string, file: File, dates?: DateOrder): Promise<AccountStatement | undefined> {
  return new Promise((settle) => {
    const upload: Upload = {
      id: crypto.randomUUID(),
      accountId,
      file,
      dates,
      state: 'waiting',
      share: 0,
      control: new AbortController(),
      settle,
    }
    uploads.set([...uploads.get(), upload])
    if (file.size === 0) fail(upload, 'The file is empty. Choose another one.')
    else sendNext()
  })
}

/** Cancels an upload, or removes the line of a failed one. */
export function cancelUpload({ id, control, settle }: Upload): void {
  control.abort()
  remove(id)
  settle(undefined)
}

/** Sends a failed file again; resolves as `sendStatement` does. */
export function retryUpload({ id, accountId, file, dates }: Upload): Promise<AccountStatement | undefined> {
  remove(id)
  return sendStatement(accountId, file, dates)
}

/** Files are sent one after the other, so that two large ones do not share a slow line. */
function sendNext(): void {
  const all = uploads.get()
  const next = all.find(({ state }) => state === 'waiting')
  if (next && !all.some(({ state }) => state === 'sending')) void send(next)
}

async function send(upload: Upload): Promise<void> {
  const { id, accountId, file, dates, control, settle } = upload
  change(id, { state: 'sending' })
  try {
    const statement = await api.fileAccount.uploadStatement(
      {
        // The end of a name tells more than its beginning: it has the type.
        params: { accountId, name: file.name.slice(-longestName) },
        query: dates === undefined ? {} : { dates },
        file,
      },
      { signal: control.signal, ownMessage: true, onSent: (share) => change(id, { share }) },
    )
    keepFile(statement.id, file)
    remove(id)
    void queryClient.invalidateQueries({ queryKey: statementKeys.list(accountId) })
    settle(statement)
  } catch (error) {
    if (!control.signal.aborted)
      fail(upload, error instanceof ApiError ? error.message : 'The file could not be read. Choose it again.')
  }
  sendNext()
}

function fail({ id, settle }: Upload, reason: string): void {
  change(id, { state: 'failed', reason })
  settle(undefined)
}

function change(id: string, fields: Partial<Upload>): void {
  uploads.set(uploads.get().map((upload) => (upload.id === id ? { ...upload, ...fields } : upload)))
}

function remove(id: string): void {
  uploads.set(uploads.get().filter((upload) => upload.id !== id))
  sendNext()
}
