// Where a figure of a line comes from, with the chart and the trades of the line beside it.
import type { AttributionLine, LineFigure } from '@clubfolio/contract'
import { isOptionCode } from '@clubfolio/domain'
import { Button } from '@mantine/core'
import { IconChartLine, IconNotebook } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { openGraph } from '../../../kernel/graph-modal.ts'
import type { FundChoice } from '../fund-choice.ts'
import { DerivationDialog } from '../performance/derivation-modal.tsx'
import { useLineDerivation, type AttributionPlace } from './attribution-api.ts'

export interface ShownFigure {
  readonly line: AttributionLine
  readonly figure: LineFigure
}

export interface LineDerivationProps extends ShownFigure {
  readonly place: AttributionPlace
  readonly choice: FundChoice
  readonly canChart: boolean
  readonly onClose: () => void
}

export function LineDerivation({ line, figure, place, choice, canChart, onClose }: LineDerivationProps) {
  const { kind, name, code } = line
  const derivation = useLineDerivation(place, { kind, name, figure })
  const links =
    code === null ? undefined : (
      <>
        {canChart && !isOptionCode(code) ? (
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
        {choice.isOwn ? (
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
  return <DerivationDialog derivation={derivation} links={links} onClose={onClose} />
}
