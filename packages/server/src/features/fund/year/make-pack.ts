// Makes the packs of a fund's years, one after the other: a file is written, added to the ZIP and forgotten, so that a
// fund of hundreds of members takes no more memory than a small one. With several workers, or one that dies, a pack is
// made once; a cancelled one stops within a file.
import { Refusal } from '@clubfolio/contract'
import { sql, type Selectable } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { createLease } from '../../../kernel/lease.ts'
import { RendererStopped } from '../../../kernel/renderer-stopped.ts'
import { inTransaction } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { recordRowEnd } from '../../job/record-row-failure.ts'
import { isBackingOff, runRows } from '../../job/run-rows.ts'
import { recordNotification, type NewNotification } from '../../notification/record-notification.ts'
import { fileName } from '../../../kernel/file-name.ts'
import { packFiles, readPack } from './pack-files.ts'
import { openZipStream } from './zip-stream.ts'

const lease = createLease({
  table: 'fund_pack',
  key: ['id'],
  owner: { by: 'COUNT', column: 'attempts' },
  until: 'next_at',
  isClearedOnRelease: false,
  leaseMs: 2 * 60_000,
  held: sql<boolean>`state = 'RUNNING'`,
})
const mostAttempts = 4
const againMs = 60_000
const portionBytes = 1 << 20

type ClaimedPack = Readonly<Selectable<Tables['fund_pack']>>

/** The claim was lost: somebody cancelled the pack, or another worker has it. */
class PackLost extends Error {}

/** Makes everything that waits; returns how many packs it took. */
export async function makeWaitingPacks(services: Services): Promise<number> {
  for (let count = 0; ; count += 1) {
    const [pack] = await lease.claim(services, {
      due: sql<boolean>`state in ('WAITING', 'RUNNING')
        and not ${isBackingOff('make-pack', sql`fund_pack.id::text`, services.clock)}`,
      orderBy: sql`next_at, id`,
      limit: 1,
      set: { state: 'RUNNING' },
    })
    if (!pack) return count
    const [goesOn = true] = await runRows(services, 'make-pack', [pack], {
      describe: ({ id, requested_by: ownerId, year }) => ({ id, ownerId, name: `The pack of ${year}` }),
      work: (one) => makePack(services, one),
    })
    if (!goesOn) return count
  }
}

/** Returns false when the server is stopping. */
async function makePack(services: Services, pack: ClaimedPack): Promise<boolean> {
  try {
    await writePack(services, pack)
    return true
  } catch (error) {
    if (error instanceof PackLost) {
      await forgetCancelled(services, pack)
      return true
    }
    if (error instanceof RendererStopped) {
      await lease.release(services, pack, { state: 'WAITING', attempts: pack.attempts - 1 })
      return false
    }
    const isFinal = error instanceof Refusal || pack.attempts >= mostAttempts
    if (!(error instanceof Refusal)) {
      if (isFinal) await recordRowEnd(services, 'make-pack', pack.id, error)
      else services.log.error({ err: error, packId: pack.id }, 'a pack could not be made')
    }
    const reason = error instanceof Refusal ? error.message : 'Something went wrong on our side.'
    const now = services.clock.nowMs()
    if (isFinal)
      await endPack(
        services,
        pack,
        { state: 'FAILED', reason },
        {
          kind: 'JOB_FAILED',
          title: 'Pack not made',
          text: `The pack of ${pack.year} could not be made: ${reason}`,
        },
      )
    else
      await lease.change(services.db, pack, {
        state: 'WAITING',
        reason,
        next_at: new Date(now + againMs * 2 ** (pack.attempts - 1)),
      })
    return true
  }
}

async function writePack(services: Services, pack: ClaimedPack): Promise<void> {
  const { db } = services
  const keep = async (change: Parameters<typeof lease.change>[2]): Promise<void> => {
    if (!(await lease.change(db, pack, change))) throw new PackLost()
  }
  const opened = await readPack(services, pack)
  await db.deleteFrom('fund_pack_part').where('pack_id', '=', pack.id).execute()
  await keep({ done: 0, total: opened.fileCount, reason: null })
  const zip = openZipStream({
    date: new Date(pack.year, 11, 31),
    portionBytes,
    async onPortion(position, content) {
      await db.insertInto('fund_pack_part').values({ pack_id: pack.id, position, content }).execute()
    },
  })
  let done = 0
  for await (const { path, content } of packFiles(services, opened)) {
    await zip.add(path, content)
    done += 1
    // Renews the claim as well: a file takes a moment.
    await keep({ done, next_at: new Date(services.clock.nowMs() + 2 * 60_000) })
  }
  const { byteCount, sha256 } = await zip.finish()
  const { clubs, manager, moneyMark = '' } = opened.issuer
  const isOurs = await endPack(
    services,
    pack,
    {
      state: 'DONE',
      file_name: fileName([`Year ${pack.year}`, moneyMark, clubs.join(', '), manager], 'zip'),
      byte_count: BigInt(byteCount),
      sha256,
    },
    {
      kind: 'STATEMENT_READY',
      title: 'Pack ready',
      text: `The pack of ${pack.year} is ready: ${done} files of ${clubs.join(', ')}. Download it under Year.`,
    },
  )
  if (!isOurs) throw new PackLost()
  await forgetOlder(services, pack)
}

/** Ends a pack and notifies the person who ordered it. Returns false, and does neither, when the claim was lost. */
const endPack = (
  { db, clock }: Services,
  pack: ClaimedPack,
  end: Parameters<typeof lease.change>[2],
  notice: Pick<NewNotification, 'kind' | 'title' | 'text'>,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    if (!(await lease.change(trx, pack, { ...end, ended_at: new Date(clock.nowMs()) }))) return false
    await recordNotification(trx, clock, {
      userId: pack.requested_by,
      key: `pack ${pack.id}`,
      link: `/fund-year?fund=${pack.account_id}&year=${pack.year}`,
      ...notice,
    })
    return true
  })

/** A portion may have been written after the pack was cancelled. */
const forgetCancelled = ({ db }: Services, { id }: ClaimedPack): Promise<unknown> =>
  db
    .deleteFrom('fund_pack_part')
    .where('pack_id', '=', id)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('fund_pack').select('id').where('id', '=', id).where('state', '=', 'CANCELLED')),
    )
    .execute()

/** A newer pack of the same year replaces the file of an older one. */
async function forgetOlder({ db }: Services, { id, account_id: accountId, year }: ClaimedPack): Promise<void> {
  const older = await db
    .updateTable('fund_pack')
    .set({ file_name: null })
    .where('account_id', '=', accountId)
    .where('year', '=', year)
    .where('id', '<>', id)
    .where('file_name', 'is not', null)
    .returning('id')
    .execute()
  if (older.length === 0) return
  await db
    .deleteFrom('fund_pack_part')
    .where(
      'pack_id',
      'in',
      older.map((row) => row.id),
    )
    .execute()
}
