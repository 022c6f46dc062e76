// The error of a number field that has no room below it: announced to screen readers, and shown in a tooltip only while
// the field has the focus or the pointer, so that it never covers the next field. The red border stays.
import { Tooltip, VisuallyHidden } from '@mantine/core'
import type { ReactElement } from 'react'

export function NumberIssue({
  issue,
  children,
}: {
  readonly issue: string | undefined
  readonly children: ReactElement
}) {
  return (
    <>
      <Tooltip disabled={issue === undefined} label={issue} multiline w={240} position="bottom">
        {children}
      </Tooltip>
      {issue === undefined ? null : <VisuallyHidden role="alert">{issue}</VisuallyHidden>}
    </>
  )
}
