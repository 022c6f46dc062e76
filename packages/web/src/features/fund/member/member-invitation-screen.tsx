// The invitation to be the user of a member.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../../kernel/api.ts'
import { useSessionUser } from '../../../kernel/session.ts'
import { EmptyState } from '../../../ui/state/empty-state.tsx'
import { InvitationPage, invitationToken } from '../invitation-page.tsx'
import { useAcceptMemberInvitation } from './api.ts'

export function MemberInvitationScreen() {
  const token = invitationToken()
  const user = useSessionUser()
  const navigate = useNavigate()
  const invitation = useQuery({
    queryKey: ['member-invitation', token, user?.id],
    queryFn: ({ signal }) => api.member.findMemberInvitation({ body: { token } }, { signal, ownMessage: true }),
    enabled: token !== '',
    retry: false,
  })
  const accept = useAcceptMemberInvitation(() => void navigate({ to: '/my-funds', replace: true }))
  return (
    <InvitationPage title="Member invitation" token={token} invitation={invitation}>
      {({ owner, club, name }) => (
        <EmptyState
          title={`${owner} invites you to ${club ?? 'their fund'}`}
          words={
            `You become the user of the member ${name}: you see the value, profit and statements of this part ` +
            `on My funds and can ask to pay in or take out. You are signed in as ${user?.email ?? ''}. ` +
            'If this is not you, do not accept.'
          }
          actions={
            <Button loading={accept.isPending} onClick={() => accept.mutate(token)}>
              {`Accept as ${name}`}
            </Button>
          }
        />
      )}
    </InvitationPage>
  )
}
