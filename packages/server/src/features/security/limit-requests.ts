// Limits public calls that cost us a hash or a mail, per address and hour; the limit is far beyond what people need.
import { Refusal } from '@clubfolio/contract'
import { addressGroup } from '../../kernel/address-group.ts'
import type { Caller } from '../../kernel/handler.ts'
import { countWithin } from '../../kernel/rate-counter.ts'
import type { Services } from '../../services.ts'

const hourMs = 60 * 60 * 1000

/** Throws `tooMany` when the caller's address has made more than `limit` calls of this kind within an hour. */
export async function limitRequests(
  { db, clock }: Services,
  caller: Caller,
  kind: string,
  limit: number,
): Promise<void> {
  if (
    (await countWithin(db, clock, { scope: `${kind} from ${addressGroup(caller.address)}`, windowMs: hourMs })) > limit
  )
    throw new Refusal('tooMany')
}

const linksPerAddressAndHour = 60

/** Limits calls with the token of a mailed link, of all kinds together. Throws `tooMany`. */
export const limitLinks = (services: Services, caller: Caller): Promise<void> =>
  limitRequests(services, caller, 'links', linksPerAddressAndHour)

/** Returns true while this address may still get a mail of this kind: strangers cannot flood a mailbox. */
export async function mayMail({ db, clock }: Services, kind: string, email: string, perHour: number): Promise<boolean> {
  return (await countWithin(db, clock, { scope: `${kind} to ${email}`, windowMs: hourMs })) <= perHour
}
