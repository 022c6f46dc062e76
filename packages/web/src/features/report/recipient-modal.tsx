// Recipient List: the recipients of the mailed report, and a comment. Source: docs/rules/trading.md, "Static reports".
import { Textarea } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useSessionUser } from '../../kernel/session.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Modal } from '../../ui/modal.tsx'
import { useSendReport, type ReportOrder } from './api.ts'
import { readAddress, RecipientList } from './recipient-list.tsx'
import classes from './report.module.css'

export interface RecipientModalProps {
  readonly reportName: string
  readonly order: ReportOrder
  readonly onClose: () => void
}

/** Starts with the user's own address; the comment is discarded with the modal after sending. */
export function RecipientModal({ reportName, order, onClose }: RecipientModalProps) {
  const formId = useId()
  const own = readAddress(useSessionUser()?.email ?? '')
  const [emails, setEmails] = useState<readonly string[]>(own ? [own] : [])
  const [typed, setTyped] = useState('')
  const [comment, setComment] = useState('')
  const send = useSendReport(order, onClose)
  const openCount = emails.length === 0 || typed.trim() !== '' ? 1 : 0
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Recipient List"
      subject={reportName}
      icon={IconMail}
      foot={
        <FormFoot
          form={formId}
          submit="Accept"
          openCount={openCount}
          isSubmitting={send.isPending}
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
          if (openCount === 0) send.mutate({ emailList: [...emails], comment })
        }}
      >
        <RecipientList emails={emails} onChange={setEmails} typed={typed} onType={setTyped} />
        <Textarea
          label="Comment"
          autosize
          minRows={3}
          maxRows={8}
          maxLength={2000}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
      </form>
    </Modal>
  )
}
