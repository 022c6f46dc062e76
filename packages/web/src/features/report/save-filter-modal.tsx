// Saves the choices and the order under a name. Source: docs/rules/trading.md, "Static reports".
import { TextInput } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Modal } from '../../ui/modal.tsx'
import { useSavedFilters, useSaveFilter, type ReportOrder } from './api.ts'
import classes from './report.module.css'

export interface SaveFilterModalProps {
  readonly order: ReportOrder
  /** The choices in words. */
  readonly facts: readonly string[]
  readonly onClose: () => void
}

export function SaveFilterModal({ order, facts, onClose }: SaveFilterModalProps) {
  const formId = useId()
  const [name, setName] = useState('')
  const { data: saved } = useSavedFilters(order.report)
  const save = useSaveFilter(order.report)
  const written = name.trim()
  const isKnown = saved?.some((other) => other.name === written) ?? false
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Save filters"
      icon={IconBookmark}
      foot={
        <FormFoot
          form={formId}
          submit={isKnown ? 'Save over it' : 'Save'}
          openCount={written === '' ? 1 : 0}
          isSubmitting={save.isPending}
          onCancel={onClose}
        />
      }
    >
      <form
        id={formId}
        className={classes['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (written !== '')
            save.mutate(
              { name: written, filter: order.filter, orderBy: order.orderBy, direction: order.direction },
              { onSuccess: onClose },
            )
        }}
      >
        <TextInput
          label="Name"
          withAsterisk
          data-autofocus
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          description={isKnown ? 'What this name held will be replaced.' : undefined}
        />
        <ul className={classes['facts']} aria-label="What is kept">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </form>
    </Modal>
  )
}
