// A modal that holds one form: its fields below each other, and a foot with the number of fields that need attention,
// Cancel and the submit button. While a request is on its way the button is busy; a failed one leaves everything typed,
// and the shell shows what became of one without an answer.
import { useId, useRef, type ReactNode } from 'react'
import { confirm } from './confirm.tsx'
import { FormFoot, type FormFootProps } from './form-foot.tsx'
import { FieldColumn } from './form-layout.tsx'
import { Modal, type ModalProps } from './modal.tsx'
import { useSendOnce } from './use-send-once.ts'

export interface FormModalProps
  extends
    Omit<ModalProps, 'isOpen' | 'foot' | 'isFlush'>,
    Pick<FormFootProps, 'openCount' | 'isSubmitting' | 'isDanger'> {
  /** The verb of the submit button; undefined while there is nothing to submit, and then there is no foot. */
  readonly submit: string | undefined
  /** Runs once per click, only while no field needs attention and no request is on its way. */
  readonly onSubmit: () => void
  /** Runs for Enter in a field while others need attention. */
  readonly onIncomplete?: () => void
  /**
   * Something was entered: Esc, the cross and a click outside ask before it is lost, except while its request is on
   * its way. Cancel does not.
   */
  readonly isDirty?: boolean
  readonly children: ReactNode
}

export function FormModal({
  submit,
  openCount,
  isSubmitting = false,
  isDanger = false,
  onSubmit,
  onIncomplete,
  isDirty = false,
  onClose,
  children,
  ...modal
}: FormModalProps) {
  const formId = useId()
  const isAsking = useRef(false)
  const sendOnce = useSendOnce()
  const close = async () => {
    // The key that answers the question reaches this modal too.
    if (isAsking.current) return
    // A request that is on its way goes on, and what was sent with it is kept until its answer is there.
    const asks = isDirty && !isSubmitting
    isAsking.current = asks
    if (!asks || (await confirm(leaveQuestion))) onClose()
    isAsking.current = false
  }
  const foot = { form: formId, openCount, isSubmitting, isDanger, onCancel: onClose }
  return (
    <Modal
      isOpen
      onClose={() => void close()}
      foot={submit ? <FormFoot submit={submit} {...foot} /> : undefined}
      {...modal}
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (openCount > 0) onIncomplete?.()
          else if (!isSubmitting) void sendOnce(onSubmit)
        }}
      >
        <FieldColumn>{children}</FieldColumn>
        {/* A form whose only submit button is disabled ignores Enter. */}
        {onIncomplete ? <button type="submit" hidden /> : null}
      </form>
    </Modal>
  )
}

const leaveQuestion = {
  question: 'Discard what you entered?',
  accept: 'Discard',
  cancel: 'Keep editing',
}
