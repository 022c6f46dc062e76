// Where a figure comes from, with the chart and the trades of its line beside it. Rows that are lines open their own
// figure in the same window, and a step leads back.
import type { AttributionLine } from '@clubfolio/contract'
import { isOptionCode } from '@clubfolio/domain'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconChartLine, IconNotebook } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { openGraph } from '../../../kernel/graph-modal.ts'
import type { FundChoice } from '../fund-choice.ts'
import { DerivationDialog } from '../performance/derivation-modal.tsx'
import { useLineDerivation, type ShownFigure, type TableOfLines } from './attribution-api.ts'

export interface LineDerivationDialogProps {
  /** The figure that was pressed. */
  readonly shown: ShownFigure
  readonly table: TableOfLines
  readonly lines: readonly AttributionLine[]
  readonly choice: FundChoice
  readonly canChart: boolean
  readonly onClose: () => void
}

/** The same total, by its lines and by the closes of the period. */
const otherRows = {
  TOTAL: { kind: 'PERIOD', words: 'By close' },
  PERIOD: { kind: 'TOTAL', words: 'By line' },
} as const

export function LineDerivationDialog({ shown, table, lines, choice, canChart, onClose }: LineDerivationDialogProps) {
  const [path, setPath] = useState<readonly ShownFigure[]>([shown])
  /** The one that was stepped back from; its row has the focus. */
  const [left, setLeft] = useState<ShownFigure>()
  const current = path.at(-1) ?? shown
  const { kind, name, figure } = current
  const derivation = useLineDerivation(table, current)
  const derivable = derivation.data?.derivable ?? []
  const open = (next: ShownFigure) => {
    setPath([...path, next])
    setLeft(undefined)
  }
  const back = () => {
    setPath(path.slice(0, -1))
    setLeft(current)
  }
  const code = lines.find((line) => line.kind === kind && line.name === name)?.code ?? null
  const other = kind === 'TOTAL' || kind === 'PERIOD' ? otherRows[kind] : undefined
  const links = (
    <>
      {path.length > 1 ? (
        <Button
          // A new one for each step, so that it gets the focus.
          key={path.length}
          autoFocus={left === undefined}
          variant="default"
          size="xs"
          leftSection={<IconArrowLeft size={14} stroke={1.6} />}
          onClick={back}
        >
          Back
        </Button>
      ) : null}
      {other ? (
        <Button
          key={kind}
          autoFocus={left?.kind === other.kind}
          variant="default"
          size="xs"
          onClick={() => open({ kind: other.kind, figure })}
        >
          {other.words}
        </Button>
      ) : null}
      {code !== null && canChart && !isOptionCode(code) ? (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconChartLine size={14} stroke={1.6} />}
          onClick={() => {
            onClose()
            openGraph({ title: 'Graph', code, timing: 'YEAR' })
          }}
        >
          Chart
        </Button>
      ) : null}
      {code !== null && choice.isOwn ? (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconNotebook size={14} stroke={1.6} />}
          renderRoot={(props) => <Link to="/journal" search={{ account: choice.accountId, code }} {...props} />}
        >
          Trades
        </Button>
      ) : null}
    </>
  )
  return (
    <DerivationDialog
      derivation={derivation}
      links={links}
      opener={(index) => {
        const row = derivable[index]
        return row && (() => open({ ...row, figure }))
      }}
      focusedRow={left && derivable.findIndex((row) => row.kind === left.kind && row.name === left.name)}
      onClose={onClose}
    />
  )
}
