// Brings a database to the newest schema: forward-only, numbered, while processes of the version before may still work
// on it. A step that changes a table waits for its readers, and every later reader queues behind the step: so it waits
// only briefly, backs off, and retries. Each new step commits by itself and holds its locks for its own work only.
// Source: docs/decisions/0121-two-versions-side-by-side.md.
import { setTimeout as delay } from 'node:timers/promises'
import { Migrator, sql, type Migration, type MigrationProvider } from 'kysely'
import { buildIndexes, type BesideIndex } from './build-indexes.ts'
import type { Db } from './connect.ts'
import { DataFolderRefusal } from './embedded/data-folder-refusal.ts'
import * as m0001 from './migrations/0001-kernel-and-security.ts'
import * as m0002 from './migrations/0002-market.ts'
import * as m0003 from './migrations/0003-account.ts'
import * as m0004 from './migrations/0004-fund.ts'
import * as m0005 from './migrations/0005-sign-in.ts'
import * as m0007 from './migrations/0007-fund-books.ts'
import * as m0008 from './migrations/0008-fund-check.ts'
import * as m0009 from './migrations/0009-chart.ts'
import * as m0010 from './migrations/0010-forming-day.ts'
import * as m0011 from './migrations/0011-message.ts'
import * as m0012 from './migrations/0012-yahoo-source.ts'
import * as m0013 from './migrations/0013-reconciliation.ts'
import * as m0014 from './migrations/0014-fund-reading.ts'
import * as m0015 from './migrations/0015-orders.ts'
import * as m0017 from './migrations/0017-research.ts'
import * as m0018 from './migrations/0018-every-source.ts'
import * as m0020 from './migrations/0020-report.ts'
import * as m0022 from './migrations/0022-report-delivery.ts'
import * as m0026 from './migrations/0026-alert-rule.ts'
import * as m0029 from './migrations/0029-realised-version.ts'
import * as m0030 from './migrations/0030-push.ts'
import * as m0031 from './migrations/0031-replay-stand.ts'
import * as m0032 from './migrations/0032-order-legs.ts'
import * as m0040 from './migrations/0040-request-fate.ts'
import * as m0043 from './migrations/0043-order-questions.ts'
import * as m0049 from './migrations/0049-trade-date.ts'
import * as m0052 from './migrations/0052-returned-money.ts'
import * as m0060 from './migrations/0060-sign-in-attempt.ts'
import * as m0061 from './migrations/0061-market-arrival.ts'
import * as m0066 from './migrations/0066-job-failure.ts'
import * as m0073 from './migrations/0073-worker-beat.ts'
import * as m0074 from './migrations/0074-thinned-rows.ts'
import * as m0075 from './migrations/0075-order-price.ts'
import * as m0076 from './migrations/0076-unconfigured-brokerage.ts'
import * as m0079 from './migrations/0079-code-key-in-view.ts'
import * as m0081 from './migrations/0081-market-doubt.ts'
import * as m0082 from './migrations/0082-stated-asset-type.ts'
import * as m0087 from './migrations/0087-club-name.ts'
import * as m0088 from './migrations/0088-statement-schedule.ts'
import * as m0089 from './migrations/0089-broker-of-account.ts'
import * as m0090 from './migrations/0090-access-without-renewal.ts'
import * as m0091 from './migrations/0091-file-account.ts'
import * as m0092 from './migrations/0092-account-statement.ts'
import * as m0093 from './migrations/0093-column-mapping.ts'
import * as m0094 from './migrations/0094-currency-rate.ts'
import * as m0095 from './migrations/0095-fund-move.ts'
import * as m0096 from './migrations/0096-fund-home.ts'
import * as m0098 from './migrations/0098-broker-of-attempt.ts'
import * as m0099 from './migrations/0099-kinds-of-orders.ts'
import * as m0100 from './migrations/0100-held-exits.ts'
import * as m0112 from './migrations/0112-trade-note.ts'
import * as m0103 from './migrations/0103-position-action.ts'
import * as m0115 from './migrations/0115-account-limits.ts'
import * as m0116 from './migrations/0116-judged-price.ts'
import * as m0126 from './migrations/0126-fund-role.ts'
import * as m0130 from './migrations/0130-fund-distribution.ts'
import * as m0121 from './migrations/0121-journal-trade.ts'
import * as m0119 from './migrations/0119-drawing-of-rule.ts'
import * as m0131 from './migrations/0131-fund-due.ts'
import * as m0136 from './migrations/0136-fund-announcement.ts'
import * as m0137 from './migrations/0137-fund-vote.ts'
import * as m0143 from './migrations/0143-fund-archive.ts'
import * as m0138 from './migrations/0138-statement-line-lookup.ts'
import * as m0141 from './migrations/0141-statement-opened.ts'
import * as m0142 from './migrations/0142-recorded-ballot.ts'
import * as m0145 from './migrations/0145-approval-by-itself.ts'
import * as m0146 from './migrations/0146-mailed-allocation.ts'
import * as m0148 from './migrations/0148-close-line.ts'
import * as m0149 from './migrations/0149-instrument-label.ts'
import * as m0150 from './migrations/0150-transaction-day.ts'
import * as m0153 from './migrations/0153-printed-page.ts'
import * as m0155 from './migrations/0155-target-plan.ts'
import * as m0160 from './migrations/0160-api-token.ts'
import * as m0167 from './migrations/0167-webhook.ts'
import * as m0161 from './migrations/0161-required-factor.ts'
import * as m0164 from './migrations/0164-oidc.ts'
import * as m0169 from './migrations/0169-web-push.ts'
import * as m0156 from './migrations/0156-sign-in-factor.ts'
import * as m0157 from './migrations/0157-passkey.ts'
import * as m0171 from './migrations/0171-provisional-movement.ts'
import * as m0174 from './migrations/0174-market-change.ts'
import * as m0177 from './migrations/0177-rows-by-age.ts'
import * as m0178 from './migrations/0178-large-logs.ts'
import * as m0179 from './migrations/0179-kinds-of-transactions.ts'
import * as m0180 from './migrations/0180-invited-by-provider.ts'
import * as m0181 from './migrations/0181-known-browsers.ts'
import * as m0182 from './migrations/0182-sessions-by-browser.ts'
import * as m0183 from './migrations/0183-session-change.ts'
import * as m0184 from './migrations/0184-held-under.ts'
import * as m0185 from './migrations/0185-schedule-factor.ts'
import * as m0139 from './migrations/0139-year-result.ts'
import * as m0140 from './migrations/0140-year-pack.ts'
import * as m0135 from './migrations/0135-close-revision.ts'
import * as m0127 from './migrations/0127-fund-approval.ts'
import * as m0129 from './migrations/0129-fund-club.ts'
import * as m0132 from './migrations/0132-fund-request.ts'
import * as m0133 from './migrations/0133-member-invitation.ts'
import * as m0134 from './migrations/0134-fund-document.ts'
import * as m0122 from './migrations/0122-fund-fee.ts'
import * as m0123 from './migrations/0123-fee-by-itself.ts'
import * as m0124 from './migrations/0124-entry-division.ts'
import * as m0045 from './migrations/0045-order-fills.ts'
import * as m0046 from './migrations/0046-order-search.ts'
import { releasedSteps } from './released-steps.ts'
import { errorCodeOf } from '../kernel/error-code.ts'

