// The reader of a report, from the session of a call or from the owner of a schedule.
import type { Session } from '../../kernel/session.ts'
import type { Services } from '../../services.ts'
import { activeMarketTime } from '../account/market-time.ts'
import type { ReportReader } from './report-definition.ts'

export type ReaderSession = Pick<Session, 'userId' | 'permissions'>

export async function openReader(services: Services, { userId, permissions }: ReaderSession): Promise<ReportReader> {
  const { day, lastClosedDay } = await activeMarketTime(
    services.db,
    services.clock,
    services.brokers.allLiveByWallClock,
  )
  return { services, ownerId: userId, permissions, today: day, lastSession: lastClosedDay }
}
