// Returns the distance at which a stored trailing stop follows the market.
import type { OrderTrail } from '@clubfolio/contract'
import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'

type StoredTrail = Pick<Selectable<Tables['broker_order']>, 'trail_offset' | 'trail_unit'>

export const trailOf = ({ trail_offset: offset, trail_unit: unit }: StoredTrail): OrderTrail | null =>
  offset === null || unit === null ? null : { offset, unit }
