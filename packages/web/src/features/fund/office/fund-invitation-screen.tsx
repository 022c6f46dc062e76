// The invitation to a role in a fund.
import { fundRoleNames } from '@clubfolio/contract'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../../kernel/api.ts'
import { useSessionUser } from '../../../kernel/session.ts'
import { EmptyState } from '../../../ui/state/empty-state.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { InvitationPage, invitationToken } from '../invitation-page.tsx'

export function FundInvitationScreen() {
  const token = invitationToken()
  const user = useSessionUser()
  const navigate = useNavigate()
  const invitation = useQuery({
    queryKey: ['fund-invitation', token, user?.id],
    queryFn: ({ signal }) => api.fund.findFundInvitation({ body: { token } }, { signal, ownMessage: true }),
    enabled: token !== '',
    retry: false,
  })
  const accept = useMutation({
    mutationFn: () => api.fund.acceptFundInvitation({ body: { token } }),
    onSuccess: ({ message, accountId }) => {
      showToast({ tone: 'success', title: 'Success', message })
      void navigate({ to: '/account-mapping', search: { fund: accountId }, replace: true })
    },
  })
  return (
    <InvitationPage title="Fund invitation" token={token} invitation={invitation}>
      {({ owner, role, club, lastDay }) => (
        <EmptyState
          title={`${owner} invites you as ${fundRoleNames[role].toLowerCase()}`}
          words={
            `You will see the ${club === null ? 'fund' : `fund ${club}`} under Account Mapping. ` +
            `${roleConsequences[role]}${lastDay === null ? '' : ` Your last day is ${lastDay}.`}`
          }
          actions={
            <Button loading={accept.isPending} onClick={() => accept.mutate()}>
              Accept the role
            </Button>
          }
        />
      )}
    </InvitationPage>
  )
}

const roleConsequences = {
  TREASURER: 'You record entries, match movements and send statements.',
  APPROVER: 'You see everything and decide what waits for a second person.',
  AUDITOR: 'You see and export everything, and change nothing.',
} as const
