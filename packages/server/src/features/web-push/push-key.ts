// The server's key pair for web push: made with its first use, stored sealed, and the same for every process.
import { generateKeyPairSync } from 'node:crypto'
import type { VapidKey } from '../../adapters/outbound/web-push.ts'
import { newId } from '../../kernel/id.ts'
import { sealedFor } from '../../kernel/sealed-column.ts'
import type { Services } from '../../services.ts'

type KeyServices = Pick<Services, 'db' | 'clock' | 'secrets' | 'config'>

export async function readPushKey(services: KeyServices): Promise<VapidKey> {
  const { secrets, config } = services
  const { id, public_key: publicKey, private_sealed: sealed } = (await findRow(services)) ?? (await makeRow(services))
  return {
    publicKey,
    privateKey: secrets.open(sealed, sealedFor('web_push_key', id, 'private')),
    subject: config.origin.startsWith('https://') ? config.origin : 'mailto:nobody@clubfolio.invalid',
  }
}

const findRow = ({ db }: KeyServices) =>
  db.selectFrom('web_push_key').select(['id', 'public_key', 'private_sealed']).executeTakeFirst()

/** Of two processes that make one at the same time, the first wins. */
async function makeRow(services: KeyServices) {
  const { db, clock, secrets } = services
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const bytes = [Buffer.from([4]), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')]
  const id = newId(clock)
  await db
    .insertInto('web_push_key')
    .values({
      id,
      public_key: Buffer.concat(bytes).toString('base64url'),
      private_sealed: secrets.seal(d!, sealedFor('web_push_key', id, 'private')),
      created_at: new Date(clock.nowMs()),
    })
    .onConflict((conflict) => conflict.column('only_row').doNothing())
    .execute()
  return (await findRow(services))!
}
