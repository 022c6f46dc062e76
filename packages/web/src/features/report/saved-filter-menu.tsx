// The saved filters of a report: open, rename or delete one.
import { keptName, type SavedFilter } from '@clubfolio/contract'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconBookmark, IconChevronDown, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { confirm } from '../../ui/confirm.tsx'
import { InlineInput } from '../../ui/inline-input.tsx'
import { Modal } from '../../ui/modal.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { useDeleteFilter, useRenameFilter, useSavedFilters } from './api.ts'
import classes from './report.module.css'

const none: readonly SavedFilter[] = []

export interface SavedFilterMenuProps {
  readonly report: string
  readonly onOpen: (saved: SavedFilter) => void
}

export function SavedFilterMenu({ report, onOpen }: SavedFilterMenuProps) {
  const { data, isError, error, refetch } = useSavedFilters(report)
  const saved = data ?? none
  const [isManaging, setManaging] = useState(false)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={12} stroke={1.6} />}>
            Saved filters
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {isError && !data ? (
            <>
              <Menu.Label maw={240} style={{ whiteSpace: 'normal' }}>
                They could not be loaded. {error.message}
              </Menu.Label>
              <Menu.Item closeMenuOnClick={false} onClick={() => void refetch()}>
                Retry
              </Menu.Item>
            </>
          ) : saved.length === 0 ? (
            <Menu.Label>{data ? 'Nothing saved yet' : 'Loading…'}</Menu.Label>
          ) : null}
          {saved.map((one) => (
            <Menu.Item key={one.id} onClick={() => onOpen(one)}>
              {one.name}
            </Menu.Item>
          ))}
          {saved.length > 0 ? (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => setManaging(true)}>Rename or delete…</Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {isManaging ? <SavedFiltersModal report={report} saved={saved} onClose={() => setManaging(false)} /> : null}
    </>
  )
}

interface SavedFiltersModalProps {
  readonly report: string
  readonly saved: readonly SavedFilter[]
  readonly onClose: () => void
}

function SavedFiltersModal({ report, saved, onClose }: SavedFiltersModalProps) {
  const rename = useRenameFilter(report)
  const remove = useDeleteFilter(report)
  const askDelete = async ({ id, name }: SavedFilter) => {
    if (
      await confirm({ question: `Do you want to delete the saved filter ${name}?`, accept: 'Delete', isDanger: true })
    )
      remove.mutate(id)
  }
  return (
    <Modal isOpen onClose={onClose} title="Saved filters" icon={IconBookmark}>
      {saved.length === 0 ? (
        <EmptyState title="Nothing saved" words="Save in the menu Actions keeps what is chosen under a name." />
      ) : (
        <ul className={classes['saved']}>
          {saved.map((one) => (
            <li key={one.id}>
              <InlineInput
                label={`Name of ${one.name}`}
                value={one.name}
                check={(text) => keptName.safeParse(text).error?.issues[0]?.message}
                onAccept={(name) => rename.mutateAsync({ id: one.id, name })}
              />
              <ActionIcon aria-label={`Delete ${one.name}`} onClick={() => void askDelete(one)}>
                <IconTrash size={16} stroke={1.6} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}
