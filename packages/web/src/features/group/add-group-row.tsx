// The row for entering a new group: name, name key, mark, status, then Add; Delete discards it.
// Source: docs/rules/access.md, "Groups".
import { groupRoutes } from '@clubfolio/contract'
import { Button, TextInput } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { DisabledReason } from '../../ui/disabled-reason.tsx'
import { StatusMenu } from '../../ui/status-menu.tsx'
import { Absent } from '../../ui/table/column.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useReturnedFocus } from '../../ui/use-returned-focus.ts'
import { useCreateGroup, type GroupForm } from './api.ts'
import { groupStatusChoices } from './group-columns.tsx'
import classes from './group.module.css'

export interface AddGroupRowProps {
  /** The visible columns of the table, in order; the row has a cell for each. */
  readonly columnIds: readonly string[]
  readonly onClose: () => void
}

export function AddGroupRow({ columnIds, onClose }: AddGroupRowProps) {
  const formId = useId()
  const create = useCreateGroup(onClose)
  const form = useCheckedForm<GroupForm>({
    initialValues: { name: '', nameKey: '', systemGroup: false, status: 'ACTIVE' },
    schema: groupRoutes.create.body,
  })
  const isValid = form.openCount === 0
  const submit = form.submit((values) =>
    create.mutateAsync({ ...values, name: values.name.trim(), nameKey: values.nameKey.trim().toUpperCase() }),
  )
  const rowRef = useRef<HTMLTableRowElement>(null)
  useReturnedFocus()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const focused = document.activeElement
      // After a refusal the focus may be nowhere: the message that had it is gone.
      const isMeant = focused === document.body || rowRef.current?.contains(focused)
      if (event.key === 'Escape' && !event.defaultPrevented && isMeant) onClose()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onClose])
  const cells: Readonly<Record<string, React.ReactNode>> = {
    name: (
      <TextInput
        form={formId}
        className={classes['field'] ?? ''}
        aria-label="Name of the new group"
        placeholder="Name"
        autoFocus
        {...form.textField('name')}
      />
    ),
    nameKey: (
      <TextInput
        form={formId}
        className={classes['field'] ?? ''}
        aria-label="Name key of the new group"
        placeholder="NAME_KEY"
        classNames={{ input: classes['capitals'] ?? '' }}
        {...form.textField('nameKey')}
      />
    ),
    permission: <Absent />,
    systemGroup: (
      <Toggle
        label="System Group: new group"
        isOn={form.values.systemGroup}
        onLabel="Yes"
        offLabel="No"
        onChange={(isOn) => form.setFieldValue('systemGroup', isOn)}
      />
    ),
    status: (
      <StatusMenu
        label="Status of the new group"
        choices={groupStatusChoices}
        chosen={form.values.status}
        onChoose={(status) => form.setFieldValue('status', status)}
      />
    ),
    action: (
      <form id={formId} noValidate className={classes['actions']} onSubmit={submit}>
        <DisabledReason reason={isValid ? undefined : 'Enter a name and a name key of letters, digits and underscores'}>
          <Button type="submit" size="xs" loading={create.isPending}>
            Add
          </Button>
        </DisabledReason>
        <Button size="xs" variant="default" onClick={onClose}>
          Delete
        </Button>
      </form>
    ),
  }
  const centred = new Set(['systemGroup'])
  return (
    <tr ref={rowRef} className={classes['add']} aria-label="New group">
      {columnIds.map((id, index) => (
        <td
          key={id}
          data-align={centred.has(id) ? 'center' : id === 'action' ? 'right' : 'left'}
          data-first={index === 0 || undefined}
        >
          {cells[id]}
        </td>
      ))}
    </tr>
  )
}
