// The way from a screen about a fund to the report with the same figures: PDF, Excel and CSV, by mail and on a
// schedule.
import { allows, featureAccess } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { IconFileAnalytics } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCan } from '../../kernel/session.ts'

/** `report` is the key of the report. */
export function ReportLink({ report }: { readonly report: string }) {
  if (!allows(featureAccess.report, useCan())) return null
  return (
    <Button
      variant="default"
      leftSection={<IconFileAnalytics size={16} stroke={1.6} />}
      renderRoot={(props) => <Link to="/static-report" search={{ report }} {...props} />}
    >
      PDF, Excel, mail
    </Button>
  )
}
