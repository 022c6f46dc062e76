// "My funds": what a member has in each fund they take part in. For a member without an account of their own the
// dashboard shows the same.
import { PageHead } from '../../../ui/page-head.tsx'
import { useDocumentTitle } from '../../../ui/use-document-title.ts'
import { MyFunds } from './my-funds.tsx'

export function MyFundsScreen() {
  useDocumentTitle('My funds')
  return (
    <>
      <PageHead title="My funds" />
      <MyFunds />
    </>
  )
}
