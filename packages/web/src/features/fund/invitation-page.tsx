// The page behind the link of an invitation: what it offers, why it cannot be used, or that there is none. The part of
// the address after the # leaves the browser only in the calls that read and redeem the invitation.
import type { ReactNode } from 'react'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'

/** Returns the token in the address; empty without one. */
export const invitationToken = (): string => window.location.hash.replace(/^#/, '')

export interface InvitationPageProps<Invitation> {
  readonly title: string
  readonly token: string
  /** The query of the invitation. */
  readonly invitation: { readonly data: Invitation | undefined; readonly error: Error | null }
  readonly children: (invitation: Invitation) => ReactNode
}

export function InvitationPage<Invitation>({ title, token, invitation, children }: InvitationPageProps<Invitation>) {
  useDocumentTitle(title)
  const { data, error } = invitation
  return (
    <>
      <PageHead title={title} />
      <Panel>
        {token === '' ? (
          <EmptyState
            title="No invitation here"
            words="Open the link in the mail that you received. It works once, within 7 days."
          />
        ) : error ? (
          <EmptyState title="This invitation cannot be used" words={error.message} />
        ) : data ? (
          children(data)
        ) : null}
      </Panel>
    </>
  )
}
