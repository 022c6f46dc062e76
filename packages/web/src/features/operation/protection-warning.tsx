// The bar that names unprotected positions whose loss is not otherwise bounded, over-covered positions, and orphaned
// stops.
import type { Operation, OrphanedStop } from '@clubfolio/contract'
import { formatCode } from '@clubfolio/domain'
import { Button } from '@mantine/core'
import { IconShieldOff } from '@tabler/icons-react'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { Money } from '../../ui/figure/money.tsx'
import { formatCount } from '../../ui/format/number.ts'
import { WarningBar } from '../../ui/warning-bar.tsx'
import { heldQuantity, type OperationSummary } from '../open-operation/live-operation.ts'

export interface ProtectionWarningProps {
  readonly operations: readonly Operation[]
  readonly orphans: readonly OrphanedStop[]
  readonly summary: OperationSummary
  /** Why the account takes no orders; undefined where it does. */
  readonly whyOff: string | undefined
  readonly onShow: () => void
}

export function ProtectionWarning({ operations, orphans, summary, whyOff, onShow }: ProtectionWarningProps) {
  const words = describeWarnings(operations, orphans)
  if (words.length === 0) return null
  return (
    <WarningBar
      icon={IconShieldOff}
      action={
        <DisabledReason reason={whyOff}>
          <Button size="xs" variant="default" onClick={onShow}>
            Show repairs
          </Button>
        </DisabledReason>
      }
    >
      {words.join('; ')}.
      {summary.uncoveredValue === 0n ? null : (
        <>
          {' '}
          Uncovered value{' '}
          <strong>
            <Money value={summary.uncoveredValue} />
          </strong>{' '}
          is not part of the risk figures.
        </>
      )}
    </WarningBar>
  )
}

/** `["PLCD and MRDG have no stop", "ALDE is covered for 250 of 400"]` */
export function describeWarnings(operations: readonly Operation[], orphans: readonly OrphanedStop[]): string[] {
  const bare = operations
    .filter(({ protection, lacksStop }) => protection === 'NONE' && lacksStop)
    .map(({ code }) => formatCode(code))
  const covered = (operation: Operation, verb: string) =>
    `${formatCode(operation.code)} ${verb} ${formatCount(operation.stopLossQty)} of ` +
    formatCount(heldQuantity(operation))
  return [
    ...(bare.length === 0 ? [] : [`${listed(bare)} ${bare.length === 1 ? 'has' : 'have'} no stop`]),
    ...operations
      .filter(({ protection, lacksStop }) => protection === 'PARTLY' && lacksStop)
      .map((operation) => covered(operation, 'is covered for')),
    ...operations
      .filter(({ protection }) => protection === 'TOO_LARGE')
      .map(
        (operation) =>
          `${formatCode(operation.code)} has stops for ${formatCount(operation.stopLossQty)}, but holds ` +
          formatCount(heldQuantity(operation)),
      ),
    ...(orphans.length === 0
      ? []
      : [
          `${orphans.length === 1 ? 'a stop' : `${orphans.length} stops`} of ` +
            `${listed([...new Set(orphans.map(({ code }) => formatCode(code)))])} ` +
            `${orphans.length === 1 ? 'has' : 'have'} nothing to close`,
        ]),
  ]
}

/** `A, B and C` */
const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`
