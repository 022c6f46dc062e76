// Renames an own report.
import type { OwnReport } from '@clubfolio/contract'
import { IconFileAnalytics } from '@tabler/icons-react'
import { NameModal } from '../../ui/name-modal.tsx'
import { useRenameOwnReport } from './api.ts'

export function RenameReportModal({ report, onClose }: { readonly report: OwnReport; readonly onClose: () => void }) {
  const rename = useRenameOwnReport()
  return (
    <NameModal
      title="Rename report"
      subject={report.name}
      icon={IconFileAnalytics}
      name={report.name}
      isSaving={rename.isPending}
      onSave={(name) => rename.mutateAsync({ id: report.id, name }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