/** A step of the schema. */
export interface Step extends Migration {
  /** Built beside readers and writers before `up` runs, which makes them where there were no rows (`makeIndexes`). */
  readonly indexes?: readonly BesideIndex[]
}

/**
 * Every step by its name, under which the database remembers it. A step that takes away what an older version uses
 * names the step since which it is unused: `0190-drop-order-price.needs.0176-order-price-parts`. Versions that do not
 * know that one refuse such a database; every other version works on it.
 */
export const migrations: Readonly<Record<string, Step>> = {
  '0001-kernel-and-security': m0001,
  '0002-market': m0002,
  '0003-account': m0003,
  '0004-fund': m0004,
  '0005-sign-in': m0005,
  '0007-fund-books': m0007,
  '0008-fund-check': m0008,
  '0009-chart': m0009,
  '0010-forming-day': m0010,
  '0011-message': m0011,
  '0012-yahoo-source': m0012,
  '0013-reconciliation': m0013,
  '0014-fund-reading': m0014,
  '0015-orders': m0015,
  '0017-research': m0017,
  '0018-every-source': m0018,
  '0020-report': m0020,
  '0022-report-delivery': m0022,
  '0026-alert-rule': m0026,
  '0029-realised-version': m0029,
  '0030-push': m0030,
  '0031-replay-stand': m0031,
  '0032-order-legs': m0032,
  '0040-request-fate': m0040,
  '0043-order-questions': m0043,
  '0049-trade-date': m0049,
  '0052-returned-money': m0052,
  '0060-sign-in-attempt': m0060,
  '0061-market-arrival': m0061,
  '0066-job-failure': m0066,
  '0073-worker-beat': m0073,
  '0074-thinned-rows': m0074,
  '0075-order-price': m0075,
  '0076-unconfigured-brokerage': m0076,
  '0079-code-key-in-view': m0079,
  '0081-market-doubt': m0081,
  '0082-stated-asset-type': m0082,
  '0087-club-name': m0087,
  '0088-statement-schedule': m0088,
  '0089-broker-of-account': m0089,
  '0090-access-without-renewal': m0090,
  '0091-file-account': m0091,
  '0092-account-statement': m0092,
  '0093-column-mapping': m0093,
  '0094-currency-rate': m0094,
  '0095-fund-move': m0095,
  '0096-fund-home': m0096,
  '0098-broker-of-attempt': m0098,
  '0099-kinds-of-orders': m0099,
  '0100-held-exits': m0100,
  '0112-trade-note': m0112,
  '0103-position-action': m0103,
  '0115-account-limits': m0115,
  '0116-judged-price': m0116,
  '0126-fund-role': m0126,
  '0130-fund-distribution': m0130,
  '0121-journal-trade': m0121,
  '0119-drawing-of-rule': m0119,
  '0131-fund-due': m0131,
  '0135-close-revision': m0135,
  '0136-fund-announcement': m0136,
  '0137-fund-vote': m0137,
  '0138-statement-line-lookup': m0138,
  '0143-fund-archive': m0143,
  '0141-statement-opened': m0141,
  '0142-recorded-ballot': m0142,
  '0145-approval-by-itself': m0145,
  '0146-mailed-allocation': m0146,
  '0148-close-line': m0148,
  '0149-instrument-label': m0149,
  '0150-transaction-day': m0150,
  '0153-printed-page': m0153,
  '0155-target-plan': m0155,
  '0160-api-token': m0160,
  '0167-webhook': m0167,
  '0161-required-factor': m0161,
  '0164-oidc': m0164,
  '0169-web-push': m0169,
  '0156-sign-in-factor': m0156,
  '0157-passkey': m0157,
  '0171-provisional-movement': m0171,
  '0174-market-change': m0174,
  '0177-rows-by-age': m0177,
  '0178-large-logs': m0178,
  '0179-kinds-of-transactions': m0179,
  '0180-invited-by-provider': m0180,
  '0181-known-browsers': m0181,
  '0182-sessions-by-browser': m0182,
  '0183-session-change': m0183,
  '0184-held-under': m0184,
  '0185-schedule-factor': m0185,
  '0139-year-result': m0139,
  '0140-year-pack': m0140,
  '0127-fund-approval': m0127,
  '0129-fund-club': m0129,
  '0132-fund-request': m0132,
  '0133-member-invitation': m0133,
  '0134-fund-document': m0134,
  '0122-fund-fee': m0122,
  '0123-fee-by-itself': m0123,
  '0124-entry-division': m0124,
  '0045-order-fills': m0045,
  '0046-order-search': m0046,
}

