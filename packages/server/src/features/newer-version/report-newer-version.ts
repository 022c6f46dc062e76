// Tells administrators of a newer version. Off until the operator names an address (CLUBFOLIO_UPDATE_CHECK); the
// question says nothing about this installation, and nothing is fetched or changed by itself. Source:
// docs/operations.md, "Learning of a newer version"; docs/decisions/0129-update-and-going-back.md.
import type { Services } from '../../services.ts'
import { raiseAlert, resolveAlert } from '../alert/write-alert.ts'
import { selectUserKeys } from '../rights/read-keys.ts'
import { compareVersions, readOffer } from './offered-version.ts'

const alertKey = 'newer version'

/** Asks, raises the alert of every user who may see the administration, and resolves it when nothing newer is there. */
export async function reportNewerVersion(
  services: Pick<Services, 'db' | 'clock' | 'outbound' | 'config' | 'log'>,
  ownVersion: string,
): Promise<void> {
  const { db, clock, config, outbound, log } = services
  const url = config.updateCheckUrl
  if (url === undefined) return resolveAll(services)
  const { status, head, isCut } = await outbound.get({
    url,
    headers: { accept: 'application/json', 'user-agent': 'clubfolio' },
  })
  if (status === 200 && isCut) {
    log.warn('the answer of CLUBFOLIO_UPDATE_CHECK is longer than 64 KB: name an address of the newest release alone')
    return
  }
  const offer = status === 200 ? readOffer(head) : undefined
  if (offer === undefined) {
    log.warn({ status }, 'the address of CLUBFOLIO_UPDATE_CHECK names no version')
    return
  }
  if (compareVersions(offer.version, ownVersion) <= 0) return resolveAll(services)
  const administrators = await selectUserKeys(db)
    .innerJoin('app_user as u', (join) => join.onRef('u.id', '=', 'm.user_id').on('u.status', '=', 'ACTIVE'))
    .where('p.name_key', '=', 'VAd')
    .execute()
  const text =
    `This is ${ownVersion}. ` +
    (offer.page === undefined ? '' : `What is new: ${offer.page} `) +
    'To put it in place: npm run update on the server, which takes a backup before.'
  for (const { user_id: userId } of administrators)
    await raiseAlert(db, clock, {
      userId,
      key: alertKey,
      kind: 'NEW_VERSION',
      severity: 'INFO',
      title: `Clubfolio ${offer.version} is available`,
      text,
    })
}

async function resolveAll({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const open = await db
    .selectFrom('alert')
    .select('user_id')
    .where('kind', '=', 'NEW_VERSION')
    .where('resolved_at', 'is', null)
    .execute()
  for (const { user_id: userId } of open) await resolveAlert(db, clock, { userId, key: alertKey })
}
