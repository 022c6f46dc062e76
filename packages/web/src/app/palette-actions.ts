// The actions of the command palette besides Logout: the forms that users open most, each for those who may send it.
import { access, featureAccess, type AccessRule } from '@clubfolio/contract'
import { addAlert } from '../kernel/alert-adder.ts'
import { requestForm, type RequestedForm } from '../kernel/form-request.ts'
import { openOrderTicket } from '../kernel/order-ticket.ts'
import { queryClient } from '../kernel/query-client.ts'

export interface PaletteAction {
  readonly id: string
  readonly label: string
  /** Other words that find it. */
  readonly words: string
  /** Another way to it. */
  readonly hint?: string
  readonly access: AccessRule
  /** About what managers have: not offered to a member who manages nothing. */
  readonly isManagers?: boolean
  readonly run: (go: (path: string) => void) => void
}

const openForm = (form: RequestedForm, path: string) => (go: (path: string) => void) => {
  requestForm(form)
  go(path)
}

export const paletteActions: readonly PaletteAction[] = [
  {
    id: 'new-member',
    label: 'New member',
    isManagers: true,
    words: 'add create',
    access: access.session,
    run: openForm('member', '/member'),
  },
  {
    id: 'new-participation',
    label: 'New participation',
    isManagers: true,
    words: 'add create contribution retribution',
    // It is made in one of the user's accounts, as an order is.
    access: access.key('VMA'),
    run: openForm('participation', '/account-mapping'),
  },
  {
    id: 'new-file-account',
    label: 'New account from files',
    words: 'add create link statement upload csv ofx qfx broker',
    access: featureAccess.accountLink,
    run: openForm('fileAccount', '/account'),
  },
  {
    id: 'statement-files',
    label: 'Statement files',
    words: 'upload import statement csv ofx qfx rates undo',
    access: featureAccess.accountLink,
    run: (go) => go('/account/statement-files'),
  },
  {
    id: 'refresh',
    label: 'Refresh figures',
    words: 'reload read again update pull',
    access: access.session,
    run: () => void queryClient.refetchQueries({ type: 'active' }),
  },
  {
    id: 'new-order',
    label: 'New order',
    isManagers: true,
    words: 'put place buy sell short cover ticket',
    hint: 'or type: buy 100 AAPL stop 190 target 210',
    access: access.key('VMA'),
    run: () => openOrderTicket({}),
  },
  {
    id: 'worst-trade',
    label: 'Worst trade of last month',
    isManagers: true,
    words: 'journal loss chart review',
    access: access.key('VMA'),
    run: (go) => go('/journal?period=lastMonth&trade=worst'),
  },
  {
    id: 'new-alert',
    label: 'New alert',
    words: 'add create rule',
    access: featureAccess.alert,
    run: () => addAlert(''),
  },
]
