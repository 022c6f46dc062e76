// The tools page, which holds the simple calculator. Source: docs/rules/trading.md, "Calculators".
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCan } from '../../kernel/session.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { SimpleCalculator } from './simple-calculator.tsx'

export function ToolsScreen() {
  useDocumentTitle('Tools')
  const can = useCan()
  return (
    <>
      <PageHead
        title="Tools"
        actions={
          can('VSC') ? (
            <Button variant="default" component={Link} to="/stock-calculator-advance">
              Advanced calculator
            </Button>
          ) : undefined
        }
      />
      <Panel title="Simple calculator" isPadded>
        <SimpleCalculator />
      </Panel>
    </>
  )
}
