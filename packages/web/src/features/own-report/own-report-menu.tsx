// The actions on an own report besides running it: all of them for its owner; for others, creating a copy.
import type { OwnReport } from '@clubfolio/contract'
import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconChevronDown,
  IconCopy,
  IconDots,
  IconPencil,
  IconTrash,
  IconUsersGroup,
  IconWriting,
} from '@tabler/icons-react'
import { useState } from 'react'
import { confirm } from '../../ui/confirm.tsx'
import { useDeleteOwnReport } from './api.ts'
import { RenameReportModal } from './rename-report-modal.tsx'
import { ShareReportModal } from './share-report-modal.tsx'

export interface OwnReportMenuProps {
  readonly report: OwnReport
  /** In a list row it is a three-dot button. */
  readonly isSmall?: boolean
  readonly onCompose: (report: OwnReport, isCopy: boolean) => void
  readonly onDeleted?: () => void
}

export function OwnReportMenu({ report, isSmall = false, onCompose, onDeleted }: OwnReportMenuProps) {
  const [open, setOpen] = useState<'rename' | 'share'>()
  const remove = useDeleteOwnReport()
  const { id, name, isOwn, groups } = report
  const close = () => setOpen(undefined)
  const askDelete = async () => {
    const consequence =
      groups.length > 0
        ? 'The groups it is shared with lose it too, and schedules of it fail.'
        : 'Schedules of it fail.'
    if (
      await confirm({
        question: `Do you want to delete the report ${name}?`,
        consequence,
        accept: 'Delete',
        isDanger: true,
      })
    )
      remove.mutate(id, { onSuccess: () => onDeleted?.() })
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          {isSmall ? (
            <ActionIcon aria-label={`More for ${name}`}>
              <IconDots size={16} stroke={1.6} />
            </ActionIcon>
          ) : (
            <Button variant="default" rightSection={<IconChevronDown size={12} stroke={1.6} />}>
              Report
            </Button>
          )}
        </Menu.Target>
        <Menu.Dropdown>
          {isOwn ? (
            <Menu.Item leftSection={<IconWriting size={14} stroke={1.6} />} onClick={() => onCompose(report, false)}>
              Edit
            </Menu.Item>
          ) : null}
          <Menu.Item leftSection={<IconCopy size={14} stroke={1.6} />} onClick={() => onCompose(report, true)}>
            Make a copy
          </Menu.Item>
          {isOwn ? (
            <>
              <Menu.Item leftSection={<IconPencil size={14} stroke={1.6} />} onClick={() => setOpen('rename')}>
                Rename
              </Menu.Item>
              <Menu.Item leftSection={<IconUsersGroup size={14} stroke={1.6} />} onClick={() => setOpen('share')}>
                Share
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item
                color="loss"
                leftSection={<IconTrash size={14} stroke={1.6} />}
                onClick={() => void askDelete()}
              >
                Delete
              </Menu.Item>
            </>
          ) : (
            <Menu.Label maw={220} style={{ whiteSpace: 'normal' }}>
              Only {report.ownerName} can change it.
            </Menu.Label>
          )}
        </Menu.Dropdown>
      </Menu>
      {open === 'rename' ? <RenameReportModal report={report} onClose={close} /> : null}
      {open === 'share' ? <ShareReportModal report={report} onClose={close} /> : null}
    </>
  )
}
