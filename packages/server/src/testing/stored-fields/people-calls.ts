// Users, groups and members.
import { inviteAdministrator } from '../../features/security/invite.ts'
import { testPassword } from '../test-app.ts'
import { rowOf, type StoredCalls } from './stored-call.ts'

const person = { firstName: 'Mia', lastName: 'Berg' }
/** Name keys are unique. */
let groups = 0
const invited = 'invited@example.test'

export const peopleCalls: StoredCalls = {
  'security.acceptInvitation': [
    {
      body: async ({ app }) => {
        const link = await inviteAdministrator(app.services.db, app.clock, 'https://club.example', invited)
        return { token: link.split('=')[1], password: 'harbour lights on', ...person, phoneNumber: '+12125557001' }
      },
      read: async ({ call }) => (await call('userAdmin.findAll')).find(({ email }) => email === invited),
      fields: { firstName: 'firstName', lastName: 'lastName', phoneNumber: 'phoneNumber' },
    },
  ],
  'apiToken.createToken': [
    {
      body: ({ account }) => ({
        name: 'Reader',
        keys: ['VMA'],
        isReadOnly: true,
        accountIds: [account.id],
        days: 30,
        password: testPassword,
      }),
      read: async ({ call }, { id }) => rowOf(await call('apiToken.findMyTokens'), id),
      fields: {
        accountIds: { because: 'Read back as accounts with their numbers; api-token.test.ts calls within them.' },
      },
    },
  ],
  'webhook.createWebhook': [
    {
      body: ({ account }) => ({
        name: 'Ledger',
        url: 'https://hook.example/in',
        events: ['order.filled'],
        accountIds: [account.id],
        password: testPassword,
      }),
      read: async ({ call }, { id }) => rowOf(await call('webhook.findMyWebhooks'), id),
      fields: {
        accountIds: { because: 'Read back as accounts with their numbers; webhook.test.ts sends within them.' },
      },
    },
  ],
  'webhook.saveWebhook': [
    {
      body: async ({ call, account }) => {
        const form = { url: 'https://hook.example/in', events: ['order.filled'], password: testPassword }
        const { id } = await call('webhook.createWebhook', { body: { ...form, name: 'Before', accountIds: null } })
        return { id, name: 'After', events: ['alert.fired'], accountIds: [account.id], isPaused: true }
      },
      read: ({ call }) => call('webhook.findMyWebhooks'),
      fields: {
        accountIds: { because: 'Read back as accounts with their numbers; webhook.test.ts sends within them.' },
      },
    },
  ],
  'user.saveMyUserPreference': [
    {
      body: async ({ call }) => {
        await call('user.saveMyUserPreference', { body: { preference: { older: 'yes' } } })
        return { preference: { newer: 'yes' }, isReset: true }
      },
      read: ({ call, manager }) => call('user.getMyUserPreference', { params: { userId: manager.user.id } }),
      fields: { isReset: { at: 'older', as: undefined } },
    },
  ],
  'userAdmin.create': [
    {
      body: ({ groupId }) => ({
        ...person,
        email: 'created@example.test',
        phoneNumber: '+12125557002',
        password: 'harbour lights on',
        groupIds: [groupId],
      }),
      read: async ({ call }, { id }) => rowOf(await call('userAdmin.findAll'), id),
      fields: {
        password: { because: 'Only its hash is stored; user-admin.test.ts signs in with it.' },
        groupIds: { at: 'groups.0.name', as: 'Board' },
      },
    },
  ],
  'userAdmin.update': [
    {
      body: ({ otherUserId }) => ({
        id: otherUserId,
        ...person,
        email: 'renamed@example.test',
        phoneNumber: '+12125557003',
        status: 'INACTIVE',
      }),
      read: async ({ call }, _reply, { id }) => rowOf(await call('userAdmin.findAll'), id),
      fields: {
        firstName: 'firstName',
        lastName: 'lastName',
        email: 'email',
        phoneNumber: 'phoneNumber',
        status: 'status',
      },
    },
  ],
  'group.create': [
    {
      body: () => ({ name: 'Made', nameKey: 'MADE', systemGroup: 1, status: 'INACTIVE' }),
      read: async ({ call }, { id }) => rowOf(await call('group.findAll'), id),
      fields: { systemGroup: 'systemGroup', status: 'status' },
    },
  ],
  'group.update': [
    {
      body: async ({ call }) => {
        const { id } = await call('group.create', { body: { name: 'Before', nameKey: 'BEFORE' } })
        return {
          id,
          name: 'After',
          nameKey: `AFTER_${++groups}`,
          systemGroup: 1,
          status: 'INACTIVE',
          requiresStrongFactor: true,
        }
      },
      read: async ({ call }, _reply, { id }) => rowOf(await call('group.findAll'), id),
      fields: {
        name: 'name',
        nameKey: 'nameKey',
        systemGroup: 'systemGroup',
        status: 'status',
        requiresStrongFactor: 'requiresStrongFactor',
      },
    },
  ],
  'member.create': [
    {
      body: ({ manager }) => ({ ...person, phone: '2125550101', email: 'mia@example.test', userId: manager.user.id }),
      read: async ({ call }, { id }) => rowOf(await call('member.findAllMembers'), id),
      fields: { email: 'email', userId: 'userId' },
    },
  ],
  'member.update': [
    {
      body: async ({ call, manager }) => {
        const { id } = await call('member.create', { body: { ...person, phone: '2125550102' } })
        const given = { email: 'zoe@example.test', userId: manager.user.id, status: 'INACTIVATED' }
        return { id, firstName: 'Zoe', lastName: 'Changed', phone: '2125550103', ...given }
      },
      read: async ({ call }, _reply, { id }) => rowOf(await call('member.findAllMembers'), id),
      fields: { email: 'email', userId: 'userId', status: 'status' },
      cleared: { email: '', userId: null },
    },
  ],
}
