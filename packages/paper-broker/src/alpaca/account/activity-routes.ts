// GET account/activities and account/activities/{type} of the Alpaca wire.

import { parseMarketDay } from '@clubfolio/domain'
import type { MarketDay } from '@clubfolio/domain'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BrokerParts } from '../../broker-parts.ts'
import { advanceAccount } from '../../engine/advance-account.ts'
import { pathPart } from '../../kernel/path-part.ts'
import { listOf } from '../../kernel/query-list.ts'
import { readFields } from '../../kernel/read-fields.ts'
import { alpacaCallerOf } from '../access/require-credential.ts'
import { AlpacaRefusal } from '../kernel/alpaca-error.ts'
import { instantOf } from '../kernel/alpaca-time.ts'
import { countOf, wordOf } from '../order/order-list-query.ts'
import { fillWire, otherActivityWire, placeOfActivity } from './activity-wire.ts'
import type { Activity, ActivityQuery, ActivityType } from './read-activities.ts'
import { readActivities, readFillFacts, sharesBefore } from './read-activities.ts'

const OURS: readonly ActivityType[] = ['FILL', 'FEE', 'CSD', 'CSW', 'DIV', 'SPLIT', 'SPIN', 'OPEXP', 'OPCSH', 'OPCA']

/** Types of the wire that never occur here; asking for one finds nothing. */
const OTHERS: ReadonlySet<string> = new Set(
  (
    'ACATC ACATS CFEE CGD DIVCGL DIVCGS DIVFEE DIVFT DIVNRA DIVROC DIVTW DIVTXEX INT INTNRA INTTW JNL JNLC JNLS MA ' +
    'NC OPASN OPEXC OPTRD OPXRC PTC PTR REORG SC SSO SSP FOPT'
  ).split(' '),
)

const GROUPS: Readonly<Record<string, readonly ActivityType[]>> = {
  TRANS: ['CSD', 'CSW'],
  MISC: OURS.filter((type) => !['FILL', 'DIV', 'CSD', 'CSW'].includes(type)),
}

function typesOf(asked: readonly string[]): ReadonlySet<ActivityType> {
  if (asked.length === 0) return new Set(OURS)
  return new Set(
    asked.flatMap((name) => {
      const upper = name.toUpperCase()
      const own = OURS.find((type) => type === upper)
      if (own !== undefined) return [own]
      const group = GROUPS[upper]
      if (group !== undefined) return group
      if (OTHERS.has(upper)) return []
      throw new AlpacaRefusal('invalid', `${name} is no type of an activity.`)
    }),
  )
}

const MOST = 100
/** A day has no limit of its own; this is more than any account has in one. */
const MOST_OF_DAY = 10_000

function dayOf(value: unknown): MarketDay | null {
  if (value === undefined || value === '') return null
  const day = typeof value === 'string' ? parseMarketDay(value.slice(0, 10)) : null
  if (day === null) throw new AlpacaRefusal('invalid', 'date is a day YYYY-MM-DD.')
  return day
}

function queryOf(request: FastifyRequest, asked: readonly string[]): ActivityQuery {
  const query = readFields(request.query)
  const day = dayOf(query['date'])
  const [after, until] = [instantOf('after', query['after']), instantOf('until', query['until'])]
  if (day !== null && (after !== undefined || until !== undefined))
    throw new AlpacaRefusal('invalid', 'Give either date, or after and until.')
  const token = query['page_token']
  const beyond = typeof token === 'string' && token !== '' ? placeOfActivity(token) : null
  if (typeof token === 'string' && token !== '' && beyond === null)
    throw new AlpacaRefusal('invalid', 'page_token is the id of an activity.')
  const most = day === null ? MOST : MOST_OF_DAY
  return {
    types: typesOf(asked),
    after,
    until,
    day,
    direction: wordOf('direction', query['direction'], ['asc', 'desc'], 'desc'),
    limit: countOf('page_size', query['page_size'], most, most),
    beyond,
  }
}

export function activityRoutes(scope: FastifyInstance, parts: BrokerParts): void {
  const { database, desk, settings } = parts

  const answer = async (request: FastifyRequest, asked: readonly string[]): Promise<object[]> => {
    const { account } = alpacaCallerOf(request)
    const query = queryOf(request, asked)
    await advanceAccount(database, account, await desk.of(account), settings)
    const activities = await readActivities(database, account.accountId, query)
    const fills = await readFillFacts(database, account.accountId, activities)
    const wireOf = async (activity: Activity): Promise<object> => {
      if (activity.type === 'FILL')
        return fillWire(
          activity,
          fills.get(activity.transaction.activity_id) ?? {
            cumulated:
              activity.item.quantity_change < 0n ? -activity.item.quantity_change : activity.item.quantity_change,
            left: 0n,
          },
        )
      return otherActivityWire(
        activity,
        activity.type === 'DIV' ? await sharesBefore(database, account.accountId, activity) : null,
      )
    }
    return Promise.all(activities.map(wireOf))
  }

  scope.get('/account/activities', async (request) => {
    const query = readFields(request.query)
    const category = wordOf('category', query['category'], ['trade_activity', 'non_trade_activity', ''], '')
    const asked = listOf(query['activity_types'])
    if (category !== '' && asked.length > 0)
      throw new AlpacaRefusal('invalid', 'Give either activity_types or category.')
    if (category === 'trade_activity') return answer(request, ['FILL'])
    return answer(request, category === '' ? asked : OURS.filter((type) => type !== 'FILL'))
  })

  scope.get('/account/activities/:type', async (request) => answer(request, [pathPart(request, 'type')]))
}
