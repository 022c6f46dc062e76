// The target plan of an account, with its version and the classes to choose from.
import type { SavedTargetPlan } from '@clubfolio/contract'
import type { Services } from '../../services.ts'
import { findClassChoices } from './listed-class.ts'
import { findAccountOfPlan, readPlan } from './own-plan.ts'

/** Throws `notFound`. */
export async function findPlan({ db }: Services, ownerId: string, accountId: string): Promise<SavedTargetPlan> {
  await findAccountOfPlan(db, ownerId, accountId)
  const [{ version, plan, savedAt }, choices] = await Promise.all([readPlan(db, accountId), findClassChoices(db)])
  return { version, plan, savedAt: savedAt?.getTime() ?? null, choices }
}
