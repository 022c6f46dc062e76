// The foot of a form: remaining problems, Cancel, and the submit button, which is disabled while problems remain.
import { Button } from '@mantine/core'
import classes from './form-foot.module.css'

export interface FormFootProps {
  readonly submit: string
  /** Fields that need attention; above 0 the submit button is disabled. */
  readonly openCount: number
  readonly isSubmitting?: boolean
  readonly onCancel?: () => void
  readonly isDanger?: boolean
  /** The form's id, when the foot is rendered outside of it, as in a modal. */
  readonly form?: string
}

export function FormFoot({ submit, openCount, isSubmitting = false, onCancel, isDanger = false, form }: FormFootProps) {
  const reason =
    openCount === 0 ? undefined : openCount === 1 ? '1 field needs attention' : `${openCount} fields need attention`
  return (
    <div className={classes['foot']}>
      <span className={classes['reason']} role="status">
        {reason}
      </span>
      {onCancel ? (
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      ) : null}
      <Button
        type="submit"
        form={form}
        color={isDanger ? 'loss' : 'ink'}
        disabled={openCount > 0}
        loading={isSubmitting}
      >
        {submit}
      </Button>
    </div>
  )
}
