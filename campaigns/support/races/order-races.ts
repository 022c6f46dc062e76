// A cancellation against a fill at the paper brokerage: an order ends in one way, and everybody reports the same one.
import { setTimeout as pause } from 'node:timers/promises'
import { loginAccess } from '../../../packages/server/src/features/account/broker-access.ts'
import type { TestBrokerage } from '../../../packages/server/src/testing/paper-brokerage.ts'
import type { TestUser } from '../../../packages/server/src/testing/test-app.ts'
import { outcomeOf, type Race } from './race.ts'

const quantity = 10
/** A different price each round: an equal order within five minutes would trigger a question. */
const priceOf = (round: number): string => (45 + (round % 400) / 100).toFixed(2)

export function orderRaces(app: TestBrokerage): Race[] {
  const { db } = app.services
  let owner: TestUser | undefined

  async function begin(): Promise<TestUser> {
    const person = await app.signUp(['MANAGERS'])
    await app.link(person, 'orders')
    return person
  }

  return [
    {
      name: 'a cancellation against a fill',
      async run(round) {
        app.market.set('ACME', 50)
        owner ??= await begin()
        const { client, user } = owner
        const account = await db
          .selectFrom('account')
          .select(['id', 'number', 'hash_value', 'broker_login_id'])
          .where('owner_id', '=', user.id)
          .executeTakeFirstOrThrow()
        const held = async () =>
          Number(
            (
              await db
                .selectFrom('account_position')
                .select('quantity')
                .where('account_id', '=', account.id)
                .where('symbol', '=', 'ACME')
                .executeTakeFirst()
            )?.quantity ?? 0,
          )
        const before = await held()
        const { orderId } = await client.order.putOrder(
          {
            body: {
              ticket: 'ACME',
              quantity: String(quantity),
              directionality: 'BUY',
              accountNumber: account.number,
              price: priceOf(round),
              orderType: 'LIMIT',
            },
          },
          { idempotencyKey: `race-order-${round}` },
        )
        const access = loginAccess(app.services, account.broker_login_id)
        const read = async () =>
          (
            await app.broker.listOrders(
              access,
              account.hash_value,
              (app.clock.nowMs() - 86_400_000) as never,
              (app.clock.nowMs() + 86_400_000) as never,
            )
          ).find(({ brokerId }) => brokerId === orderId)
        const cancel = () => outcomeOf(client.order.cancelOrder({ body: { accountNumber: account.number, orderId } }))
        app.clock.advance(1_000)
        // The price arrives at a different moment of each round's cancellation; any read makes the brokerage evaluate
        // it.
        const fill = async (): Promise<void> => {
          await pause((round % 20) * 8)
          app.market.set('ACME', 44)
          await read()
        }
        const [cancelled] = await Promise.all([cancel(), fill()])
        await client.account.syncNow({ body: { accountId: account.id } })
        const theirs = (await read())?.status
        const ours = (await client.order.findOrders({ body: { accountNumber: account.number } })).find(
          (order) => order.orderId === orderId,
        )?.status
        const gained = (await held()) - before
        const isFilled = theirs === 'FILLED'
        const broken = [
          ...(isFilled || theirs === 'CANCELED' ? [] : [`the brokerage says ${theirs}`]),
          ...(ours === theirs ? [] : [`we say ${ours}, the brokerage ${theirs}`]),
          ...(gained === (isFilled ? quantity : 0) ? [] : [`${gained} shares more after ${theirs}`]),
          ...(cancelled === 'done' && isFilled ? ['a cancellation was confirmed and the order filled'] : []),
          ...(cancelled !== 'done' && !isFilled
            ? [`a cancellation was refused (${cancelled}) and the order did not fill`]
            : []),
          ...(cancelled === 'done' || /^4\d\d order\w+/.test(cancelled) ? [] : [`answered ${cancelled}`]),
        ]
        return { outcome: isFilled ? 'the fill' : 'the cancellation', broken }
      },
    },
  ]
}
