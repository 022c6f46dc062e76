// What is wrong with a number field that has no room below itself: it floats beside the field and is read aloud.
import { Tooltip, VisuallyHidden } from '@mantine/core'
import type { ReactElement } from 'react'

export function NumberIssue({ issue, children }: { readonly issue: string | undefined; readonly children: ReactElement }) {
  return (
    <>
      <Tooltip opened={issue !== undefined} label={issue} multiline w={240} position="bottom">{children}</Tooltip>
      {issue === undefined ? null : <VisuallyHidden role="alert">{issue}</VisuallyHidden>}
    </>
  )
}