export const knownMigrations: readonly string[] = Object.keys(migrations).sort()

export interface Patience {
  /** Called once with the reason why startup takes long, in words for the operator. */
  readonly onWait?: (why: string) => void
  /** How long callers of a table may queue behind a step that waits for it. */
  readonly lockWaitMs?: number
  /** Pauses between attempts; the migration fails after the last one. */
  readonly pausesMs?: readonly number[]
}

const lockWaitMs = 1_000
/** Ten minutes in total. */
const pausesMs = [2_000, 5_000, 10_000, ...Array.from({ length: 19 }, () => 27_000)]
const sayAfterMs = 10_000
const lockNotAvailable = '55P03'

/**
 * Applies the missing steps and returns their names. Several processes may call it at once: one works, the others wait.
 * Steps are numbered by the part of the product they belong to, and each depends only on its own tables: a step that
 * was added later with a lower number is applied where it is missing. Steps of a newer version that this one can live
 * with are left as they are. Throws DataFolderRefusal when a newer version has taken away what this one needs, a
 * restore did not finish, or a table was in use for ten minutes; the steps that were applied until then stay.
 */
export async function migrate(db: Db, patience: Patience = {}): Promise<readonly string[]> {
  const before = await readApplied(db)
  refuseNewerTables(before)
  const isRestored = await refuseUnfinishedRestore(db)
  // Kysely's migrator takes a lock and reads the catalogue of the whole database before it finds that nothing is
  // missing.
  const isCurrent = knownMigrations.every((name) => before.has(name))
  const applied = isCurrent ? [] : await applyPatiently(db, before, patience)
  if (isRestored) await sql`drop schema if exists clubfolio_restore cascade`.execute(db)
  return applied
}

