// Takes an uploaded logo. What is stored is a new PNG made from the pixels of the upload; the upload itself is dropped.
import type { Readable } from 'node:stream'
import { Refusal, type FundClub } from '@clubfolio/contract'
import { inspectPicture } from '../../../adapters/picture/logo.ts'
import { PictureFault } from '../../../adapters/picture/png.ts'
import type { Caller } from '../../../kernel/handler.ts'
import { RendererStopped } from '../../../kernel/renderer-stopped.ts'
import type { Session } from '../../../kernel/session.ts'
import { inTransaction } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { finishChange, lockBooks } from '../book/change-books.ts'
import { requireFund } from '../book/load-fund.ts'
import { findClub } from './find-club.ts'

/** Of the uploaded picture; what is stored is much smaller. */
const mostBytes = 1024 ** 2

export interface LogoUpload {
  readonly accountId: string
  readonly file: Readable
}

/** Throws `notFound`, `fundMoved`, `logoUnreadable`. */
export async function uploadLogo(
  services: Services,
  session: Session,
  { accountId, file }: LogoUpload,
  caller: Caller,
): Promise<FundClub> {
  const { db, clock } = services
  // Nobody without the right has their bytes read.
  await requireFund(services, session.userId, accountId, 'RECORD')
  const content = await makeLogo(services, await readPicture(file))
  await inTransaction(db, async (trx) => {
    const call = { services, trx, session, caller, accountId }
    const fund = await lockBooks(call, 'RECORD')
    const row = { content, uploaded_at: new Date(clock.nowMs()), uploaded_by: session.userId }
    await trx
      .insertInto('fund_logo')
      .values({ account_id: accountId, ...row })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
      .execute()
    await finishChange(call, fund, { action: 'club.logo', after: { bytes: content.length } })
  })
  return findClub(services, session.userId, accountId)
}

/** Reads at most one byte too many. */
async function readPicture(file: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of file as AsyncIterable<Buffer>) {
    length += part.length
    if (length > mostBytes) throw new Refusal('logoUnreadable', { reason: 'It is larger than 1 MB.' })
    parts.push(part)
  }
  return Buffer.concat(parts)
}

async function makeLogo({ renderer, log }: Services, picture: Buffer): Promise<Buffer> {
  try {
    inspectPicture(picture)
  } catch (error) {
    if (error instanceof PictureFault) throw new Refusal('logoUnreadable', { reason: error.message })
    throw error
  }
  try {
    return await renderer.renderLogo(picture)
  } catch (error) {
    if (error instanceof RendererStopped) throw error
    log.info({ err: error }, 'a logo could not be decoded')
    throw new Refusal('logoUnreadable', { reason: 'It is damaged.' })
  }
}
