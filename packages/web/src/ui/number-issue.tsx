// What is wrong with a number field that has no room below itself: it is read aloud, and floats beside the field while that has the focus
// or the pointer, so that it never covers the next field. The red border stays.
import { Tooltip, VisuallyHidden } from '@mantine/core'
import type { ReactElement } from 'react'

export function NumberIssue({ issue, children }: { readonly issue: string | undefined; readonly children: ReactElement }) {
  return (
    <>
      <Tooltip disabled={issue === undefined} label={issue} multiline w={240} position="bottom">{children}</Tooltip>
      {issue === undefined ? null : <VisuallyHidden role="alert">{issue}</VisuallyHidden>}
    </>
  )
}
