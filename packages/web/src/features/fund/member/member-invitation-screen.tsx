// The page behind the link of an invitation to be a member. The part after the # leaves the browser only in the calls
// that read and redeem it.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../../kernel/api.ts'
import { useSessionUser } from '../../../kernel/session.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/state/empty-state.tsx'
import { useDocumentTitle } from '../../../ui/use-document-title.ts'
import { useAcceptMemberInvitation } from './api.ts'

export function MemberInvitationScreen() {
  useDocumentTitle('Member invitation')
  const token = window.location.hash.replace(/^#/, '')
  const user = useSessionUser()
  const navigate = useNavigate()
  const invitation = useQuery({
    queryKey: ['member-invitation', token, user?.id],
    queryFn: ({ signal }) => api.member.findMemberInvitation({ body: { token } }, { signal, ownMessage: true }),
    enabled: token !== '',
    retry: false,
  })
  const accept = useAcceptMemberInvitation(() => void navigate({ to: '/my-funds', replace: true }))
  const { data } = invitation
  return (
    <>
      <PageHead title="Member invitation" />
      <Panel>
        {token === '' ? (
          <EmptyState
            title="No invitation here"
            words="Open the link in the mail that you received. It works once, within 7 days."
          />
        ) : invitation.isError ? (
          <EmptyState title="This invitation cannot be used" words={invitation.error.message} />
        ) : data ? (
          <EmptyState
            title={`${data.owner} invites you to ${data.club ?? 'their fund'}`}
            words={
              `You become the user of the member ${data.name}: you see the value, profit and statements of this part ` +
              `on My funds and can ask to pay in or take out. You are signed in as ${user?.email ?? ''}. ` +
              'If you are somebody else, do not accept.'
            }
            actions={
              <Button loading={accept.isPending} onClick={() => accept.mutate(token)}>
                {`Accept as ${data.name}`}
              </Button>
            }
          />
        ) : null}
      </Panel>
    </>
  )
}
