// Recipient List: the recipients of the mailed report, and a comment. Source: docs/rules/trading.md, "Static reports".
import { reportDeliveryRoutes } from '@clubfolio/contract'
import { Textarea } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useSessionUser } from '../../kernel/session.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useSendReport, type ReportFileRequest } from './api.ts'
import { RecipientList } from './recipient-list.tsx'
import { readAddress, takeTyped, untakenText, withTyped } from './recipient-text.ts'

export interface RecipientModalProps {
  readonly reportName: string
  readonly request: ReportFileRequest
  readonly onClose: () => void
}

const schema = reportDeliveryRoutes.sendPdfReportByEmail.body.pick({ emailList: true, comment: true })

/** Starts with the user's own address; the comment is discarded with the modal after sending. */
export function RecipientModal({ reportName, request, onClose }: RecipientModalProps) {
  const own = readAddress(useSessionUser()?.email ?? '')
  const form = useCheckedForm({
    initialValues: { emailList: own ? [own] : [], typed: '', comment: '' },
    schema,
    toInput: withTyped,
    ownErrors: untakenText,
  })
  const { emailList, typed } = form.values
  const send = useSendReport(request, onClose)
  return (
    <FormModal
      title="Recipient List"
      subject={reportName}
      icon={IconMail}
      submit="Accept"
      openCount={form.openCount}
      isSubmitting={send.isPending}
      isDirty={form.isDirty()}
      onSubmit={form.submit((values) =>
        send.mutateAsync({ emailList: takeTyped(values).emailList, comment: values.comment }),
      )}
      onClose={onClose}
    >
      <RecipientList
        emailList={emailList}
        typed={typed}
        onChange={(recipients) => {
          form.setFieldValue('emailList', recipients.emailList)
          form.setFieldValue('typed', recipients.typed)
        }}
        error={form.errorOf('emailList')}
        onLeave={() => form.leave('emailList')}
      />
      <Textarea label="Comment" autosize minRows={3} maxRows={8} {...form.textField('comment')} />
    </FormModal>
  )
}
