// Downloads a paper of a year as PDF.
import type { YearPaper } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { usePrintYear, type YearPlace } from './year-api.ts'

export interface PdfButtonProps {
  readonly place: YearPlace
  readonly paper: YearPaper
}

const paperWords: Readonly<Record<YearPaper, string>> = {
  allocation: 'Allocation as PDF',
  'balance-sheet': 'Balance sheet as PDF',
  'income-statement': 'Income statement as PDF',
}

export function PdfButton({ place, paper }: PdfButtonProps) {
  const print = usePrintYear(place)
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconFileTypePdf size={14} stroke={1.6} />}
      loading={print.isPending}
      onClick={() => print.mutate(paper)}
      aria-label={paperWords[paper]}
    >
      PDF
    </Button>
  )
}
