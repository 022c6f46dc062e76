// `npm run admin -- invite EMAIL`, `reset-sign-in EMAIL`, `new-user-group NAME_KEY`, `rotate-secrets` and
// `after-restore`: commands reserved for a person with access to the server's machine. They work with or without a
// running server, except `after-restore`, which needs all processes to be stopped.
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { email as emailField } from '@clubfolio/contract'
import { BackupRefusal } from './backup/backup-refusal.ts'
import { describeSettled, settleRestored } from './backup/settle-restored.ts'
import type { Db } from './db/connect.ts'
import { DataFolderRefusal } from './db/embedded/data-folder-refusal.ts'
import { migrate } from './db/migrate.ts'
import { seedRights } from './db/seed-rights.ts'
import { chooseMessages } from './adapters/message/choose-messages.ts'
import { createOutbox } from './adapters/message/outbox.ts'
import { inviteAdministrator } from './features/security/invite.ts'
import { resetSignIn } from './features/security/reset-sign-in.ts'
import { rotateSecrets } from './features/security/rotate-secrets.ts'
import { writeNewUserGroup } from './features/security/new-user-group.ts'
import { type Clock, ManualClock, systemClock } from './kernel/clock.ts'
import { type Config, ConfigError, readConfig } from './kernel/config.ts'
import { createLog } from './kernel/log.ts'
import { createSecretBox } from './kernel/secret.ts'
import { openSharedDatabase } from './start/open-shared-database.ts'
import { readOrMakeSecretKey } from './start/secret-key.ts'

const usage = `Say one of:
  npm run admin -- invite EMAIL               a link for a new administrator; it works once, for 30 minutes
  npm run admin -- reset-sign-in EMAIL        removes the sign-in methods of a user who lost them all; a text message
                                              then signs them in after their password
  npm run admin -- new-user-group NAME_KEY    the group that people join who register themselves, e.g. INVESTORS
  npm run admin -- rotate-secrets             seals every stored secret with the newest key of CLUBFOLIO_SECRET_KEY
  npm run admin -- after-restore              after PostgreSQL was set back to an earlier moment: ends sessions and
                                              pauses what would act by itself; stop all processes first`

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Resolves to the exit code. */
async function run(args: readonly string[]): Promise<number> {
  const [command, argument, ...rest] = args
  const isKnown =
    command === 'rotate-secrets' || command === 'after-restore'
      ? argument === undefined
      : (command === 'invite' || command === 'reset-sign-in' || command === 'new-user-group') && argument !== undefined
  if (!isKnown || rest.length > 0) {
    console.error(usage)
    return 2
  }
  const address = emailField.safeParse(argument)
  if ((command === 'invite' || command === 'reset-sign-in') && !address.success) {
    console.error(`${argument} is not an e-mail address.`)
    return 2
  }
  if (existsSync(`${root}.env`)) process.loadEnvFile(`${root}.env`)
  const config = readConfig(process.env, `${root}.data`)
  await mkdir(config.dataDirectory, { recursive: true })
  const clock = config.fixedNowMs === undefined ? systemClock : new ManualClock(config.fixedNowMs)
  const database = await openSharedDatabase(config, createLog('silent'))
  try {
    if (command === 'after-restore') {
      // Before the tables are changed: which version runs next is the operator's choice.
      console.log(describeSettled(await settleRestored(database.pool, await secretsOf(config))))
      return 0
    }
    await migrate(database.db, { onWait: (why) => console.error(`Waiting: ${why}.`) })
    await seedRights(database.db, clock)
    if (command === 'invite') {
      const link = await inviteAdministrator(database.db, clock, config.origin, address.data!)
      console.log(
        `${link}\n\nHand this to ${address.data!}. It works once, until ` +
          `${new Date(clock.nowMs() + 30 * 60_000).toISOString()}, and makes an administrator.`,
      )
      return 0
    }
    const { isDone, message } =
      command === 'rotate-secrets'
        ? await rotate(database.db, config)
        : command === 'reset-sign-in'
          ? await reset(database.db, clock, config, address.data!)
          : await writeNewUserGroup(database.db, clock, argument!)
    if (isDone) console.log(message)
    else console.error(message)
    return isDone ? 0 : 1
  } finally {
    await database.close()
  }
}

async function reset(db: Db, clock: Clock, config: Config, email: string) {
  const { mail } = await chooseMessages(
    config,
    createOutbox(db, clock, () => undefined),
  )
  return resetSignIn({ db, clock, mail, config }, email)
}

const secretsOf = async (config: Config) =>
  createSecretBox(config.secretKeys ?? [await readOrMakeSecretKey(config.dataDirectory)])

async function rotate(db: Db, config: Config): Promise<{ isDone: boolean; message: string }> {
  const { sealedAgain, unreadable } = await rotateSecrets(db, await secretsOf(config))
  const done = `${sealedAgain} ${sealedAgain === 1 ? 'secret was' : 'secrets were'} sealed again with the newest key.`
  if (unreadable === 0) return { isDone: true, message: `${done} Older keys can be taken out of CLUBFOLIO_SECRET_KEY.` }
  return {
    isDone: false,
    message:
      `${done} ${unreadable} could not be opened by any listed key and stayed as they are: list the key that ` +
      'sealed them and run this again.',
  }
}

try {
  process.exit(await run(process.argv.slice(2)))
} catch (error) {
  const isPlain = error instanceof ConfigError || error instanceof DataFolderRefusal || error instanceof BackupRefusal
  console.error(isPlain ? error.message : error)
  process.exit(isPlain ? 2 : 1)
}
