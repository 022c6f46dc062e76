// The dialog that acts on a position, over any screen: Operations, the wallet and charts open it by account and code;
// the feature of position actions draws it.
import type { PositionActionKind } from '@clubfolio/domain'
import { createUserStore } from './store.ts'

/** What a menu offers: half and break-even are a close and a moved stop with their value filled in. */
export type PositionActionChoice = PositionActionKind | 'CLOSE_HALF' | 'BREAK_EVEN'

export interface PositionActionRequest {
  readonly accountNumber: string
  readonly code: string
  /** Absent where the dialog offers them all first. */
  readonly choice?: PositionActionChoice
  /** The new stop or target, chosen elsewhere, such as on a chart. Decimal text. */
  readonly price?: string
  /** What a close or an addition begins with. Decimal text. */
  readonly quantity?: string
}

export const positionAction = createUserStore<PositionActionRequest | undefined>(undefined)

/** `openPositionAction({ accountNumber, code: 'ACME', choice: 'CLOSE_HALF' })` */
export const openPositionAction = (request: PositionActionRequest): void => positionAction.set(request)
export const closePositionAction = (): void => positionAction.set(undefined)