/**
 * Returns the missing steps in the groups that commit together. An empty database gets all at once, and so do steps of
 * earlier releases, which versions before them cannot live with one by one.
 */
function groupSteps(before: ReadonlySet<string>): readonly (readonly string[])[] {
  const missing = knownMigrations.filter((name) => !before.has(name))
  if (missing.length === 0) return []
  if (before.size === 0) return [missing]
  const released = new Set(releasedSteps)
  const older = missing.filter((name) => released.has(name))
  const newer = missing.filter((name) => !released.has(name)).map((name) => [name])
  return older.length === 0 ? newer : [older, ...newer]
}

/** Brings an empty database to an earlier state: that of exactly these migrations. */
export const migrateExactly = (db: Db, names: readonly string[]): Promise<readonly string[]> => apply(db, names)

async function applyPatiently(db: Db, before: ReadonlySet<string>, patience: Patience): Promise<readonly string[]> {
  const pauses = (patience.pausesMs ?? pausesMs).values()
  let hasSaid = false
  const say = (why: string): void => {
    if (!hasSaid) patience.onWait?.(why)
    hasSaid = true
  }
  // Another process may hold the migration lock for long, or be stalled while holding it.
  const isSlow = setTimeout(
    () => say('the tables are being changed, by this process or by another one that this one waits for'),
    sayAfterMs,
  )
  const applied: string[] = []
  try {
    let present = before
    for (;;) {
      const [group] = groupSteps(present)
      if (group === undefined) return applied
      if (present.size > 0) for (const name of group) await buildIndexes(db, migrations[name]?.indexes ?? [])
      applied.push(...(await applyGroup([...present, ...group])))
      // Another process may have applied steps in the meantime.
      present = await readApplied(db)
    }
  } finally {
    clearTimeout(isSlow)
  }

  async function applyGroup(names: readonly string[]): Promise<readonly string[]> {
    for (;;) {
      try {
        return await apply(db, names, patience.lockWaitMs ?? lockWaitMs)
      } catch (error) {
        if (isAheadOfUs(error)) return []
        if (errorCodeOf(error) !== lockNotAvailable) throw error
        const { value: pauseMs } = pauses.next()
        if (pauseMs === undefined) throw new DataFolderRefusal('TABLES_IN_USE', tablesInUseWords)
        say(
          'a table that has to be changed is in use, by a backup or another long reading; it is tried again for ' +
            'ten minutes',
        )
        await delay(pauseMs)
      }
    }
  }
}

