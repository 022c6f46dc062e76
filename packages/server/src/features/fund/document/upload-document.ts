// Takes an uploaded document: received to disk up to the limit, checked, and stored in parts in one transaction.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { largestDocumentBytes, Refusal, type DocumentKind, type DocumentReader } from '@clubfolio/contract'
import type { FundDocument } from '@clubfolio/contract'
import type { Caller } from '../../../kernel/handler.ts'
import { fileName } from '../../../kernel/file-name.ts'
import { newId } from '../../../kernel/id.ts'
import type { Session } from '../../../kernel/session.ts'
import { inTransaction } from '../../../kernel/transaction.ts'
import type { PooledServices } from '../../../services.ts'
import { receiveUpload } from '../../market/receive-upload.ts'
import { finishChange, lockBooks } from '../book/change-books.ts'
import { requireFund } from '../book/load-fund.ts'
import { checkPdf } from './check-pdf.ts'
import { findDocument, mostBytesOfFund, usedBytes } from './find-documents.ts'
import { markRemoved } from './remove-document.ts'
import { storeParts } from './store-parts.ts'

export interface DocumentFields {
  /** Without one, the name of the file. */
  readonly title?: string | undefined
  readonly kind?: DocumentKind | undefined
  /** Of minutes. */
  readonly meetingDay?: string | undefined
  /** Besides the owner. */
  readonly readers?: readonly DocumentReader[] | undefined
  /** The document that it takes the place of. */
  readonly replaces?: string | undefined
}

export interface DocumentUpload {
  readonly accountId: string
  /** Of the file on the device of the user. */
  readonly name: string
  readonly fields: DocumentFields
  readonly file: Readable
}

/** Throws the refusals of the route. */
export async function uploadDocument(
  services: PooledServices,
  session: Session,
  upload: DocumentUpload,
  caller: Caller,
): Promise<FundDocument> {
  const { accountId, fields, file } = upload
  // Nobody without the right has their bytes read.
  const { ownerId } = await requireFund(services, session.userId, accountId, 'RECORD')
  if (ownerId !== session.userId && !fields.readers?.includes('TREASURER')) throw new Refusal('documentReaders')
  if (fields.kind === 'MINUTES' && fields.meetingDay === undefined)
    throw new Refusal('invalid', {}, [{ field: 'meetingDay', message: 'Minutes have the day of their meeting.' }])
  const received = await receiveUpload(services.config.dataDirectory, file, largestDocumentBytes).catch(sayTooLarge)
  try {
    return await inTurn(async () => {
      const bytes = await readFile(received.path)
      await requirePdf(bytes, caller.signal)
      return store(services, session, { upload, bytes, caller })
    })
  } finally {
    await received.remove()
  }
}

function sayTooLarge(error: unknown): never {
  throw error instanceof Refusal && error.refusal === 'tooLarge' ? new Refusal('documentTooLarge') : error
}

async function requirePdf(bytes: Buffer, signal: AbortSignal): Promise<void> {
  const fault = await checkPdf(bytes, signal)
  if (fault?.kind === 'not-pdf') throw new Refusal('documentNotPdf')
  if (fault?.kind === 'active') throw new Refusal('documentActive', { what: fault.what })
  if (fault?.kind === 'unchecked') throw new Refusal('documentUnchecked', { reason: fault.reason })
}

let lastTurn: Promise<unknown> = Promise.resolve()

/** One document at a time is in memory, however many arrive. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = lastTurn.then(work, work)
  lastTurn = turn.catch(() => undefined)
  return turn
}

interface StoreOptions {
  readonly upload: DocumentUpload
  readonly bytes: Buffer
  readonly caller: Caller
}

function store(
  services: PooledServices,
  session: Session,
  { upload, bytes, caller }: StoreOptions,
): Promise<FundDocument> {
  const { db, clock } = services
  const { accountId, fields } = upload
  return inTransaction(db, async (trx) => {
    const call = { services, trx, session, caller, accountId }
    const fund = await lockBooks(call, 'RECORD')
    const parts = { db: trx, clock }
    const id = newId(clock)
    const { replaces } = fields
    const replaced =
      replaces === undefined ? undefined : await findDocument(parts, session.userId, { accountId, id: replaces })
    if (replaces !== undefined && !replaced) throw new Refusal('notFound')
    const used = (await usedBytes(trx, accountId)) - (replaced?.byteCount ?? 0)
    if (used + bytes.length > mostBytesOfFund)
      throw new Refusal('documentsFull', {
        most: mostBytesOfFund / 1024 ** 2,
        left: Math.floor((mostBytesOfFund - used) / 1024 ** 2),
      })
    const name = safeName(upload.name, fields.title)
    const title = fields.title ?? name.replace(/\.pdf$/, '')
    const { kind = 'DOCUMENT', meetingDay = null, readers = [] } = fields
    const sha256 = createHash('sha256').update(bytes).digest()
    await trx
      .insertInto('fund_document')
      .values({
        account_id: accountId,
        id,
        title,
        kind,
        meeting_day: kind === 'MINUTES' ? meetingDay : null,
        readers: [...new Set(readers)],
        file_name: name,
        byte_count: bytes.length,
        sha256,
        uploaded_at: new Date(clock.nowMs()),
        uploaded_by: session.userId,
        removed_at: null,
        removed_by: null,
        removal_reason: null,
        replaced_by: null,
      })
      .execute()
    await storeParts(trx, id, bytes)
    if (replaced) await markRemoved(call, replaced.id, { reason: null, replacedBy: id })
    await finishChange(call, fund, {
      action: 'document.upload',
      after: { id, title, sha256: sha256.toString('hex'), ...(replaces ? { replaces } : {}) },
    })
    const stored = await findDocument(parts, session.userId, { accountId, id })
    if (!stored) throw new Error('A document that was just stored is not found.')
    return stored
  })
}

/** "Minutes.pdf" of `..\..\Minutes.PDF`: no path, nothing that a file system reads otherwise, and always `.pdf`. */
function safeName(name: string, title = 'Document'): string {
  const last = name
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/\.pdf$/i, '')
    .replaceAll(/^[.\s]+|[.\s]+$/g, '')
  return fileName([last ? last : title], 'pdf')
}
