// Converts a position between the domain's form and the one in which an action keeps it.
import type { ActedPosition } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { StoredPosition } from '../../db/tables/position-action-tables.ts'

export const storedPosition = ({ symbol, held, exits }: ActedPosition): StoredPosition => ({
  symbol,
  held: held.toFixed(),
  exits: exits.map((exit) => ({ ...exit, quantity: exit.quantity.toFixed() })),
})

export const actedPosition = ({ symbol, held, exits }: StoredPosition): ActedPosition => ({
  symbol,
  held: new Decimal(held),
  exits: exits.map((exit) => ({ ...exit, quantity: new Decimal(exit.quantity) })),
})