/** Another process has applied a step since the applied ones were read; they are read again then. */
const isAheadOfUs = (error: unknown): boolean =>
  error instanceof Error && /previously executed migration .* is missing/.test(error.message)

const tablesInUseWords =
  'This version changes tables that something has been reading or writing all the time: a backup, an import, or ' +
  'a long report. ' +
  'Nothing was changed halfway. Wait until it has ended, or end it, and start again.'

async function apply(db: Db, names: readonly string[], waitMs?: number): Promise<readonly string[]> {
  const steps = names.map((name) => {
    // One of a newer version is applied already; the migrator only has to know its name.
    const step = migrations[name] ?? { up: () => Promise.reject(new Error(`The step ${name} is not known.`)) }
    return [name, waitMs === undefined ? step : waiting(step, waitMs)] as const
  })
  const provider: MigrationProvider = { getMigrations: () => Promise.resolve(Object.fromEntries(steps)) }
  const { error, results } = await new Migrator({ db, provider, allowUnorderedMigrations: true }).migrateToLatest()
  if (error) throw error
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

/** The limit belongs to the transaction and ends with it. */
const waiting = (step: Migration, waitMs: number): Migration => ({
  async up(db) {
    await sql`set local lock_timeout = ${sql.lit(`${waitMs}ms`)}`.execute(db)
    await step.up(db)
  },
})

/**
 * Returns true when a restore loaded all rows and was killed right before its end: migrating the tables completes it.
 */
async function refuseUnfinishedRestore(db: Db): Promise<boolean> {
  const { rows: found } = await sql<{ has: boolean }>`
    select to_regclass('clubfolio_restore.unfinished') is not null as has`.execute(db)
  if (!found[0]?.has) return false
  const { rows } = await sql<{
    backup: string
    state: string
  }>`select backup, state from clubfolio_restore.unfinished`.execute(db)
  const mark = rows[0]
  if (mark === undefined || mark.state === 'filled') return true
  throw new DataFolderRefusal(
    'UNFINISHED_RESTORE',
    `A restore of ${mark.backup} into this database did not finish, and nothing of it is here. ` +
      'Run npm run restore again with the same file, or give Clubfolio an empty database.',
  )
}

async function readApplied(db: Db): Promise<ReadonlySet<string>> {
  const { rows: tables } = await sql<{
    has: boolean
  }>`select to_regclass('kysely_migration') is not null as has`.execute(db)
  if (!tables[0]?.has) return new Set()
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

function refuseNewerTables(applied: ReadonlySet<string>): void {
  const unknown = findStepBeyond(applied, new Set(knownMigrations))
  if (unknown === undefined) return
  throw new DataFolderRefusal(
    'NEWER_TABLES',
    `These data were last used by a newer version of Clubfolio (its step ${unknown} took away what this one needs). ` +
      'Start that version again, or restore the backup that was taken before it was put in place.',
  )
}

/**
 * Returns the first applied step that a version with the `known` steps cannot live with. Steps of a newer version only
 * add, unless their name says which step a version must know: `0190-b.needs.0176-a` is beyond a version without
 * `0176-a`, and `0190-b` is beyond none.
 */
export function findStepBeyond(applied: Iterable<string>, known: ReadonlySet<string>): string | undefined {
  return [...applied].find((name) => {
    const needed = neededBy(name)
    return !known.has(name) && needed !== undefined && !known.has(needed)
  })
}

export const neededBy = (step: string): string | undefined => /\.needs\.(.+)$/.exec(step)?.[1]
